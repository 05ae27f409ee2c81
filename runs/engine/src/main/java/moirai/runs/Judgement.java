package moirai.runs;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.history.History;
import moirai.history.level.IsolationLevel;

/**
 * What a history says about the expected level, and how much weight that has. A pure function of the history.
 *
 * @param expect the level that must hold
 * @param durability whether what was acknowledged is still there, which is asked at every level
 */
public record Judgement(
        IsolationLevel expect, Verdict verdict, Findings findings, Weight weight, Durability durability) {

    /** A level may hold of a history from whose end acknowledged appends are gone. */
    private static final Verdict NOT_READ = new Verdict.Undecided("whether acknowledged appends were lost is not known:"
            + " not every node was read when the faults were over");

    /**
     * How much could have been noticed.
     *
     * @param lack why the evidence does not carry a pass, in words; empty if it does
     * @param isTimed whether the history has times; if not, nobody can tell what overlapped
     * @param completeNanos for each anomaly of the findings when the last of its transactions had ended, on the run's
     *     clock; says nothing if there are no times
     */
    public record Weight(Evidence evidence, String lack, boolean isTimed, List<Long> completeNanos) {

        public Weight {
            completeNanos = List.copyOf(completeNanos);
        }
    }

    /** Judges a history. */
    public static Judgement of(History history, Checker checker, IsolationLevel expect, EvidenceRule rule) {
        return of(history, checker.analyze(history, expect), expect, rule);
    }

    /** What these findings on a history say, which may be all that there was time for. */
    public static Judgement of(History history, Findings findings, IsolationLevel expect, EvidenceRule rule) {
        Evidence evidence = Evidence.of(history);
        Durability durability = Durability.of(history);
        Verdict verdict = findings.at(expect);
        return new Judgement(
                expect,
                durability.isDoubtful() && verdict instanceof Verdict.Pass ? NOT_READ : verdict,
                findings,
                new Weight(
                        evidence,
                        rule.lack(evidence, history.isTimed())
                                .or(() -> rule.lack(durability))
                                .orElse(""),
                        history.isTimed(),
                        findings.anomalies().stream()
                                .map(anomaly -> completeNanos(history, anomaly))
                                .toList()),
                durability);
    }

    /**
     * That nothing follows from a history, since others may have written to what it is of: neither what it shows nor
     * what it does not show is the database's doing.
     *
     * @param why a sentence without its end
     */
    public static Judgement displaced(History history, IsolationLevel expect, String why) {
        Durability durability = Durability.of(history);
        return new Judgement(
                expect,
                new Verdict.Undecided(why),
                new AnomalyLog(history).findings(0, 0, Map.of()),
                new Weight(Evidence.of(history), "", history.isTimed(), List.of()),
                new Durability(durability.isAsked(), false, 0, 0, List.of(), durability.faults()));
    }

    private static long completeNanos(History history, Anomaly anomaly) {
        return anomaly.txns().stream().mapToLong(history::endNanos).max().orElse(Long.MAX_VALUE);
    }

    /**
     * When the first witness against this level was complete, on the run's clock; {@link Long#MAX_VALUE} if nobody can
     * tell. O(anomalies).
     */
    public long completeNanos(IsolationLevel level) {
        Set<Anomaly> against = Set.copyOf(findings.forbiddenAt(level));
        List<Anomaly> all = findings.anomalies();
        return isTimed()
                ? IntStream.range(0, all.size())
                        .filter(i -> against.contains(all.get(i)))
                        .mapToLong(i -> weight.completeNanos().get(i))
                        .min()
                        .orElse(Long.MAX_VALUE)
                : Long.MAX_VALUE;
    }

    /** The same judgement of work that was cut short: what is not proven is undecided for this reason. */
    public Judgement cutShort(String reason) {
        Verdict known = verdict instanceof Verdict.Undecided ? new Verdict.Undecided(reason) : verdict;
        return new Judgement(expect, known, findings, weight, durability);
    }

    public Evidence evidence() {
        return weight.evidence();
    }

    /** Why the evidence does not carry a pass, in words; empty if it does. */
    public String lack() {
        return weight.lack();
    }

    /** Whether the history has times; if not, nobody can tell what overlapped. */
    public boolean isTimed() {
        return weight.isTimed();
    }

    /** A proof needs no further evidence, a pass does. */
    public ExitCode exitCode() {
        if (durability.isBroken()) {
            return ExitCode.INVALID;
        }
        return switch (verdict) {
            case Verdict.Fail fail -> ExitCode.INVALID;
            case Verdict.Undecided undecided -> ExitCode.UNKNOWN;
            case Verdict.Pass pass -> lack().isEmpty() ? ExitCode.VALID : ExitCode.INSUFFICIENT_EVIDENCE;
        };
    }

    /** The first words of the verdict line; scripts search for them, so they never change. */
    public String word() {
        if (durability.isBroken()) {
            return "INVALID";
        }
        return switch (verdict) {
            case Verdict.Fail fail -> "INVALID";
            case Verdict.Undecided undecided -> "UNKNOWN";
            case Verdict.Pass pass -> lack().isEmpty() ? "VALID" : "INSUFFICIENT EVIDENCE";
        };
    }
}
