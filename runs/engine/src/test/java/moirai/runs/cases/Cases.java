package moirai.runs.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import moirai.analysis.durability.WriteKind;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.cases.format.AnalysisFormat;
import moirai.runs.cases.format.CaseFormat;

/** Cases for tests. */
public final class Cases {

    private static final List<String> ARGV =
            List.of("run", "--db", "postgres", "--isolation", "repeatable-read", "--seed", "2a");

    private static final Path FOLDER = Path.of("src/test/resources/cases");

    private Cases() {}

    /** Returns a case of two transactions at PostgreSQL's repeatable read, each of which misses the other's append. */
    public static HistoryCase writeSkew() {
        return of(Phenomenon.G2_ITEM, "repeatable-read", IsolationLevel.SERIALIZABLE, """
                T0 s3 ok @1000..9000 r1=[] a2=7
                T1 s5 ok @2000..8000 r2=[] a1=8
                """);
    }

    /** Returns a case of PostgreSQL. */
    public static HistoryCase of(Phenomenon phenomenon, String isolation, IsolationLevel expect, String notation) {
        RunHeader header = header(isolation, expect);
        History history = history(header, notation).build();
        return new HistoryCase(
                new Claim.Forbidden(phenomenon, expect),
                history,
                Origin.of(header, ARGV, 20_000, List.of()),
                List.of());
    }

    /** Returns a case of an append that was acknowledged, and that no read finds after a failover. */
    public static HistoryCase lostAppend() {
        return lost(WriteKind.APPEND, "T0 s0 ok @1000..2000 a1=7\nT1 s1 ok @8000..9000 r1=[]\n", List.of(17, 19_999));
    }

    /** Returns a case of an acknowledged element of a set that a failover has lost. */
    public static HistoryCase lostAdd() {
        return lost(WriteKind.ADD, "T0 s0 ok @1000..2000 e1=7\nT1 s1 ok @8000..9000 r1={}\n", List.of(17, 19_999));
    }

    /** Returns a case of an acknowledged write of a register, in whose place an older one is shown. */
    public static HistoryCase lostWrite() {
        return lost(
                WriteKind.WRITE,
                "T0 s0 ok @100..200 w1=6\nT1 s0 ok @1000..2000 w1=7\nT2 s1 ok @8000..9000 r1=6\n",
                List.of(4, 17, 19_999));
    }

    private static HistoryCase lost(WriteKind kind, String text, List<Integer> txns) {
        RunHeader header = header("repeatable-read", IsolationLevel.SNAPSHOT_ISOLATION);
        HistoryBuilder history = history(header, text);
        history.fault(new FaultEvent(3000, FaultEvent.Phase.INJECTED, "failover", "n1"));
        history.fault(new FaultEvent(4000, FaultEvent.Phase.HEALED, "failover", "n1"));
        history.fault(new FaultEvent(7000, FaultEvent.Phase.INJECTED, "final-reads", "all"));
        history.fault(new FaultEvent(9500, FaultEvent.Phase.HEALED, "final-reads", "all"));
        return new HistoryCase(
                new Claim.Lost(kind, "1", 7),
                history.build(),
                Origin.of(header, List.of("run", "--db=postgres:3"), 20_000, txns),
                List.of());
    }

    /** Returns a case of a deposit that is lost, in an execution that breaks an assertion of its program. */
    public static ExploredCase lostDeposit() {
        return (ExploredCase) CaseFormat.read(FOLDER.resolve("explored-behaviour-2.json"));
    }

    /** Returns a case of a cycle of two sales, of which one is lost. */
    public static PredictedCase lostSale() {
        return shop().cases().getFirst();
    }

    /** Returns the anomalies of a shop at read committed. */
    public static PredictedCases shop() {
        Path file = FOLDER.resolve("analysis-1.json");
        try {
            return AnalysisFormat.parse(file.toString(), Files.readString(file), name -> {
                throw new IllegalStateException(name + " is no folder");
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static RunHeader header(String isolation, IsolationLevel expect) {
        return new RunHeader(
                new Seed(42),
                "append",
                isolation,
                expect.label(),
                "PostgreSQL 18.6",
                Instant.parse("2026-11-01T12:00:00Z"));
    }

    private static HistoryBuilder history(RunHeader header, String notation) {
        History parsed = HistoryNotation.parse(notation);
        var builder = new HistoryBuilder(header);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            builder.add(parsed.txn(txn));
        }
        return builder;
    }
}
