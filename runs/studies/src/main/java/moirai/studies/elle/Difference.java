package moirai.studies.elle;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.history.DataModel;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * A difference between two answers about one history.
 *
 * @param level the level that was asked for
 * @param elle what Elle answered
 * @param own what Moirai answered
 */
record Difference(Kind kind, DataModel data, IsolationLevel level, Answer elle, Answer own) {

    private static final Set<String> OF_SINGLE_READS = Stream.of(
                    Phenomenon.G1A,
                    Phenomenon.G1B,
                    Phenomenon.INTERNAL,
                    Phenomenon.FUTURE_READ,
                    Phenomenon.DIRTY_UPDATE,
                    Phenomenon.GARBAGE_READ,
                    Phenomenon.DUPLICATE_ELEMENTS,
                    Phenomenon.INCOMPATIBLE_ORDER)
            .map(Phenomenon::label)
            .collect(Collectors.toUnmodifiableSet());

    /** The part of the answers that differs. */
    enum Kind {
        /** The verdicts on the level. */
        VERDICT,
        /** The sets of levels that are broken: in Elle {@code :not} and {@code :also-not}. */
        NOT,
        /** The names of the anomalies, although the verdicts are the same. */
        NAMES
    }

    /** Returns whether something is broken for one of them alone: a level, or what both know of single reads. */
    boolean isOfVerdicts() {
        return kind == Kind.NAMES
                ? !singleReads().isEmpty()
                : !brokenForElle().isEmpty() || !brokenForMoirai().isEmpty();
    }

    /** Returns the levels that Elle alone says are broken, of those in question. */
    Set<IsolationLevel> brokenForElle() {
        return kind == Kind.NOT ? levels(elle, own) : ofVerdict(elle);
    }

    /** Returns the levels that Moirai alone says are broken, of those in question. */
    Set<IsolationLevel> brokenForMoirai() {
        return kind == Kind.NOT ? levels(own, elle) : ofVerdict(own);
    }

    private Set<IsolationLevel> ofVerdict(Answer answer) {
        return answer.says() == Answer.Says.INVALID ? EnumSet.of(level) : Set.of();
    }

    /** Returns the levels that both know and the one answer calls broken, but not the other. */
    static Set<IsolationLevel> levels(Answer one, Answer other) {
        var rest = EnumSet.noneOf(IsolationLevel.class);
        rest.addAll(one.broken());
        rest.retainAll(Comparison.LEVELS);
        rest.removeAll(other.broken());
        return rest;
    }

    /** Returns the same text for differences that look alike. */
    String look() {
        String what = switch (kind) {
            case VERDICT ->
                "Elle " + elle + ", Moirai " + own + (Reason.OF_AXIOMS.contains(level) ? ", at a weak level" : "");
            case NOT ->
                "broken for Elle alone " + labels(brokenForElle()) + ", for Moirai alone " + labels(brokenForMoirai())
                        + "; " + elle.names() + " against " + own.names();
            case NAMES ->
                "the same levels are broken, by other names of cycles"
                        + (singleReads().isEmpty() ? "" : ", and of single reads by one alone: " + singleReads());
        };
        return (data == DataModel.REGISTER ? "registers" : "lists") + ", "
                + kind.name().toLowerCase(Locale.ROOT) + ": " + what;
    }

    /** Returns the phenomena of single reads, which both know, that one of them alone reports. */
    Set<String> singleReads() {
        var one = new TreeSet<>(elle.names());
        var other = new TreeSet<>(own.names());
        one.removeAll(own.names());
        other.removeAll(elle.names());
        one.addAll(other);
        one.retainAll(OF_SINGLE_READS);
        return one;
    }

    /** Returns the names of phenomena that Moirai alone reports. */
    Set<String> ownAlone() {
        var names = new TreeSet<>(own.names());
        names.removeAll(elle.names());
        return names;
    }

    private static String labels(Set<IsolationLevel> levels) {
        return IsolationLevel.weakest(List.copyOf(levels)).stream()
                .map(IsolationLevel::label)
                .toList()
                .toString();
    }
}
