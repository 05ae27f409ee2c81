package moirai.studies.elle;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import moirai.analysis.registers.Assumption;
import moirai.history.level.IsolationLevel;

/** Asks both checkers about a history, and tells where they differ. */
final class Comparison {

    /** The levels that both know. Of sessions' monotonic atomic view Elle knows nothing, as of PL-FCV Moirai. */
    static final Set<IsolationLevel> LEVELS = EnumSet.complementOf(EnumSet.of(
            IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW,
            IsolationLevel.READ_YOUR_WRITES,
            IsolationLevel.MONOTONIC_READS,
            IsolationLevel.MONOTONIC_WRITES,
            IsolationLevel.WRITES_FOLLOW_READS,
            IsolationLevel.PRAM));

    private final ElleProcess elle;
    private final OwnAnswers own;

    Comparison(ElleProcess elle, OwnAnswers own) {
        this.elle = elle;
        this.own = own;
    }

    /** Returns the differences at these levels; the sets of broken levels are compared at the strongest alone. */
    List<Difference> differences(Trace trace, Set<IsolationLevel> levels, Optional<Assumption> assumption) {
        Map<IsolationLevel, Answer> elles = elle.ask(trace, levels, assumption);
        Map<IsolationLevel, Answer> owns = own.ask(trace, levels, assumption);
        var differences = new ArrayList<Difference>();
        for (IsolationLevel level : levels) {
            Answer one = requireNonNull(elles.get(level));
            Answer other = requireNonNull(owns.get(level));
            Answer elleOnRequest = confirmed(one, other, asked -> elle.ask(trace, asked, assumption));
            Answer ownOnRequest = confirmed(other, one, asked -> own.ask(trace, asked, assumption));
            kind(level, elleOnRequest, ownOnRequest)
                    .ifPresent(kind ->
                            differences.add(new Difference(kind, trace.data(), level, elleOnRequest, ownOnRequest)));
        }
        return differences;
    }

    /**
     * Returns an answer with those of the other's broken levels that its checker calls broken too, if asked for them:
     * neither names every cycle, nor so every level that is broken.
     */
    private static Answer confirmed(
            Answer answer, Answer other, Function<Set<IsolationLevel>, Map<IsolationLevel, Answer>> checker) {
        Set<IsolationLevel> missing = EnumSet.noneOf(IsolationLevel.class);
        missing.addAll(other.broken());
        missing.removeAll(answer.broken());
        missing.retainAll(LEVELS);
        if (answer.says() != Answer.Says.INVALID || other.says() != Answer.Says.INVALID || missing.isEmpty()) {
            return answer;
        }
        Set<IsolationLevel> broken = EnumSet.noneOf(IsolationLevel.class);
        broken.addAll(answer.broken());
        checker.apply(missing).forEach((level, onRequest) -> {
            if (onRequest.says() == Answer.Says.INVALID) {
                broken.add(level);
            }
        });
        return new Answer(answer.says(), answer.names(), broken, answer.message());
    }

    /** Looks for the reason of a difference in the smallest history that shows it. */
    Reason reason(Trace minimal, Difference difference, Optional<Assumption> assumption) {
        Set<Trace.Reads> causes = EnumSet.noneOf(Trace.Reads.class);
        for (Trace.Reads reads : Trace.Reads.values()) {
            Trace rest = minimal.without(reads);
            if (!rest.equals(minimal)
                    && differences(rest, EnumSet.of(difference.level()), assumption).stream()
                            .noneMatch(Difference::isOfVerdicts)) {
                causes.add(reads);
            }
        }
        Set<IsolationLevel> disproved = EnumSet.noneOf(IsolationLevel.class);
        own.askAxioms(minimal, difference.brokenForMoirai()).forEach((level, answer) -> {
            if (answer.says() == Answer.Says.INVALID) {
                disproved.add(level);
            }
        });
        return Reason.of(difference, minimal, causes, disproved);
    }

    /** Returns whether a history shows a difference that looks like this one. Elle is asked only if need be. */
    boolean shows(Trace trace, Difference difference, Optional<Assumption> assumption) {
        Set<IsolationLevel> level = EnumSet.of(difference.level());
        boolean isPossible = own.ask(trace, level, assumption).values().stream()
                .allMatch(answer -> answer.says() == difference.own().says());
        return isPossible
                && differences(trace, level, assumption).stream()
                        .anyMatch(other -> other.look().equals(difference.look()));
    }

    private static Optional<Difference.Kind> kind(IsolationLevel level, Answer one, Answer other) {
        if (one.says() != other.says()) {
            return Optional.of(Difference.Kind.VERDICT);
        }
        if (level != IsolationLevel.STRICT_SERIALIZABLE || one.says() != Answer.Says.INVALID) {
            return Optional.empty();
        }
        if (!Difference.levels(one, other).isEmpty()
                || !Difference.levels(other, one).isEmpty()) {
            return Optional.of(Difference.Kind.NOT);
        }
        return one.names().equals(other.names()) ? Optional.empty() : Optional.of(Difference.Kind.NAMES);
    }
}
