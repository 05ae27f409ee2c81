package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Sighting;
import moirai.analysis.SightingLog;
import moirai.analysis.cycles.Strength;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.time.TimeCounts;
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
    /** The phenomena that the kept anomalies prove. */
    private final Set<Phenomenon> provenByKept = EnumSet.noneOf(Phenomenon.class);

    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
    private final Set<IsolationLevel> open = EnumSet.noneOf(IsolationLevel.class);
    private final Witnesses witnesses = new Witnesses();
    private LongOpenHashSet counted = new LongOpenHashSet();
    private LongOpenHashSet countedBefore = new LongOpenHashSet();

    /** The anomalies of each shape that were seen before this log began. */
    private final Map<AnomalyShape, JudgedBefore.ShapeSeen> before = new LinkedHashMap<>();

    private final long provenBeforeNanos;

    /** Creates an empty log of anomalies of lists. */
    public StreamLog() {
        this(ListAppendChecker::examined);
    }

    /**
     * Creates an empty log.
     *
     * @param examined returns the levels that are examined, and how, without those that {@link #open} was told of
     */
    public StreamLog(Function<Set<IsolationLevel>, Map<IsolationLevel, String>> examined) {
        this(examined, Optional.empty());
    }

    /** Creates a log of anomalies of lists that goes on with a judgement; empty for none. */
    public StreamLog(Optional<JudgedBefore> judged) {
        this(ListAppendChecker::examined, judged);
    }

    private StreamLog(
            Function<Set<IsolationLevel>, Map<IsolationLevel, String>> examined, Optional<JudgedBefore> judged) {
        this.examined = examined;
        this.provenBeforeNanos =
                judged.map(known -> known.reach().provenNanos()).orElse(Long.MIN_VALUE);
        judged.ifPresent(known -> {
            doubts.putAll(known.undecided().doubts());
            open.addAll(known.undecided().levels());
            for (JudgedBefore.ShapeSeen one : known.shapes()) {
                before.put(one.shape(), one);
                proven.addAll(one.proves());
                keptOf.put(one.shape().phenomenon(), 0);
                counts.computeIfAbsent(one.shape(), first -> new Count()).proves.addAll(one.proves());
            }
        });
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
        return new AnomalyLog(
                window,
                anomaly -> {
                    for (int txn : anomaly.txns()) {
                        if (!counts.test(txn)) {
                            return false;
                        }
                    }
                    return add(window, anomaly, true);
                },
                // What was judged before may have read what was dropped since.
                txn -> window.startNanos(txn) >= provenBeforeNanos);
    }

    /**
     * Returns a log for transactions that prove what was counted before this log began. Anomalies of shapes that were
     * not seen then are left out: these transactions are not all, and what they seem to show besides proves nothing.
     */
    public AnomalyLog again(History witnesses) {
        return new AnomalyLog(witnesses, anomaly -> isKnown(witnesses, anomaly) && add(witnesses, anomaly, false));
    }

    private boolean isKnown(History witnesses, Anomaly anomaly) {
        return Optional.ofNullable(before.get(AnomalyShape.of(witnesses, anomaly)))
                .filter(known -> known.proves().containsAll(anomaly.proves()))
                .isPresent();
    }

    /** @param counts whether the anomaly counts, if it was not counted before */
    private boolean add(History window, Anomaly anomaly, boolean counts) {
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
        AnomalyShape shape = AnomalyShape.of(window, anomaly);
        if (counts && isNews(window, anomaly, shape)) {
            seen.add(window, anomaly);
        }
        Count count = this.counts.computeIfAbsent(shape, first -> new Count());
        count.proves.addAll(anomaly.proves());
        int kept = keptOf.computeIfAbsent(anomaly.phenomenon(), first -> 0);
        // Anomalies of one shape need not prove the same.
        boolean isFirst = kept == 0 || !provenByKept.containsAll(anomaly.proves());
        if (count.kept == 0 || isFirst || (count.kept < KEPT_OF_SHAPE && kept < KEPT_OF_PHENOMENON)) {
            if (witnesses.add(window, anomaly, isFirst)) {
                count.kept++;
                keptOf.put(anomaly.phenomenon(), kept + 1);
                provenByKept.addAll(anomaly.proves());
            }
        }
        return true;
    }

    /** Decides whether an anomaly was not counted before this log began, in what was kept and is judged again. */
    private boolean isNews(History window, Anomaly anomaly, AnomalyShape shape) {
        long completeNanos =
                anomaly.txns().stream().mapToLong(window::endNanos).max().orElse(Long.MAX_VALUE);
        return Optional.ofNullable(before.get(shape))
                .map(known -> completeNanos > known.lastNanos())
                .orElse(true);
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
    public void doubt(Findings findings) {
        findings.doubts().forEach(doubts::putIfAbsent);
    }

    /** Notes that a phenomenon may be there without having been found; the first reason stays. */
    public void doubt(Phenomenon phenomenon, String reason) {
        doubts.putIfAbsent(phenomenon, reason);
    }

    /** Notes that any phenomenon may be there without having been found; the first reason stays. */
    public void doubt(String reason) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            doubt(phenomenon, reason);
        }
    }

    /** Notes levels for which no order of unread appends was found. */
    public void open(Set<IsolationLevel> levels) {
        open.addAll(levels);
    }

    /** Returns the strongest levels that nothing speaks against so far. */
    public List<IsolationLevel> unbroken() {
        return IsolationLevel.strongest(IsolationLevel.unbrokenBy(proven));
    }

    /** Returns the orders that hold as far as is known: what is broken already need not hold up others. */
    @SuppressWarnings("exports") // Only streams of this module make logs.
    public Strength unbrokenOrders() {
        Strength unbroken = Strength.REALTIME;
        for (Phenomenon phenomenon : keptOf.keySet()) {
            if (phenomenon.label().endsWith("-process")) {
                return Strength.PLAIN;
            }
            if (phenomenon.label().endsWith("-realtime")) {
                unbroken = Strength.PROCESS;
            }
        }
        return unbroken;
    }

    /** Returns whether an anomaly proved this phenomenon. */
    public boolean hasProven(Phenomenon phenomenon) {
        return proven.contains(phenomenon);
    }

    /** Returns whether each of these was proven, or may be there without having been found. */
    public boolean areProvenOrDoubtful(Set<Phenomenon> phenomena) {
        return phenomena.stream().allMatch(one -> proven.contains(one) || doubts.containsKey(one));
    }

    /** Returns what is known of each level that is examined. */
    public Map<IsolationLevel, StreamProgress.Standing> levels() {
        var standings = new EnumMap<IsolationLevel, StreamProgress.Standing>(IsolationLevel.class);
        Set<IsolationLevel> unbroken = IsolationLevel.unbrokenBy(proven);
        Set<Phenomenon> doubtful = EnumSet.noneOf(Phenomenon.class);
        doubtful.addAll(proven);
        doubtful.addAll(doubts.keySet());
        Set<IsolationLevel> holding = EnumSet.noneOf(IsolationLevel.class);
        holding.addAll(IsolationLevel.unbrokenBy(doubtful));
        holding.retainAll(examined.apply(open).keySet());
        for (IsolationLevel level : IsolationLevel.values()) {
            if (!unbroken.contains(level)) {
                standings.put(level, StreamProgress.Standing.BROKEN);
            } else if (isImplied(level, holding)) {
                standings.put(level, StreamProgress.Standing.HOLDS);
            } else {
                standings.put(level, StreamProgress.Standing.UNKNOWN);
            }
        }
        return standings;
    }

    private static boolean isImplied(IsolationLevel level, Set<IsolationLevel> holding) {
        for (IsolationLevel one : holding) {
            if (one.implies(level)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the shapes that were seen, in the order in which they were first seen. */
    public List<StreamSighting> sightings() {
        return seenByPhenomenon().values().stream()
                .flatMap(List::stream)
                .map(one -> new StreamSighting(one, counts.getOrDefault(one.shape(), new Count()).proves))
                .toList();
    }

    /** Returns what was seen, before this log began and since. Counts over time are those since. */
    private Map<Phenomenon, List<Sighting>> seenByPhenomenon() {
        Map<Phenomenon, List<Sighting>> since = seen.sightings();
        if (before.isEmpty()) {
            return since;
        }
        var all = new LinkedHashMap<AnomalyShape, Sighting>();
        before.forEach((shape, known) -> all.put(
                shape,
                new Sighting(
                        shape,
                        known.count(),
                        known.firstNanos(),
                        known.lastNanos(),
                        Map.of(),
                        TimeCounts.of(TimeCounts.counter(SightingLog.TIMES_MAX)))));
        since.values().stream()
                .flatMap(List::stream)
                .forEach(one -> all.merge(
                        one.shape(),
                        one,
                        (known, now) -> new Sighting(
                                now.shape(),
                                known.count() + now.count(),
                                known.firstNanos(),
                                now.lastNanos(),
                                now.faults(),
                                now.overTime())));
        var byPhenomenon = new EnumMap<Phenomenon, List<Sighting>>(Phenomenon.class);
        all.forEach((shape, one) -> byPhenomenon
                .computeIfAbsent(shape.phenomenon(), first -> new ArrayList<>())
                .add(one));
        return byPhenomenon;
    }

    /**
     * Returns the judgement so far.
     *
     * @param witnesses the transactions that prove anomalies
     * @param why a reason to doubt everything that comes later; empty if there is none
     */
    public JudgedBefore judged(
            JudgedBefore.Reach reach,
            Evidence evidence,
            List<JudgedBefore.KeySpan> forgotten,
            History witnesses,
            String why) {
        var reasons = new EnumMap<Phenomenon, String>(Phenomenon.class);
        reasons.putAll(doubts);
        for (Phenomenon phenomenon : why.isEmpty() ? List.<Phenomenon>of() : List.of(Phenomenon.values())) {
            reasons.putIfAbsent(phenomenon, why);
        }
        List<JudgedBefore.ShapeSeen> shapes = sightings().stream()
                .map(one -> new JudgedBefore.ShapeSeen(
                        one.sighting().shape(),
                        one.proves(),
                        one.sighting().count(),
                        one.sighting().firstNanos(),
                        one.sighting().lastNanos()))
                .toList();
        return new JudgedBefore(
                reach, evidence, new JudgedBefore.Undecided(reasons, open), shapes, forgotten, witnesses);
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
        Set<Phenomenon> provenByFound = EnumSet.noneOf(Phenomenon.class);
        anomalies.forEach(anomaly -> provenByFound.addAll(anomaly.proves()));
        for (Phenomenon phenomenon : proven) {
            if (!provenByFound.contains(phenomenon)) {
                reasons.put(phenomenon, "it was seen, but the transactions that prove it were not kept");
            }
        }
        return new StreamFindings(
                evidence.history(),
                new Findings(txns, edges, examined.apply(open), anomalies, seenByPhenomenon(), reasons));
    }
}
