package moirai.runs;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.shrinking.Symptom;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.runs.interim.Streamed;

/**
 * The judgement of a history against the expected level, with the weight of the evidence. It is a pure function of the
 * history.
 *
 * @param expect the level that must hold
 * @param durability whether acknowledged writes are still there, which is checked at every level
 * @param reach how the judgement covers more or less than what is on the disk, as a clause; empty if it covers that
 */
public record Judgement(
        IsolationLevel expect, Verdict verdict, Findings findings, Weight weight, Durability durability, String reach) {

    /** The number of ops of a history for which a second thread is worth its start. */
    private static final int OPS_OF_TWO_THREADS = 100_000;

    /**
     * The weight of a judgement: how much the run could have noticed.
     *
     * @param lack the reason why the evidence does not suffice for a pass, in words; empty if it suffices
     * @param isTimed whether the history has times; without times overlap is unknown
     * @param completeNanos for each anomaly of the findings the time, on the run's clock, at which the last of its
     *    transactions had ended; meaningless if there are no times
     */
    public record Weight(Evidence evidence, String lack, boolean isTimed, List<Long> completeNanos) {

        public Weight {
            completeNanos = List.copyOf(completeNanos);
        }
    }

    /** Makes a judgement of all that is on the disk. */
    public Judgement(IsolationLevel expect, Verdict verdict, Findings findings, Weight weight, Durability durability) {
        this(expect, verdict, findings, weight, durability, "");
    }

    /** Judges a history. */
    public static Judgement of(History history, Checker checker, IsolationLevel expect, EvidenceRule rule) {
        return of(history, () -> checker.analyze(history, expect), expect, rule);
    }

    /**
     * Judges a history by the findings that the supplier makes. The evidence needs only the history, so of a long one
     * another thread counts it meanwhile.
     */
    public static Judgement of(History history, Supplier<Findings> findings, IsolationLevel expect, EvidenceRule rule) {
        if (history.opCount() < OPS_OF_TWO_THREADS) {
            return of(history, findings.get(), expect, rule);
        }
        ForkJoinTask<Evidence> evidence =
                ForkJoinTask.adapt(() -> Evidence.of(history)).fork();
        return of(history, findings.get(), evidence.join(), expect, rule);
    }

    /** Returns the judgement of a history from these findings, which may be incomplete if time ran out. */
    public static Judgement of(History history, Findings findings, IsolationLevel expect, EvidenceRule rule) {
        return of(history, findings, Evidence.of(history), expect, rule);
    }

    private static Judgement of(
            History history, Findings findings, Evidence evidence, IsolationLevel expect, EvidenceRule rule) {
        return of(history, findings, evidence, Durability.of(history), expect, rule);
    }

    /**
     * Returns the judgement of a history that was read piece by piece.
     *
     * @param level the level that must hold
     */
    public static Judgement of(Streamed streamed, IsolationLevel level, EvidenceRule rule) {
        return of(
                streamed.history(),
                streamed.found().findings(),
                streamed.evidence(),
                streamed.durability(),
                level,
                rule);
    }

    private static Judgement of(
            History history,
            Findings findings,
            Evidence evidence,
            Durability durability,
            IsolationLevel expect,
            EvidenceRule rule) {
        Verdict verdict = findings.at(expect);
        return new Judgement(
                expect,
                verdict instanceof Verdict.Pass ? withDurability(verdict, durability) : verdict,
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
     * Returns the verdict that a level holds, or that it is not known whether acknowledged writes were lost: a level
     * may hold of a history that has lost them at its end.
     */
    private static Verdict withDurability(Verdict passed, Durability durability) {
        if (!durability.isDoubtful()) {
            return passed;
        }
        String writes = "whether acknowledged " + durability.kind().noun() + "s ";
        return new Verdict.Undecided(
                durability.isKnown()
                        ? writes + "of some parts of the run were lost is not known: their database ended before it was"
                                + " finally read, or --keep has dropped what final reads would be compared with"
                        : writes + "were lost is not known: not every node was read when the faults were over");
    }

    /**
     * Returns the judgement that nothing follows from a history, because others may have written to the same database:
     * neither an anomaly nor the absence of one can be attributed to the database.
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
                Durability.unknown(durability.kind(), durability.isAsked(), durability.faults()));
    }

    private static long completeNanos(History history, Anomaly anomaly) {
        return anomaly.txns().stream().mapToLong(history::endNanos).max().orElse(Long.MAX_VALUE);
    }

    /**
     * Returns the time, on the run's clock, at which the first witness against this level was complete; {@link
     * Long#MAX_VALUE} if it is unknown. Costs O(anomalies).
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

    /**
     * Returns the same judgement for work that was cut short: everything that is not proven becomes undecided for this
     * reason.
     */
    public Judgement cutShort(String reason) {
        Verdict known = verdict instanceof Verdict.Undecided ? new Verdict.Undecided(reason) : verdict;
        return new Judgement(expect, known, findings, weight, durability, reach);
    }

    /** Returns the judgement of the same findings against another level. */
    public Judgement at(IsolationLevel level) {
        Verdict other = findings.at(level);
        return new Judgement(
                level,
                other instanceof Verdict.Pass ? withDurability(other, durability) : other,
                findings,
                weight,
                durability,
                reach);
    }

    /** Returns the same judgement, which covers more or less than what is on the disk. */
    public Judgement reaching(String how) {
        return new Judgement(expect, verdict, findings, weight, durability, how);
    }

    /** Returns the same judgement with a doubt, for which a level that seems to hold is undecided. */
    public Judgement doubted(String why) {
        return verdict instanceof Verdict.Pass
                ? new Judgement(expect, new Verdict.Undecided(why), findings, weight, durability, reach)
                : this;
    }

    /** Returns whether the history shows a failure, proven. A lost write stands for any lost write. */
    public boolean shows(Symptom symptom) {
        return switch (symptom) {
            case Symptom.Lost lost -> durability.isBroken();
            case Symptom.Forbidden(var phenomenon, var level, var checker) ->
                findings.forbiddenAt(level).stream().anyMatch(anomaly -> anomaly.phenomenon() == phenomenon);
        };
    }

    public Evidence evidence() {
        return weight.evidence();
    }

    /** Returns the reason why the evidence does not suffice for a pass, in words; empty if it suffices. */
    public String lack() {
        return weight.lack();
    }

    /** Returns whether the history has times; without times overlap is unknown. */
    public boolean isTimed() {
        return weight.isTimed();
    }

    /** Returns the exit code of this judgement. A proof needs no further evidence, a pass does. */
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

    /**
     * Returns the exit code for a user who accepts every violation that was found: what is open besides stays open, for
     * a violation hides what else was not decided.
     */
    public ExitCode codeBesidesViolations() {
        if (exitCode() != ExitCode.INVALID) {
            return exitCode();
        }
        if (isPartlyOpen() || durability.isDoubtful()) {
            return ExitCode.UNKNOWN;
        }
        return lack().isEmpty() ? ExitCode.VALID : ExitCode.INSUFFICIENT_EVIDENCE;
    }

    private boolean isPartlyOpen() {
        return findings.doubts().keySet().stream().anyMatch(expect.forbidden()::contains);
    }

    /** Returns the first words of the verdict line. Scripts search for them, so they never change. */
    public String word() {
        return exitCode().words().toUpperCase(Locale.ROOT);
    }
}
