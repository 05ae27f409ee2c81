package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Findings;
import moirai.analysis.SightingLog;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** The anomalies that a stream has shown so far: each counted once, some of each shape kept with their witnesses. */
public final class StreamLog {

    /** The number of anomalies of a shape whose transactions are kept. */
    private static final int KEPT_OF_SHAPE = 2;

    /** The number of anomalies of a phenomenon whose transactions are kept. */
    private static final int KEPT_OF_PHENOMENON = 8;

    /** The number of anomalies after which the oldest of those that were counted may be counted again. */
    private static final int REMEMBERED_MAX = 1 << 18;

    private final Function<Set<IsolationLevel>, Map<IsolationLevel, String>> examined;
    private final Map<AnomalyShape, Count> counts = new LinkedHashMap<>();
    private final SightingLog seen = new SightingLog(List.of());
    private final Map<Phenomenon, Integer> keptOf = new EnumMap<>(Phenomenon.class);
    private final Set<Phenomenon> proven = EnumSet.noneOf(Phenomenon.class);
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
    private final Set<IsolationLevel> open = EnumSet.noneOf(IsolationLevel.class);
    private final Witnesses witnesses = new Witnesses();
    private LongOpenHashSet counted = new LongOpenHashSet();
    private LongOpenHashSet countedBefore = new LongOpenHashSet();

    /** Creates an empty log of anomalies of lists. */
    StreamLog() {
        this(ListAppendChecker::examined);
    }

    /**
     * Creates an empty log.
     *
     * @param examined returns the levels that are examined, and how, without those that {@link #open} was told of
     */
    public StreamLog(Function<Set<IsolationLevel>, Map<IsolationLevel, String>> examined) {
        this.examined = examined;
    }

    /** The number of anomalies of a shape whose transactions are kept, and what they prove. */
    private static final class Count {

        private int kept;
        private final Set<Phenomenon> proves = EnumSet.noneOf(Phenomenon.class);
    }

    /**
     * Returns a log for one look at a window. It counts an anomaly once, and only if all its transactions count.
     *
     * @param counts which transactions of the window count
     */
    public AnomalyLog of(History window, IntPredicate counts) {
        return new AnomalyLog(window, anomaly -> {
            for (int txn : anomaly.txns()) {
                if (!counts.test(txn)) {
                    return false;
                }
            }
            return add(window, anomaly);
        });
    }

    private boolean add(History window, Anomaly anomaly) {
        long identity = identity(window, anomaly);
        boolean isKnown = countedBefore.contains(identity);
        if (!counted.add(identity) || isKnown) {
            return false;
        }
        if (counted.size() >= REMEMBERED_MAX) {
            countedBefore = counted;
            counted = new LongOpenHashSet();
        }
        proven.addAll(anomaly.proves());
        seen.add(window, anomaly);
        Count count = counts.computeIfAbsent(AnomalyShape.of(window, anomaly), first -> new Count());
        count.proves.addAll(anomaly.proves());
        int kept = keptOf.computeIfAbsent(anomaly.phenomenon(), first -> 0);
        if (count.kept == 0 || (count.kept < KEPT_OF_SHAPE && kept < KEPT_OF_PHENOMENON)) {
            if (witnesses.add(window, anomaly)) {
                count.kept++;
                keptOf.put(anomaly.phenomenon(), kept + 1);
            }
        }
        return true;
    }

    /** Returns a number that an anomaly has in every window that shows it. */
    private static long identity(History window, Anomaly anomaly) {
        if (anomaly instanceof Anomaly.IncompatibleOrder order) {
            // A key is reported once, by whichever reads are the first to show it.
            return mixed(anomaly.phenomenon().label().hashCode(), window.keyName(window.key(order.readOp())));
        }
        long hash = anomaly.phenomenon().label().hashCode();
        if (anomaly instanceof Anomaly.InternalInconsistency read) {
            // One read may miss what the transaction wrote, and another what it read.
            hash = mixed(mixed(hash, read.missesOwnWrite() ? 1 : 2), window.keyName(window.key(read.readOp())));
        }
        for (int txn : anomaly.txns()) {
            // A sum, for a cycle may be found from any of its transactions.
            hash += mixed(mixed(mixed(1, window.session(txn)), window.startNanos(txn)), window.endNanos(txn));
        }
        return hash;
    }

