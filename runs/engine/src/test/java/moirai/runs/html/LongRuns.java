package moirai.runs.html;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.SightingLog;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.Judgement;
import moirai.runs.summary.HistorySummary;
import moirai.runs.summary.SummaryBuilder;

/**
 * Reports of runs of which nobody holds the history: transactions at a steady rate with a stall and a burst of a second
 * each, a fault every ten seconds, and a write skew a second from the middle of the run on.
 */
final class LongRuns {

    private static final long SECOND = 1_000_000_000;

    /** The parts of the run at which the stall and the burst begin. */
    private static final double STALL = 0.4;

    private static final double BURST = 0.7;

    private static final List<String> FAULTS = List.of("kill", "pause", "partition", "failover");

    private LongRuns() {}

    static HistorySummary summary(long txnCount, Duration length) {
        var builder = new SummaryBuilder(Sources.header("PostgreSQL 18.6, 3 nodes, replication apply"));
        var random = new Random(1);
        double apart = (double) length.toNanos() / txnCount;
        long stall = (long) (STALL * length.toNanos()) / SECOND * SECOND;
        long burst = (long) (BURST * length.toNanos()) / SECOND * SECOND;
        var committed = new Outcome.Committed();
        var refused = new Outcome.Aborted("40001");
        var unknown = new Outcome.Indeterminate("08006");
        for (long txn = 0; txn < txnCount; txn++) {
            long end = (long) (txn * apart);
            // Who would have ended in the stall ends in the burst.
            if (end >= stall && end < stall + SECOND) {
                end = burst + (end - stall);
            }
            int dice = random.nextInt();
            long latency = 300_000 + (dice & 0xffff) * 40L;
            if ((dice & 0xff0_0000) == 0) {
                latency *= 20;
            }
            int kind = dice >>> 24;
            builder.add(kind < 6 ? refused : kind == 255 ? unknown : committed, Math.max(0, end - latency), end, 3);
        }
        faults(length).forEach(builder::add);
        return builder.build();
    }

    private static List<FaultEvent> faults(Duration length) {
        var events = new ArrayList<FaultEvent>();
        for (long second = 5; second + 10 < length.toSeconds(); second += 10) {
            String fault = FAULTS.get((int) (second / 10 % FAULTS.size()));
            String target = "n" + (second / 10 % 3 + 1);
            events.add(new FaultEvent(second * SECOND, FaultEvent.Phase.INJECTED, fault, target));
            events.add(new FaultEvent((second + 4) * SECOND, FaultEvent.Phase.HEALED, fault, target));
        }
        return events;
    }

    /** Returns a write skew that is complete at this time. */
    private static History skew(HistorySummary summary, long nanos) {
        var builder = new HistoryBuilder(summary.header());
        builder.read(1, new int[0], 0).append(2, 7).end(41, new Outcome.Committed(), nanos - 900_000, nanos - 200_000);
        builder.read(2, new int[0], 0).append(1, 8).end(42, new Outcome.Committed(), nanos - 800_000, nanos);
        builder.read(1, new int[] {8}, 1)
                .read(2, new int[] {7}, 1)
                .end(43, new Outcome.Committed(), nanos + 1_000, nanos + 1_000_000);
        return builder.build();
    }

    private static Judgement judgement(HistorySummary summary, Findings findings) {
        long ok = summary.speed()
                .between(summary.times().firstNanos(), summary.times().lastNanos())
                .ok();
        var evidence =
                new Evidence((int) ok, (int) (summary.sizes().txns() - ok), 0, (int) (ok / 2), 3 * ok, 9_000_000);
        return new Judgement(
                IsolationLevel.SERIALIZABLE,
                findings.at(IsolationLevel.SERIALIZABLE),
                findings,
                new Judgement.Weight(evidence, "", true, List.of()),
                Durability.unknown(WriteKind.APPEND, false, summary.faults()));
    }

    static ReportSource of(HistorySummary summary, Path run) {
        var log = new SightingLog(summary.faults());
        var anomaly = new Anomaly.Cycle(
                Phenomenon.G2_ITEM, List.of(0, 1), List.of(Dependency.READ_WRITE, Dependency.READ_WRITE));
        var explanations = new ArrayList<Explanation>();
        long last = summary.times().lastNanos();
        for (long nanos = last / 2; nanos < last; nanos += Math.max(SECOND, last / 50_000)) {
            History excerpt = skew(summary, nanos);
            log.add(excerpt, anomaly);
            if (explanations.size() < 8) {
                explanations.add(new Explainer(excerpt).explain(anomaly));
            }
        }
        var findings = new Findings(
                (int) summary.sizes().txns(),
                4 * summary.sizes().txns(),
                Map.of(IsolationLevel.SERIALIZABLE, "a streaming search for cycles"),
                explanations.stream().map(Explanation::anomaly).toList(),
                log.sightings(),
                Map.of());
        return new ReportSource(
                summary,
                judgement(summary, findings),
                Proofs.ofExcerpts(explanations, explanations.getFirst().history()),
                run,
                new ReportSource.Circumstances(
                        List.of("run", "--db", "postgres:3", "--time-limit", "12h"), List.of(), new TreeMap<>()));
    }
}
