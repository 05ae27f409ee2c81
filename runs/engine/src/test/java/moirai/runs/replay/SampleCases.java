package moirai.runs.replay;

import java.time.Instant;
import java.util.List;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;

/** Cases as runs on PostgreSQL produce them, with times that say little about single statements. */
final class SampleCases {

    /** A history in which each transaction misses the other's append. */
    static final String WRITE_SKEW = """
            T0 s3 @1000..9000 r10=[] a25=7
            T1 s5 @2000..8000 r25=[] a10=8
            """;

    /** A history in which both transactions read the empty list and append to it. */
    static final String LOST_UPDATE = """
            T0 s3 @1000..5000 r10=[] a10=7
            T1 s5 @2000..9000 r10=[] a10=8 r10=[7 8]
            """;

    /** A history in which the second read of a transaction shows a write that its first read could not show. */
    static final String READ_SKEW = """
            T0 s3 @1000..9000 r10=[] r25=[8]
            T1 s5 @2000..5000 a10=7 a25=8
            """;

    /** A history with a read of a value that was never committed. */
    static final String ABORTED_READ = """
            T0 s0 fail:40001 @1000..5000 a10=7
            T1 s1 @3000..6000 r10=[7]
            """;

    /** A history in which two readers disagree about the order of two writes. */
    static final String LONG_FORK = """
            T0 s0 @1000..5000 a10=1
            T1 s1 @1000..5000 a25=2
            T2 s2 @3000..6000 r10=[1] r25=[]
            T3 s3 @3000..6000 r10=[] r25=[2]
            """;

    private SampleCases() {}

    /** Returns a case of a run at this level. */
    static HistoryCase of(String notation, Phenomenon phenomenon, IsolationLevel level, String isolation) {
        var header = new RunHeader(
                new Seed(7), Workload.append().toString(), isolation, level.label(), "PostgreSQL 18.6", Instant.EPOCH);
        var claim = new Claim.Forbidden(phenomenon, level);
        History whole = history(notation, header);
        History minimal = HistoryShrinker.shrink(
                        whole,
                        claim.symptom(),
                        claim.witness(whole).orElseThrow().txns())
                .orElseThrow()
                .history();
        return new HistoryCase(claim, minimal, new Origin("postgres", "", List.of(), 5000, List.of()), List.of());
    }

    static History history(String notation, RunHeader header) {
        History parsed = HistoryNotation.parse(notation);
        var builder = new HistoryBuilder(header);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            builder.add(parsed.txn(txn));
        }
        return builder.build();
    }
}
