package moirai.junit.assertions;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.analysis.Anomaly;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.report.AnomalyText;
import moirai.runs.report.PlainWords;
import moirai.runs.report.VerdictText;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/**
 * Assertions about what a history shows. Every assertion is a pure function of the history. A level or an anomaly that
 * is not decided fails, with the reason.
 */
public final class HistoryAssert extends AbstractAssert<HistoryAssert, @Nullable History> {

    /** The strongest levels that know no order in sessions, the order in sessions, and the order in real time. */
    private static final List<IsolationLevel> STRONGEST = List.of(
            IsolationLevel.SERIALIZABLE,
            IsolationLevel.STRONG_SESSION_SERIALIZABLE,
            IsolationLevel.STRICT_SERIALIZABLE);

    private static final String UNRECORDED =
            "A read has returned what nobody wrote. If the set-up has, record that too:"
                    + " RecordingDataSource.initially(key, value)";

    private final LevelChecker checker = new LevelChecker();

    HistoryAssert(@Nullable History actual) {
        super(actual, HistoryAssert.class);
    }

    /**
     * Verifies that the level holds in the history, in which at least one transaction has committed.
     *
     * <p>How much the history could have shown is not asked: a history of one transaction satisfies every level. Ask
     * for {@link #hasContention} before, where a history was recorded.
     */
    public HistoryAssert satisfies(IsolationLevel level) {
        requireLevel(level);
        return myself;
    }

    /**
     * Verifies that no stronger level holds: each level that implies this one, and is another, is broken by an anomaly
     * of the history. Write skew, for example, shows that a history is at most {@code SNAPSHOT_ISOLATION}.
     *
     * <p>Levels that add the order within sessions do not count as stronger than one that lacks it, nor do those that
     * add the order in real time; they count only if there is no other stronger level. So a history of write skew in
     * which each session sees its own writes is still at most {@code SNAPSHOT_ISOLATION}. This level itself need not
     * hold.
     *
     * @throws IllegalArgumentException for {@code STRICT_SERIALIZABLE}, which every history is at most
     */
    public HistoryAssert isAtMost(IsolationLevel level) {
        for (IsolationLevel stronger : weakestStronger(level)) {
            Verdict verdict = checker.analyze(history(), stronger).at(stronger);
            switch (verdict) {
                case Verdict.Fail broken -> {}
                case Verdict.Pass holds ->
                    throw failure(
                            "Expecting a history that is at most %s, but %s holds, which is stronger",
                            level.label(), stronger.label());
                case Verdict.Undecided(String reason) ->
                    throw failure(
                            "Expecting a history that is at most %s, but whether %s holds, which is stronger, is not"
                                    + " decided: %s",
                            level.label(), stronger.label(), reason);
            }
        }
        return myself;
    }

    /** Returns the weakest levels that are stronger; if they are broken, so are all stronger ones. */
    private static List<IsolationLevel> weakestStronger(IsolationLevel level) {
        return STRONGEST.stream()
                .map(strongest -> Arrays.stream(IsolationLevel.values())
                        .filter(other -> other != level && other.implies(level) && strongest.implies(other))
                        .toList())
                .filter(stronger -> !stronger.isEmpty())
                .findFirst()
                .map(IsolationLevel::weakest)
                .orElseThrow(() -> new IllegalArgumentException(
                        "every history is at most " + level.label() + ", the strongest level; expected a weaker one"));
    }

    /** Verifies that the history proves this phenomenon, perhaps by an anomaly that is another one besides. */
    public HistoryAssert hasAnomaly(Phenomenon phenomenon) {
        Findings findings = null;
        for (IsolationLevel level : IsolationLevel.weakest(Arrays.stream(IsolationLevel.values())
                .filter(candidate -> candidate.forbidden().contains(phenomenon))
                .toList())) {
            findings = checker.analyze(history(), level);
            if (findings.anomalies().stream()
                    .anyMatch(anomaly -> anomaly.proves().contains(phenomenon))) {
                return myself;
            }
        }
        throw failure(
                "Expecting an anomaly %s (%s), but found %s",
                phenomenon.label(), PlainWords.name(phenomenon), findings == null ? "none" : found(findings));
    }

    /**
     * Verifies that nothing anomalous is in the history: it is strict-serializable or, if it has no times,
     * strong-session-serializable.
     */
    public HistoryAssert hasNoAnomaly() {
        requireLevel(
                history().isTimed() ? IsolationLevel.STRICT_SERIALIZABLE : IsolationLevel.STRONG_SESSION_SERIALIZABLE);
        return myself;
    }

    /**
     * Verifies that the history could have shown something: transactions of two sessions have committed and, if it has
     * times, overlapped; two sessions, of which one may be the set-up, have written one key; and a read has returned
     * something written.
     */
    public HistoryAssert hasContention() {
        EvidenceRule.CONTENTION
                .lack(Evidence.of(history()), history().isTimed())
                .ifPresent(lack -> {
                    throw failure("Expecting a history that could show an anomaly, but %s", lack);
                });
        return myself;
    }

    private void requireLevel(IsolationLevel level) {
        Judgement judgement = Judgement.of(history(), checker, level, EvidenceRule.NONE);
        if (judgement.exitCode() != ExitCode.VALID) {
            // As an argument: the text may hold a percent sign.
            throw failure("%s", explanation(judgement));
        }
    }

    private String explanation(Judgement judgement) {
        List<Anomaly> forbidden = judgement.findings().forbiddenAt(judgement.expect());
        // A lost update says more than the cycle that it is as well.
        Optional<Anomaly> first = forbidden.stream()
                .filter(anomaly -> anomaly.phenomenon() == Phenomenon.LOST_UPDATE)
                .findFirst()
                .or(() -> forbidden.stream().findFirst());
        boolean isUnrecorded = history().dataModel() == DataModel.REGISTER
                && forbidden.stream().anyMatch(anomaly -> anomaly.phenomenon() == Phenomenon.GARBAGE_READ);
        return VerdictText.line(judgement) + "\n"
                + first.map(anomaly -> "\n" + AnomalyText.of(history(), anomaly))
                        .orElse("")
                + (isUnrecorded ? "\n" + UNRECORDED + "\n" : "");
    }

    private static String found(Findings findings) {
        String counts = findings.counts().entrySet().stream()
                .map(count -> count.getKey().label() + " ×" + count.getValue())
                .collect(Collectors.joining(", "));
        String doubts = findings.reasons(findings.doubts().keySet());
        return (counts.isEmpty() ? "none" : counts) + (doubts.isEmpty() ? "" : "; not decided: " + doubts);
    }

    private History history() {
        isNotNull();
        return Objects.requireNonNull(actual);
    }
}
