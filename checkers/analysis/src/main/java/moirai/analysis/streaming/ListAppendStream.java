package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.analysis.AnomalyLog;
import moirai.analysis.cycles.Strength;
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
public final class ListAppendStream implements HistoryStream {

    private static final String TOO_FAR = "a transaction depends on one that was released so long before that what lies"
            + " between them is too much to judge together";
    private static final String SCANNED =
            "a transaction of unknown outcome took effect after it had been left alone, and"
                    + " what scans missed of it is not known any more";
    private static final int IDLE_TXNS_MAX = 1 << 24;
    private static final String FORGOTTEN =
            "a key was used again after it had been left alone for so long that its appends were forgotten";

    private final RunHeader header;
    private final Past past;
    private final StreamLimits limits;
    private final StreamLog log = new StreamLog();
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
     * Begins with the first transaction.
     *
     * @param past reads again what the stream has forgotten
     */
    public ListAppendStream(RunHeader header, Past past, StreamLimits limits) {
        this.header = header;
        this.past = past;
        this.limits = limits;
        this.idleTxns = limits.idleTxns();
        this.recent = new RecentTxns(limits.recentTxns());
        this.announced = new HistoryBuilder(header).build();
        this.carried = new Carried(header, keys);
        lastStart.defaultReturnValue(Long.MIN_VALUE);
    }

    @Override
    public void accept(History ended, History open, long watermarkNanos) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            lastStart.put(ended.session(txn), ended.startNanos(txn));
            lastEnd = Math.max(lastEnd, ended.endNanos(txn));
            carried.arrive(ended, txn, arrived++);
        }
        announced = open;
        watermark = Math.max(watermark, watermarkNanos);
    }

    @Override
    public void incomplete() {
        isComplete = false;
    }

    @Override
    public void doubt(String reason) {
        log.doubt(reason);
    }

    @Override
    public long pending() {
        return arrived - judged;
    }

    @Override
    public long carried() {
        return carried.size() - pending();
    }

    @Override
    public void finish() {
        watermark = Long.MAX_VALUE;
        isFinished = true;
        announced = new HistoryBuilder(header).build();
        judge();
    }

    @Override
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
                .ifPresentOrElse(found -> carried.revive(found, txn -> hasArrived(found, txn)), () -> doubt(FORGOTTEN));
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
            look(byStart(window));
        }
        edges += verdict.edges();
        effective += verdict.released().size();
        released += verdict.released().size() + verdict.withoutEffect().size();
        long back = earliestBack(window, verdict);
        recent.add(window.history(), verdict.released());
        rememberComponents(window.history(), verdict);
        carried.carry(window, verdict, masked, this::isIdle);
        if (back < Long.MAX_VALUE) {
            judgeSince(back);
        }
        strength = strength();
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

    /** Returns the orders that hold as far as is known: what is broken already need not hold up others. */
    private Strength strength() {
        Strength unbroken = Strength.REALTIME;
        for (Phenomenon phenomenon : log.classes()) {
            if (phenomenon.label().endsWith("-process")) {
                return Strength.PLAIN;
            }
            if (phenomenon.label().endsWith("-realtime")) {
                unbroken = Strength.PROCESS;
            }
        }
        return unbroken;
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

    private void rememberComponents(History history, ListWindow verdict) {
        for (int[] component : verdict.components()) {
            long from = Long.MAX_VALUE;
            long to = Long.MIN_VALUE;
            for (int txn : component) {
                from = Math.min(from, history.startNanos(txn));
                to = Math.max(to, history.endNanos(txn));
            }
            spans.add(from, to);
        }
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
        look(again.map(this::arrivedOf).orElseGet(() -> together(from)));
        if (again.isEmpty()) {
            var cycles = EnumSet.range(Phenomenon.G1C, Phenomenon.G2_REALTIME);
            cycles.addAll(EnumSet.range(Phenomenon.G0, Phenomenon.G0_REALTIME));
            cycles.removeIf(phenomenon -> phenomenon.label().endsWith("-realtime"));
            cycles.forEach(phenomenon -> log.doubt(phenomenon, TOO_FAR));
        }
    }

    /** Returns what has ended of a window in the order of starts: sessions may be released in another order. */
    private History byStart(StreamWindow window) {
        var builder = new WindowBuilder(header);
        for (int txn = 0; txn < window.announced(); txn++) {
            builder.add(window.history(), txn, 0);
        }
        return builder.buildByStart();
    }

    private History together(long from) {
        var builder = new WindowBuilder(header);
        recent.addTo(builder, from);
        carried.addHeldTo(builder);
        return builder.buildByStart();
    }

    private History arrivedOf(History again) {
        var builder = new WindowBuilder(header);
        for (int txn = 0; txn < again.txnCount(); txn++) {
            if (hasArrived(again, txn)) {
                builder.add(again, txn, 0);
            }
        }
        return builder.buildByStart();
    }

    private void look(History part) {
        var verdict = new ListWindow(new ListWindow.Frame(
                part, 0, part.txnCount(), Long.MAX_VALUE, Strength.PLAIN, ListWindow.Patience.NONE));
        AnomalyLog looked = log.of(part, txn -> isOver(part, txn, watermark));
        log.open(verdict.judgeAll(looked, log.unbroken()));
    }

    @Override
    public StreamProgress progress() {
        var work = new StreamProgress.Work(
                carried.heldCount(), released, Math.max(0, released - carried.founderCount()), keys.count(), sweeps);
        return new StreamProgress(arrived, proven, Math.max(0, lastEnd - proven), work, log.levels());
    }

    @Override
    public List<StreamSighting> sightings() {
        return log.sightings();
    }

    /** Returns what was found so far. O(witnesses). */
    public StreamFindings findings() {
        return findings(List.of(), List.of());
    }

    @Override
    public StreamFindings findings(List<Txn> beside, List<FaultEvent> faults) {
        return log.findings(header, (int) Math.min(Integer.MAX_VALUE, effective), edges, beside, faults);
    }
}
