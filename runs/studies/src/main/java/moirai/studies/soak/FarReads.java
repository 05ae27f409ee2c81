package moirai.studies.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.Findings;
import moirai.clients.memory.MemoryIsolation;
import moirai.generators.Workload;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryTail;
import moirai.history.files.HistoryWriter;
import moirai.history.level.IsolationLevel;
import moirai.history.resuming.HistoryExtent;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunClock;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.SimulatedRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.interim.Streamed;
import moirai.runs.interim.StreamedCheck;

/**
 * Judges a long history of a simulated run at whose end two reads look far back: one is stale, and also shows something
 * new; the other lacks an append that was there before.
 */
public final class FarReads {

    /** The place in the history of what the last reads look at, in parts of it. */
    private static final int BACK = 20;

    private static final int PIECE_TXNS = 65_536;
    private static final int LENGTH_MIN = 8;

    private FarReads() {}

    /** Two reads of different keys from long ago, and one of the last. */
    private record Reads(Op.Read stale, Op.Read lacking, Op.Read recent) {}

    /** Takes the number of transactions, and a directory for the history, which must not exist. */
    public static void main(String[] args) throws IOException {
        int txns = Integer.parseInt(args[0]);
        Path directory = Path.of(args[1]);
        record(directory, txns);
        add(directory, find(directory, txns));
        long began = cpuNanos();
        Streamed judged = StreamedCheck.whole(directory);
        print(judged, cpuNanos() - began, System.out);
    }

    private static void record(Path directory, int txns) {
        var settings = new RunSettings(
                new Seed(1),
                Workload.parse("append max-txn-length=5"),
                new Levels("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE),
                new Load(20, Duration.ofDays(1), txns),
                EvidenceRule.DEFAULT);
        var history = HistoryDirectory.create(directory, header(), HistoryDirectory.Options.SIMULATION);
        new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                .run(new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE).open(settings.plantedBugSeed()));
    }

    private static RunHeader header() {
        return new RunHeader(
                new Seed(1), "append", "strict-serializable", "strict-serializable", "simulated", Instant.EPOCH);
    }

    private static Reads find(Path directory, int txns) {
        Optional<Op.Read> stale = Optional.empty();
        Optional<Op.Read> lacking = Optional.empty();
        Optional<Op.Read> recent = Optional.empty();
        long passed = 0;
        try (HistoryTail tail = HistoryTail.open(directory)) {
            tail.finish();
            HistoryTail.Piece piece;
            do {
                piece = tail.poll(PIECE_TXNS);
                passed += piece.ended().txnCount();
                if (passed >= txns / BACK && stale.isEmpty()) {
                    List<Op.Read> ofThen = reads(piece.ended(), 1);
                    stale = ofThen.stream()
                            .filter(read -> ofThen.stream()
                                    .anyMatch(other -> other.key() == read.key()
                                            && other.elements().count()
                                                    >= 2 * read.elements().count()))
                            .findFirst();
                    long key = stale.map(Op.Read::key).orElse(0L);
                    lacking = ofThen.stream()
                            .filter(read -> read.key() != key && read.elements().count() >= LENGTH_MIN)
                            .findFirst();
                }
                List<Op.Read> some = reads(piece.ended(), 1);
                recent = some.isEmpty() ? recent : Optional.of(some.getLast());
            } while (!piece.isEnd());
        }
        return new Reads(stale.orElseThrow(), lacking.orElseThrow(), recent.orElseThrow());
    }

    private static List<Op.Read> reads(History history, int lengthMin) {
        return IntStream.range(0, history.txnCount())
                .filter(txn -> history.outcome(txn) instanceof Outcome.Committed)
                .mapToObj(history::txn)
                .flatMap(txn -> txn.ops().stream())
                .filter(op -> op instanceof Op.Read read && read.elements().count() >= lengthMin)
                .map(Op.Read.class::cast)
                .toList();
    }

    private static void add(Path directory, Reads reads) throws IOException {
        HistoryExtent extent = HistoryExtent.of(directory);
        int session = Math.toIntExact(extent.nextSession());
        long now = extent.lastNanos() + 1;
        int[] lacking = reads.lacking().elements().toArray();
        int gap = lacking.length / 2;
        int[] gapped = IntStream.range(0, lacking.length)
                .filter(i -> i != gap)
                .map(i -> lacking[i])
                .toArray();
        var last = HistoryDirectory.resume(directory, header(), HistoryDirectory.Options.SIMULATION)
                .forWriters(1);
        try (HistoryWriter writer = last.writer(0)) {
            List<Op> both = List.of(reads.stale(), reads.recent());
            write(writer, new Txn(session, both, new Outcome.Committed(), now, now + 1));
            List<Op> one = List.of(new Op.Read(reads.lacking().key(), Elements.of(gapped)));
            write(writer, new Txn(session, one, new Outcome.Committed(), now + 2, now + 3));
        }
    }

    private static void write(HistoryWriter writer, Txn txn) {
        writer.begin(txn.session(), TxnPlan.of(txn.ops()), txn.startNanos());
        writer.end(txn);
    }

    private static void print(Streamed judged, long cpuNanos, PrintStream out) throws IOException {
        Findings found = judged.found().findings();
        out.println("transactions: " + judged.progress().txns() + ", read again "
                + judged.progress().work().sweeps() + " times");
        found.anomalies()
                .forEach(anomaly -> out.println("found: " + anomaly.phenomenon().label() + ", witnesses "
                        + anomaly.txns().size()));
        out.println("broken: " + found.weakestBroken() + ", holds: " + found.strongestHolding());
        out.printf(
                Locale.ROOT,
                "CPU: %.1f s, %.2f us a transaction%n",
                cpuNanos / 1e9,
                cpuNanos / 1e3 / judged.progress().txns());
        Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .forEach(out::println);
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }
}
