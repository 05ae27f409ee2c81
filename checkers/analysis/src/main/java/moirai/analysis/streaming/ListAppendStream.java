package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Evidence;
import moirai.analysis.cycles.Strength;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.listappend.ListWindow;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.Phenomenon;

/**
 * Judges a history of list appends while it grows, at all levels that cycles decide, in memory that does not grow with
 * it.
 *
 * <p>For one thread. The findings are a function of the calls.
 */
// Implementation notes.
//
// Terms. A transaction arrives when its end is known. The watermark is a time at or after which everything begins that
// has not arrived. A transaction is released when it is judged and nothing that may still arrive has to precede it,
// unless that is an anomaly; ListWindow says why. A founder is a released transaction that is kept, since it appended
// to
// a live key or made the longest read of one. A key is live from its first op until nobody has touched it for a number
// of transactions; then it is retired, and its founders are forgotten.
//
// 1. What has arrived is put together with the founders and all that is not released into a window, and the window is
//    judged by the inference of the batch checker (ListWindow). A window costs what its transactions cost in the batch
//    check, so the whole costs more than that by the share of founders and held transactions in a window.
// 2. Cycles lie within components that are released as a whole, or lead through a back edge: a dependency of a
//    transaction on a founder. What was released since the founder is then judged together, from memory if that was not
//    long ago, and otherwise read again (Past). Overlapping spans are judged as one: a cycle may lead through several
//    back edges.
// 3. Where that is too much, real time decides: who depends on something that was overwritten before it began is in a
//    cycle of two, which the window shows. For levels without real time a path from the founder to the transaction
//    would decide, so they are in doubt.
// 4. A key that is touched again after it was retired is revived: what appended to it becomes founders again. What an
//    indeterminate transaction among them read and overwrote is forgotten, so it counts as a back edge.
//
// Departure from the batch check: where stale reads put every transaction into one component in real time, that
// component is judged in overlapping parts. Shapes that the batch check would not name, since it names the shortest
// cycle of each class in a component, may be named.
public final class ListAppendStream {

    private static final String TOO_FAR = "a transaction depends on one that was released so long before that what lies"
            + " between them is too much to judge together";
    private static final String SCANNED =
            "a transaction of unknown outcome took effect after it had been left alone, and"
                    + " what scans missed of it is not known any more";
    private static final int IDLE_TXNS_MAX = 1 << 24;
    private static final String ANY =
            "ranges were scanned, and a scan may depend on transactions that were dropped before the run went on";
    private static final String FORGOTTEN =
            "a key was used again after it had been left alone for so long that its appends were forgotten";

    private final RunHeader header;
    private final Past past;
    private final StreamLimits limits;
    private final StreamLog log;
    private final Continued continued;
    private final LiveKeys keys = new LiveKeys();
    private final RecentTxns recent;
    private final Spans spans = new Spans();
    /** The start of the last transaction of each session that has arrived. */
    private final Int2LongOpenHashMap lastStart = new Int2LongOpenHashMap();

    private final Carried carried;

    private History announced;
    private boolean isComplete = true;
    private boolean isFinished;
    private long watermark = Long.MIN_VALUE;
    private Strength strength = Strength.REALTIME;

    /** How many more transactions arrive before a key is retired: more, the more often one was used again. */
    private int idleTxns;

    private long arrived;
    private long judged;
    private long released;
    private long effective;
    private long edges;
    private long sweeps;
    private long lastEnd;
    private long proven;

    /**
     * Begins with the first transaction that is there.
     *
     * @param past reads again what the stream has forgotten
     * @param before the judgement of what was dropped of the history; empty if nothing was
     */
    public ListAppendStream(RunHeader header, Past past, StreamLimits limits, Optional<JudgedBefore> before) {
        this.continued = new Continued(before);
        this.effective = continued.committed();
        this.log = new StreamLog(before);
        this.header = header;
        this.past = past;
        this.limits = limits;
        this.idleTxns = limits.idleTxns();
        this.recent = new RecentTxns(limits.recentTxns());
        this.announced = new HistoryBuilder(header).build();
        this.carried = new Carried(header, keys);
        lastStart.defaultReturnValue(Long.MIN_VALUE);
        continued.witnesses().ifPresent(known -> log.open(whole(known).judgeAll(log.again(known), log.unbroken())));
    }