    private static long mixed(long hash, long value) {
        long mixed = (hash ^ value) * 0x9e3779b97f4a7c15L;
        return mixed ^ (mixed >>> 29);
    }

    /** Takes over the doubts of a look at a window. */
    void doubt(Findings findings) {
        findings.doubts().forEach(doubts::putIfAbsent);
    }

    void doubt(Phenomenon phenomenon, String reason) {
        doubts.putIfAbsent(phenomenon, reason);
    }

    /** Notes that any phenomenon may be there without having been found; the first reason stays. */
    public void doubt(String reason) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            doubt(phenomenon, reason);
        }
    }

    /** Notes levels for which no order of unread appends was found. */
    void open(Set<IsolationLevel> levels) {
        open.addAll(levels);
    }

    /** Returns the strongest levels that nothing speaks against so far. */
    List<IsolationLevel> unbroken() {
        return IsolationLevel.strongest(IsolationLevel.unbrokenBy(proven));
    }

    /** Returns the classes of the anomalies so far, without what they prove besides. */
    Set<Phenomenon> classes() {
        return keptOf.keySet();
    }

    /** Returns what is known of each level that is examined. */
    public Map<IsolationLevel, StreamProgress.Standing> levels() {
        var standings = new EnumMap<IsolationLevel, StreamProgress.Standing>(IsolationLevel.class);
        var unbroken = Set.copyOf(IsolationLevel.unbrokenBy(proven));
        Set<Phenomenon> doubtful = EnumSet.noneOf(Phenomenon.class);
        doubtful.addAll(proven);
        doubtful.addAll(doubts.keySet());
        var holding = Set.copyOf(IsolationLevel.unbrokenBy(doubtful));
        Set<IsolationLevel> searched = examined.apply(open).keySet();
        for (IsolationLevel level : IsolationLevel.values()) {
            if (!unbroken.contains(level)) {
                standings.put(level, StreamProgress.Standing.BROKEN);
            } else if (searched.stream().anyMatch(one -> holding.contains(one) && one.implies(level))) {
                standings.put(level, StreamProgress.Standing.HOLDS);
            } else {
                standings.put(level, StreamProgress.Standing.UNKNOWN);
            }
        }
        return standings;
    }

    /** Returns the shapes that were seen, in the order in which they were first seen. */
    public List<StreamSighting> sightings() {
        return seen.sightings().values().stream()
                .flatMap(List::stream)
                .map(one -> new StreamSighting(one, counts.getOrDefault(one.shape(), new Count()).proves))
                .toList();
    }

    /**
     * Returns the witnesses as a history, with the findings whose ids are those of this history.
     *
     * @param txns the transactions that took part in the whole stream
     * @param edges the dependencies between them
     * @param beside transactions that belong to the evidence, too
     */
    public StreamFindings findings(RunHeader header, int txns, long edges, List<Txn> beside, List<FaultEvent> faults) {
        Witnesses.Evidence evidence = witnesses.evidence(header, beside, faults);
        List<Anomaly> anomalies = evidence.anomalies().stream()
                .sorted(Comparator.comparing(Anomaly::phenomenon))
                .toList();
        Map<Phenomenon, String> reasons = new EnumMap<>(Phenomenon.class);
        reasons.putAll(doubts);
        Set<Phenomenon> shown = EnumSet.noneOf(Phenomenon.class);
        anomalies.forEach(anomaly -> shown.addAll(anomaly.proves()));
        for (Phenomenon phenomenon : proven) {
            if (!shown.contains(phenomenon)) {
                reasons.put(phenomenon, "it was seen, but the transactions that prove it were not kept");
            }
        }
        return new StreamFindings(
                evidence.history(),
                new Findings(txns, edges, examined.apply(open), anomalies, seen.sightings(), reasons));
    }
}
