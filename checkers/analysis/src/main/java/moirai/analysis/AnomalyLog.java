package moirai.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * Collects what is found: of each phenomenon the witnesses that are easiest to read, one of each shape among them, and
 * the number of all.
 */
public final class AnomalyLog {

    /** The number of witnesses that are kept of a phenomenon; the others are only counted. */
    private static final int WITNESSES_MAX = 8;

    /**
     * The number of shapes of a phenomenon of which the easiest witness is kept, even if witnesses of other shapes are
     * easier to read.
     */
    private static final int SHAPES_KEPT_MAX = 4;

    /**
     * The number of shapes of cycles, over all phenomena, whose easiest witness is kept for the findings. Of further
     * shapes none is kept.
     */
    private static final int SHAPES_MAX = 64;

    private final History history;
    private final Map<Phenomenon, TreeSet<Anomaly>> witnesses = new EnumMap<>(Phenomenon.class);
    private final Map<AnomalyShape, Anomaly> ofShapes = new LinkedHashMap<>();
    private final SightingLog seen;
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
    private final Comparator<Anomaly> easiestFirst;
    private final Predicate<Anomaly> filter;
    private final IntPredicate isDoubtful;

    /** An empty log of anomalies in this history. */
    public AnomalyLog(History history) {
        this(history, anomaly -> true);
    }

    /**
     * An empty log of some anomalies in this history.
     *
     * @param filter is asked once for each anomaly that is added, and decides whether it counts
     */
    public AnomalyLog(History history, Predicate<Anomaly> filter) {
        this(history, filter, txn -> true);
    }

    /**
     * An empty log of some anomalies in this history.
     *
     * @param filter is asked once for each anomaly that is added, and decides whether it counts
     * @param isDoubtful decides whether a doubt about a transaction counts, of which something may be missing
     */
    public AnomalyLog(History history, Predicate<Anomaly> filter, IntPredicate isDoubtful) {
        this.history = history;
        this.filter = filter;
        this.isDoubtful = isDoubtful;
        this.seen = new SightingLog(history.faults());
        // Fewest transactions, then fewest ops, then the earliest; the text makes the order total.
        this.easiestFirst = Comparator.comparingInt(
                        (Anomaly anomaly) -> anomaly.txns().size())
                .thenComparingInt(anomaly -> opCount(history, anomaly))
                .thenComparingInt(AnomalyLog::firstTxn)
                .thenComparing(Anomaly::toString);
    }

    private static int opCount(History history, Anomaly anomaly) {
        int count = 0;
        for (int txn : anomaly.txns()) {
            count += history.endOp(txn) - history.firstOp(txn);
        }
        return count;
    }

    private static int firstTxn(Anomaly anomaly) {
        List<Integer> txns = anomaly.txns();
        return txns.isEmpty() ? 0 : Collections.min(txns);
    }

    /**
     * Counts the anomaly, and keeps it if it is among the easiest to read. O(its transactions + faults that were there
     * then).
     */
    public void add(Anomaly anomaly) {
        if (!filter.test(anomaly)) {
            return;
        }
        seen.add(history, anomaly);
        TreeSet<Anomaly> kept = witnesses.computeIfAbsent(anomaly.phenomenon(), first -> new TreeSet<>(easiestFirst));
        if (kept.size() < WITNESSES_MAX) {
            kept.add(anomaly);
        } else if (easiestFirst.compare(anomaly, kept.last()) < 0 && kept.add(anomaly)) {
            kept.pollLast();
        }
        if (anomaly instanceof Anomaly.Cycle) {
            AnomalyShape shape = AnomalyShape.of(history, anomaly);
            if (ofShapes.size() < SHAPES_MAX || ofShapes.containsKey(shape)) {
                ofShapes.merge(shape, anomaly, BinaryOperator.minBy(easiestFirst));
            }
        }
    }

    /** Notes that a phenomenon may be there without having been found; the first reason stays. */
    public void doubt(Phenomenon phenomenon, String reason) {
        doubts.putIfAbsent(phenomenon, reason);
    }

    /** Notes that a transaction may show a phenomenon; the first reason stays. */
    public void doubt(Phenomenon phenomenon, int txn, Supplier<String> reason) {
        if (isDoubtful.test(txn) && !doubts.containsKey(phenomenon)) {
            doubts.put(phenomenon, reason.get());
        }
    }

    /** Notes that whatever needs the order in real time may be there, as in a history without times. O(phenomena). */
    public void doubtRealtime() {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            if (phenomenon.label().endsWith("-realtime")) {
                doubt(phenomenon, "no times were recorded, so nothing is known of the order in real time");
            }
        }
    }

    /**
     * Returns what was collected.
     *
     * @param txns transactions that take part
     * @param edges dependencies between them
     * @param examined the levels that were examined, see {@link Findings}
     */
    public Findings findings(int txns, long edges, Map<IsolationLevel, String> examined) {
        List<Anomaly> sorted = new ArrayList<>();
        witnesses.forEach((phenomenon, easiest) -> {
            var kept = new TreeSet<>(easiestFirst);
            ofShapes.values().stream()
                    .filter(anomaly -> anomaly.phenomenon() == phenomenon)
                    .sorted(easiestFirst)
                    .limit(SHAPES_KEPT_MAX)
                    .forEach(kept::add);
            easiest.stream()
                    .filter(anomaly -> !kept.contains(anomaly))
                    .limit(Math.max(0, WITNESSES_MAX - kept.size()))
                    .toList()
                    .forEach(kept::add);
            sorted.addAll(kept);
        });
        return new Findings(txns, edges, examined, sorted, seen.sightings(), doubts);
    }
}