    /**
     * Takes in what has become known. Nothing is judged before {@link #judge}.
     *
     * @param ended transactions that have ended, in an order that keeps to sessions
     * @param open the plans of all transactions that have begun and have not ended
     * @param watermarkNanos the time at or after which every transaction begins that was not taken in
     */
    public void accept(History ended, History open, long watermarkNanos) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            lastStart.put(ended.session(txn), ended.startNanos(txn));
            lastEnd = Math.max(lastEnd, ended.endNanos(txn));
            carried.arrive(ended, txn, arrived++);
        }
        if (continued.usesForgotten(ended)) {
            forgotten();
        }
        announced = open;
        watermark = Math.max(watermark, watermarkNanos);
    }

    /** Notes that transactions are missing which may have taken effect: elements that nobody appended prove nothing. */
    public void incomplete() {
        isComplete = false;
    }

    /** Notes that anything may have been passed over, for this reason: levels that hold are unknown from now on. */
    public void doubt(String reason) {
        for (Phenomenon phenomenon : Phenomenon.values()) {
            log.doubt(phenomenon, reason);
        }
    }

    /** Returns how many transactions were taken in since the last judgement. */
    public long pending() {
        return arrived - judged;
    }

    /** Returns how many transactions the next judgement looks at besides those. */
    public long carried() {
        return carried.size() - pending();
    }

    /** Judges what is left, when nothing more will come. */
    public void finish() {
        watermark = Long.MAX_VALUE;
        isFinished = true;
        announced = new HistoryBuilder(header).build();
        judge();
    }

    /** Judges what was taken in. O(transactions taken in, and carried). */
    public void judge() {
        judged = arrived;
        var masked = new BitSet();
        StreamWindow window = window(masked, watermark);
        LongOpenHashSet returned = keys.touch(window, arrived);
        if (!returned.isEmpty()) {
            revive(returned);
            window = window(masked, watermark);
        }
        var verdict = new ListWindow(frame(window));
        while (!verdict.premature().isEmpty()) {
            window = window(masked, carried.mask(verdict.premature(), window, masked));
            verdict = new ListWindow(frame(window));
        }
        var fetched = new LongOpenHashSet(returned);
        returned = carried.keysOfNewEffects(window, verdict, fetched);
        while (!returned.isEmpty()) {
            returned.forEach(name -> keys.revive(name, arrived));
            revive(returned);
            window = window(masked, window.untilNanos());
            verdict = new ListWindow(frame(window));
            returned = carried.keysOfNewEffects(window, verdict, fetched);
        }
        settle(window, verdict, masked);
    }

    /** @param masked the places among the held transactions of those of which only the plan is taken */
    private StreamWindow window(BitSet masked, long untilNanos) {
        return carried.window(masked, announced, untilNanos, isComplete);
    }

    private ListWindow.Frame frame(StreamWindow window) {
        var patience = new ListWindow.Patience() {

            @Override
            public boolean isOld(int txn) {
                return isFinished || arrived - window.serial(txn) > limits.patienceTxns();
            }

            @Override
            public boolean isLeaving(int key) {
                return isIdle(window.history().keyName(key));
            }

            @Override
            public long rank(int founder) {
                return window.serial(founder);
            }
        };
        return new ListWindow.Frame(
                window.history(), window.founders(), window.announced(), window.untilNanos(), strength, patience);
    }

    private boolean isIdle(long keyName) {
        return isFinished || arrived - keys.lastTouch(keyName) > idleTxns;
    }

    /** Makes founders again of what touched keys that had been retired. */
    private void revive(LongOpenHashSet returned) {
        sweeps++;
        idleTxns = Math.min(IDLE_TXNS_MAX, 2 * idleTxns);
        past.ofKeys(returned, limits.spanTxnsMax())
                .ifPresentOrElse(found -> carried.revive(found, txn -> hasArrived(found, txn)), this::forgotten);
    }

    /** Doubts everything: appends of a key are not known any more, and must not be taken for those of nobody. */
    private void forgotten() {
        doubt(FORGOTTEN);
        incomplete();
    }

    private boolean hasArrived(History from, int txn) {
        return from.startNanos(txn) <= lastStart.get(from.session(txn));
    }

    /** Reports what a window shows, and decides what goes on into the next one. */
    private void settle(StreamWindow window, ListWindow verdict, BitSet masked) {
        AnomalyLog looked = log.of(window.history(), txn -> isStable(window, txn));
        log.open(verdict.judge(looked, log.unbroken()));
        log.doubt(looked.findings(0, 0, Map.of()));
        if (strength != Strength.REALTIME) {
            look(byStart(window.history(), window.announced(), txn -> true));
        }
        edges += verdict.edges();
        effective += verdict.released().size();
        released += verdict.released().size() + verdict.withoutEffect().size();
        long back = earliestBack(window, verdict);
        recent.add(window.history(), verdict.released());
        verdict.components().forEach(component -> spans.add(window.history(), component));
        carried.carry(window, verdict, masked, this::isIdle);
        if (back < Long.MAX_VALUE) {
            judgeSince(back);
        }
        strength = log.unbrokenOrders();
        advance(window.untilNanos());
    }

    /** Returns whether nothing that is still to come changes what a transaction did. */
    private boolean isStable(StreamWindow window, int txn) {
        return txn < window.announced()
                && (txn < window.founders() || isOver(window.history(), txn, window.untilNanos()));
    }

    /**
     * Decides whether a transaction ended before a time; one of unknown outcome has no end, and its begin counts.
     */
    private boolean isOver(History history, int txn, long nanos) {
        return isFinished
                || (history.outcome(txn).isIndeterminate() ? history.startNanos(txn) : history.endNanos(txn)) < nanos;
    }

    private void advance(long untilNanos) {
        long reached = Math.min(untilNanos, lastEnd);
        reached = Math.min(reached, carried.firstHeldNanos());
        proven = Math.max(proven, reached);
    }

    /** Returns the start of the earliest founder to which a back edge of a released transaction leads. */
    private long earliestBack(StreamWindow window, ListWindow verdict) {
        History history = window.history();
        long earliest = Long.MAX_VALUE;
        var isReleased = new BitSet();
        verdict.released().forEach(isReleased::set);
        for (int i = 0; i < verdict.backEdges().size(); i += 2) {
            if (isReleased.get(verdict.backEdges().getInt(i))) {
                earliest = Math.min(
                        earliest, history.startNanos(verdict.backEdges().getInt(i + 1)));
            }
        }
        long newEffects = carried.earliestOfNewEffects(window, verdict);
        if (newEffects < Long.MAX_VALUE && keys.hasScans()) {
            doubt(SCANNED);
        }
        earliest = Math.min(earliest, newEffects);
        return earliest;
    }

    /** Judges everything together that ended at this time or later, or in a span that reaches into it. */
    private void judgeSince(long backNanos) {
        long from = spans.begin(backNanos);
        spans.add(from, lastEnd);
        if (recent.reachBackTo(from)) {
            look(together(from));
            return;
        }
        sweeps++;
        Optional<History> again = past.since(from, limits.spanTxnsMax());
        look(again.map(all -> byStart(all, all.txnCount(), txn -> hasArrived(all, txn)))
                .orElseGet(() -> together(from)));
        if (again.isEmpty()) {
            var cycles = EnumSet.range(Phenomenon.G1C, Phenomenon.G2_REALTIME);
            cycles.addAll(EnumSet.range(Phenomenon.G0, Phenomenon.G0_REALTIME));
            cycles.removeIf(phenomenon -> phenomenon.label().endsWith("-realtime"));
            cycles.forEach(phenomenon -> log.doubt(phenomenon, TOO_FAR));
        }
    }

    /** Returns some transactions in the order of starts: sessions may be released in another order. */
    private History byStart(History from, int count, IntPredicate which) {
        var builder = new WindowBuilder(header);
        for (int txn = 0; txn < count; txn++) {
            if (which.test(txn)) {
                builder.add(from, txn, 0);
            }
        }
        return builder.buildByStart();
    }

    private History together(long from) {
        var builder = new WindowBuilder(header);
        recent.addTo(builder, from);
        carried.addHeldTo(builder);
        return builder.buildByStart();
    }

    private void look(History part) {
        AnomalyLog looked = log.of(part, txn -> isOver(part, txn, watermark));
        log.open(whole(part).judgeAll(looked, log.unbroken()));
    }

    private static ListWindow whole(History part) {
        return new ListWindow(new ListWindow.Frame(
                part, 0, part.txnCount(), Long.MAX_VALUE, Strength.PLAIN, ListWindow.Patience.NONE));
    }

    /**
     * Returns the time from which transactions have to be kept so that another stream can go on: that of the first one
     * which a transaction to come may depend on, or which a cycle with such a one may lead through. Where ranges were
     * scanned that may be any, and {@link #judged} says so.
     */
    public long neededNanos() {
        return keys.hasScans() ? Long.MAX_VALUE : spans.begin(carried.firstNanos());
    }

    /**
     * Returns the judgement so far, for another stream that goes on with what is kept.
     *
     * @param evidence what could have been noticed so far
     */
    public JudgedBefore judged(Evidence evidence) {
        return log.judged(
                continued.reach(proven, lastEnd),
                evidence,
                continued.forgottenWith(keys.retired()),
                findings(List.of(), List.of()).evidence(),
                keys.hasScans() ? ANY : "");
    }

    /** Returns how far the judgement has come. */
    public StreamProgress progress() {
        var work = new StreamProgress.Work(
                carried.heldCount(), released, Math.max(0, released - carried.founderCount()), keys.count(), sweeps);
        return new StreamProgress(arrived, proven, Math.max(0, lastEnd - proven), work, log.levels());
    }

    /** Returns the anomalies so far by shape, in the order in which the shapes were first seen. */
    public List<StreamSighting> sightings() {
        return log.sightings();
    }

    /**
     * Returns what was found so far. O(witnesses).
     *
     * @param beside transactions that belong to the evidence, too
     * @param faults the events of faults, for the evidence
     */
    public StreamFindings findings(List<Txn> beside, List<FaultEvent> faults) {
        return log.findings(header, (int) Math.min(Integer.MAX_VALUE, effective), edges, beside, faults);
    }
}
