package moirai.studies.shrinking;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Shrunk;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.studies.ListAppendHistories;

/**
 * Measures the cost of checking a large history of lists in which each phenomenon of the table of phenomena is planted
 * once, and of shrinking the history to each. Run by {@code scripts/shrinking-cost [transactions]}. The exit code is 1
 * if a phenomenon of the table is not found.
 */
public final class ShrinkingReport {

    private static final int SESSIONS = 20;
    private static final IsolationLevel LEVEL = IsolationLevel.STRICT_SERIALIZABLE;
    private static final Path CHECKERS = Path.of("checkers");
    private static final Pattern ROW =
            Pattern.compile("\\| `(?<phenomenon>[^`]+)` \\|.*\\| `(?<file>histories/[^`]+)`.*");
    /** The distance of the keys and sessions of plants from all others. */
    private static final long APART = 1_000_000_000;

    private ShrinkingReport() {}

    /** Prints a line for each phenomenon and one for the whole. To be started in the root of the project. */
    public static void main(String[] args) throws IOException {
        int txnCount = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        Map<String, Path> plants = plants();
        History history = planted(txnCount, plants.values());
        System.out.printf(
                "%,d transactions, %,d ops, %d histories planted%n",
                history.txnCount(),
                history.opCount(),
                Set.copyOf(plants.values()).size());
        var checker = new LevelChecker();
        long begin = System.nanoTime();
        Findings findings = checker.analyze(history, LEVEL);
        double checked = secondsSince(begin);
        Set<Phenomenon> seen = new LinkedHashSet<>();
        double shrunk = 0;
        for (Anomaly anomaly : findings.forbiddenAt(LEVEL)) {
            if (seen.add(anomaly.phenomenon())) {
                shrunk += shrink(history, anomaly, checker);
            }
        }
        System.out.printf(
                "checked in %.1f s, shrunk %d times in %.1f s, heap at most %,d MB%n",
                checked, seen.size(), shrunk, heapPeakMegabytes());
        List<String> missing = plants.keySet().stream()
                .filter(label ->
                        seen.stream().noneMatch(phenomenon -> phenomenon.label().equals(label)))
                .toList();
        if (!missing.isEmpty()) {
            System.out.println("not found: " + missing);
            System.exit(1);
        }
    }

    private static double shrink(History history, Anomaly anomaly, LevelChecker checker) {
        var symptom = new Symptom.Forbidden(anomaly.phenomenon(), LEVEL, checker);
        long begin = System.nanoTime();
        Shrunk shrunk = HistoryShrinker.shrink(history, symptom, anomaly.txns()).orElseThrow();
        double seconds = secondsSince(begin);
        System.out.printf(
                "%-32s %3d transactions, %3d ops, %s, %4d parts, %6.3f s%n",
                anomaly.phenomenon().label(),
                shrunk.history().txnCount(),
                shrunk.history().opCount(),
                shrunk.isMinimal() ? "minimal" : "perhaps not minimal",
                shrunk.attempts(),
                seconds);
        return seconds;
    }

    /** Returns the smallest history of each phenomenon that lists can show. */
    private static Map<String, Path> plants() throws IOException {
        Path resources = CHECKERS.resolve("analysis/src/test/resources");
        var plants = new TreeMap<String, Path>();
        for (String line : Files.readAllLines(CHECKERS.resolve("PHENOMENA.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group("phenomenon").startsWith("serial-violation")) {
                plants.put(row.group("phenomenon"), resources.resolve(row.group("file") + ".txt"));
            }
        }
        return plants;
    }

    /** Returns a large valid history with each of the files planted in it. */
    private static History planted(int txnCount, Iterable<Path> files) throws IOException {
        var txns = new ArrayList<Txn>();
        History sound = ListAppendHistories.history(Workload.append(), txnCount, SESSIONS);
        for (int txn = 0; txn < sound.txnCount(); txn++) {
            txns.add(sound.txn(txn));
        }
        var plants = new ArrayList<Txn>();
        Set<Path> once = new LinkedHashSet<>();
        for (Path file : files) {
            if (once.add(file)) {
                long begin =
                        txns.get((int) ((long) txns.size() * once.size() / 100)).startNanos();
                History plant = HistoryNotation.parse(file.toString(), Files.readString(file));
                for (int txn = 0; txn < plant.txnCount(); txn++) {
                    plants.add(moved(plant.txn(txn), once.size(), begin));
                }
            }
        }
        txns.addAll(plants);
        // Stable, so that transactions of one session keep their order.
        txns.sort(Comparator.comparingLong(Txn::startNanos));
        var history = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(history::add);
        return history.build();
    }

    private static Txn moved(Txn txn, int number, long begin) {
        long keys = number * APART;
        List<Op> ops = txn.ops().stream().map(op -> moved(op, keys)).toList();
        int session = (int) (APART + 1_000L * number + txn.session());
        return new Txn(session, ops, txn.outcome(), begin + txn.startNanos(), begin + txn.endNanos());
    }

    private static Op moved(Op op, long keys) {
        return switch (op) {
            case Op.Append(long key, int element) -> new Op.Append(keys + key, element);
            case Op.Read(long key, var elements) -> new Op.Read(keys + key, elements);
            case Op.Scan(long key, long to, int matches) -> new Op.Scan(keys + key, keys + to, matches);
            case Op.OffList other -> throw new IllegalStateException(other + " is no op on a list");
        };
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static long heapPeakMegabytes() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .map(MemoryPoolMXBean::getPeakUsage)
                        .mapToLong(usage -> usage.getUsed())
                        .sum()
                / 1_000_000;
    }
}
