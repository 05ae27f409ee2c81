package moirai.runs.html;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import moirai.analysis.validation.LevelChecker;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import moirai.runs.store.RunDirectory;

/** The sources of reports in tests. */
final class Sources {

    /** A history in which T0 and T1 miss each other's appends while n2 is paused, and T2 is refused. */
    static final String WRITE_SKEW = """
            T0 s0 @10000000..50000000 r1=[] a2=7
            T1 s1 @20000000..60000000 r2=[] a1=8
            T2 s1 fail:40001 @65000000..69000000 a1=9
            T3 s0 @70000000..80000000 r1=[8] r2=[7]
            """;

    static final List<FaultEvent> PAUSE = List.of(
            new FaultEvent(15_000_000, FaultEvent.Phase.INJECTED, "pause", "n2"),
            new FaultEvent(75_000_000, FaultEvent.Phase.HEALED, "pause", "n2"));

    private Sources() {}

    static RunHeader header(String database) {
        return new RunHeader(
                new Seed(0x7f3a), "append key-count=10", "repeatable-read", "serializable", database, Instant.EPOCH);
    }

    static History history(String text, RunHeader header, List<FaultEvent> faults) {
        History parsed = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(header);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            builder.add(parsed.txn(txn));
        }
        faults.forEach(builder::fault);
        return builder.build();
    }

    static ReportSource of(History history, Path run, List<String> notes) {
        Judgement judgement = Judgement.of(history, new LevelChecker(), IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);
        List<String> argv = List.of("run", "--db", "postgres", "--seed", "7f3a");
        var besides = new ReportSource.Circumstances(argv, notes, new RunDirectory(run).places());
        return ReportSource.of(history, judgement, run, besides);
    }

    static ReportSource writeSkew(Path run) {
        return of(history(WRITE_SKEW, header("PostgreSQL 18.6"), PAUSE), run, List.of());
    }

    /**
     * Returns pairs of transactions on keys of their own, every thousandth pair a write skew, every tenth transaction
     * refused.
     */
    static History large(int txnCount) {
        var builder = new HistoryBuilder(header("PostgreSQL 18.6"));
        for (int pair = 0; pair < txnCount / 2; pair++) {
            long start = pair * 100_000L;
            boolean isSkewed = pair % 1000 == 0;
            long key = 2L * pair;
            for (int side = 0; side < 2; side++) {
                builder.read(key + side, new int[0], 0);
                builder.append(isSkewed ? key + 1 - side : key + side, pair * 2 + side + 1);
                Outcome how = pair % 10 == 5 ? new Outcome.Aborted("40001") : new Outcome.Committed();
                builder.end(side + 2 * (pair % 5), how, start + side, start + 50_000 + pair % 700 * 1_000L);
            }
            if (isSkewed) {
                for (int side = 0; side < 2; side++) {
                    // Who read the first side's key missed the append of the other.
                    builder.read(key + side, new int[] {pair * 2 + 2 - side}, 1);
                }
                builder.end(10, new Outcome.Committed(), start + 800_000, start + 810_000);
            }
        }
        return builder.build();
    }
}
