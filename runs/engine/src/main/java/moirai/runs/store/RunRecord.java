package moirai.runs.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import moirai.analysis.durability.Durability;
import moirai.history.RunHeader;
import moirai.history.keeping.Keep;
import moirai.history.level.IsolationLevel;
import moirai.runs.Judgement;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunTotals;
import moirai.runs.latency.Latency;
import moirai.runs.latency.Stages;
import moirai.runs.latency.TxnLatency;
import moirai.runs.measures.Measures;
import moirai.runs.parts.PartEnd;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.VerdictText;

/**
 * The contents of {@code run.json}, for tools. A change that a reader of an older version would misunderstand raises
 * {@code schema}.
 */
record RunRecord(
        int schema, RunSummary.Ending result, Identity identity, Setup setup, RunSummary.Found found, Seen seen) {

    private static final int SCHEMA = 1;

    /**
     * The identity of the run.
     *
     * @param stopped the reason for which it ended before its time; empty if it did not, or if a signal or a failure
     *     ended it
     * @param parts the parts of the run, of which there are several if it was resumed; {@code seconds}, and what
     *     {@code seen} says of latencies and arrivals, are those of the last
     */
    record Identity(
            String moirai, String started, double seconds, List<String> argv, String stopped, List<PartEnd> parts) {}

    /** The request of the run and the database that it was made of. */
    record Setup(String seed, String workload, String isolation, String database, Limits limits) {}

    /**
     * The limits of the run; 0 transactions stand for no limit.
     *
     * @param keep how much of the history stays on the disk, as it is typed
     */
    record Limits(int concurrency, double timeLimitSeconds, long txnCount, int committedMin, String keep) {}

    /**
     * The contents of the history, and the times of the database.
     *
     * @param sessionsAt the numbers of the sessions at each node; empty if there is only one place
     */
    record Seen(
            Counts counts,
            Teeth evidence,
            Latencies latencyMicros,
            int sessions,
            Map<String, List<Integer>> sessionsAt,
            Arrivals arrivals) {}

    /**
     * The outcome of transactions that were due at given times.
     *
     * @param rate in transactions a second; of several stages the mean; 0 if none was due at a given time
     * @param stages empty if there is one rate, or none
     */
    record Arrivals(double rate, List<Stage> stages, long missed, Latency latencyMicros) {}

    /** A part of a run, with the rates at its begin and at its end. */
    record Stage(double seconds, double from, double to) {}

    /** The transactions by outcome. */
    record Counts(int committed, int aborted, int indeterminate) {}

    /** The latencies of all transactions, and by the name of their kind. */
    record Latencies(long p50, long p99, long max, Map<String, Latency> byKind) {

        static Latencies of(TxnLatency latency) {
            var byKind = new LinkedHashMap<String, Latency>();
            latency.byKind().forEach((kind, ofKind) -> byKind.put(kind.label(), ofKind));
            Latency all = latency.all();
            return new Latencies(all.p50(), all.p99(), all.max(), byKind);
        }
    }

    /** The weight of the evidence: how much could have been noticed. */
    record Teeth(double overlap, long versionsRead, int keysContended) {}

    static RunRecord of(RunSettings settings, RunResult run, List<String> argv, Keep keep) {
        Judgement judgement = run.judgement();
        RunHeader header = run.header();
        Load load = settings.load();
        var limits = new Limits(
                load.concurrency(),
                load.timeLimit().toMillis() / 1e3,
                load.txnCount() == Load.UNLIMITED ? 0 : load.txnCount(),
                settings.evidence().committedMin(),
                keep.toString());
        return new RunRecord(
                SCHEMA,
                new RunSummary.Ending(
                        judgement.word(),
                        run.exitCode().code(),
                        run.beside().code().code(),
                        judgement.expect().label(),
                        judgement.lack(),
                        VerdictText.meaning(judgement, header).orElse(""),
                        run.notes()),
                new Identity(
                        OwnCommand.version(),
                        run.totals().started().toString(),
                        run.totals().elapsed().toMillis() / 1e3,
                        argv,
                        run.beside().stopped(),
                        run.beside().parts()),
                new Setup(header.seed().toString(), header.workload(), header.isolation(), header.database(), limits),
                found(judgement, run.beside().measures()),
                seen(judgement, run.totals()));
    }

    private static RunSummary.Found found(Judgement judgement, Measures measures) {
        var anomalies = new LinkedHashMap<String, Long>();
        judgement
                .findings()
                .counts()
                .forEach((phenomenon, count) -> anomalies.put(phenomenon.label(), count.longValue()));
        Durability durability = judgement.durability();
        var doubts = new LinkedHashMap<String, String>();
        judgement.findings().doubts().forEach((phenomenon, doubt) -> doubts.put(phenomenon.label(), doubt));
        return new RunSummary.Found(
                anomalies,
                labels(judgement.findings().strongestHolding()),
                labels(judgement.findings().weakestBroken()),
                doubts,
                new RunSummary.Durability(
                        durability.isAsked(),
                        durability.isBroken() || (durability.isKnown() && !durability.isDoubtful()),
                        durability.acknowledged(),
                        durability.lostCount(),
                        durability.counts().unread()),
                measures);
    }

    private static Seen seen(Judgement judgement, RunTotals totals) {
        var evidence = judgement.evidence();
        return new Seen(
                new Counts(evidence.committed(), evidence.aborted(), evidence.indeterminate()),
                new Teeth(evidence.overlap(), evidence.versionsRead(), evidence.keysContended()),
                Latencies.of(totals.latency()),
                totals.sessions().opened(),
                totals.sessions().byNode(),
                arrivals(totals));
    }

    private static Arrivals arrivals(RunTotals totals) {
        Stages stages = totals.arrivals().stages();
        return new Arrivals(
                stages.isPaced() ? stages.mean(totals.elapsed()) : 0,
                stages.isStaged()
                        ? IntStream.range(0, stages.stages().size())
                                .mapToObj(i -> stage(stages, i))
                                .toList()
                        : List.of(),
                totals.arrivals().missed(),
                totals.arrivals().latencyMicros());
    }

    private static Stage stage(Stages stages, int index) {
        Stages.Stage stage = stages.stages().get(index);
        return new Stage(stage.length().toMillis() / 1e3, stages.rateBefore(index), stage.rate());
    }

    private static List<String> labels(List<IsolationLevel> levels) {
        return levels.stream().map(IsolationLevel::label).toList();
    }
}
