package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Evidence;
import moirai.analysis.cycles.Strength;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.listappend.ListWindow;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamFindings;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamLog;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.StreamSighting;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * Judges a history of list appends while it grows, at all levels that cycles decide, in memory that does not grow with
 * it.
 */
// Implementation notes.
//
// Terms. A transaction arrives when its end is known. The watermark is a time at or after which everything begins that
// has not arrived. A transaction is released when it is judged and nothing that may still arrive has to precede it,
// unless that is an anomaly; ListWindow says why. A founder is a released transaction that is kept, since it appended
// to a live key or made a telling read of one (ListWindow). A key is live from its first op until nobody has touched
// it for a number of transactions; then it is retired, and its founders are forgotten.
//
// 1. What has arrived is put together with the founders and all that is not released into a window, and the window is
//    judged by the inference of the batch checker (ListWindow). A window costs what its transactions cost in the batch
//    check, so the whole costs more than that by the share of founders and held transactions in a window.
// 2. Released transactions have ranks, in the order of their release. Between the lowest and the highest rank of a
//    cycle, some step leads back across every gap between two ranks, to a lower one. There are five kinds of them:
//    those within a component that is released as a whole; back edges, which are dependencies of a transaction on a
//    founder; orders of the appends of two founders that a later read shows (LateOrders); dependencies of a founder of
//    unknown outcome that turns out to have taken effect; and real time or the order of a session, once an anomaly
//    shows that they are broken and what is released does not wait for their sake any more. Each has a span of ranks.
//    A cycle lies within spans that hang together (Chain), so all that was released since their begin is judged
//    together: from memory if that was not long ago, and otherwise read again (Past). What shows a dependency was
//    released after both of its ends, or is held, so it is there as well.
// 3. Where that is too much, real time decides: who depends on something that was overwritten before it began is in a
//    cycle of two, which the window shows. For levels without real time a path from the founder to the transaction
//    decides. One is looked for in all of the past (FrontierSweep), a few times; where none was found, levels that rw
//    dependencies break are in doubt. So are those that writes alone break if any dependency on a founder was of these.
// 4. A key that is touched again after it was retired is revived: what appended to it becomes founders again. Whether
//    one of unknown outcome took effect is remembered for good, since what proves it may be on another key.
//
// Departure from the batch check: where stale reads put every transaction into one component in real time, that
// component is judged in overlapping parts. Shapes that the batch check would not name, since it names the shortest
// cycle of each class in a component, may be named.
public final class ListAppendStream implements HistoryStream {

    /** The number of transactions that are held for the sake of broken orders, in terms of the patience. */
    private static final int HELD_OF_PATIENCE = 4;

    private static final String SCANNED =
            "a transaction of unknown outcome took effect after it had been left alone, and"
                    + " what scans missed of it is not known any more";
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
    /** The start of the last transaction of each session that has arrived. */
    private final Int2LongOpenHashMap lastStart = new Int2LongOpenHashMap();

    private final Carried carried;
    private final LookBack lookBack;

    private History announced;
    private boolean isComplete = true;
    private boolean isFinished;
    private long watermark = Long.MIN_VALUE;
    private Strength strength = Strength.REALTIME;

    private final KeyPatience patience;

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
        this.patience = new KeyPatience(limits.idleTxns());
        this.announced = new HistoryBuilder(header).build();
        this.carried = new Carried(header, keys);
        this.lookBack = new LookBack(header, limits, past, this::hasArrived, carried, log);
        before.ifPresent(known -> lookBack.mayHaveAppendedLate());
        lastStart.defaultReturnValue(Long.MIN_VALUE);
        continued
                .witnesses()
                .ifPresent(known -> log.open(ListWindow.whole(known).judgeAll(log.again(known), log::unbroken)));
    }

    @Override
    public void accept(History ended, History open, long watermarkNanos) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            lastStart.put(ended.session(txn), ended.startNanos(txn));
            lastEnd = Math.max(lastEnd, ended.endNanos(txn));
            carried.arrive(ended, txn, arrived++);
            if (ended.outcome(txn).isIndeterminate()) {
                doubt(ended, txn);
            }
        }
        if (continued.usesForgotten(ended)) {
            forgotten();
        }
        announced = open;
        watermark = Math.max(watermark, watermarkNanos);
    }

    private void doubt(History ended, int txn) {
        for (int op = ended.firstOp(txn); op < ended.endOp(txn); op++) {
            if (ended.isAppend(op)) {
                patience.onDoubt(ended.keyName(ended.key(op)));
            }
        }
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
                return isAlone(txn) || hasWaited(window, txn);
            }

            @Override
            public boolean isAlone(int txn) {
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

            @Override
            public boolean hadEffect(int founder) {
                return window.effects().get(founder);
            }

            @Override
            public boolean isRealtimeBroken() {
                return log.unbrokenOrders() != Strength.REALTIME;
            }

            @Override
            public boolean areAmongCycles(int earlier, int later) {
                long first = window.serial(earlier);
                long last = window.serial(later);
                return first == 0 || last == 0 || lookBack.areAmongCycles(first, last);
            }
        };
        return new ListWindow.Frame(
                window.history(), window.founders(), window.announced(), window.untilNanos(), strength, patience);
    }

    /**
     * Decides whether a transaction has ended so long before the time until which all is known that it waits no longer,
     * however few others there were since. It is the time of the history, so the same pieces have the same verdict.
     */
    private boolean hasWaited(StreamWindow window, int txn) {
        long untilNanos = window.untilNanos();
        return untilNanos > Long.MIN_VALUE + limits.patienceNanos()
                && isOver(window.history(), txn, untilNanos - limits.patienceNanos());
    }

    private boolean isIdle(long keyName) {
        return isFinished || patience.isOver(keyName, arrived - keys.lastTouch(keyName));
    }

    /** Makes founders again of what touched keys that had been retired. */
    private void revive(LongOpenHashSet returned) {
        sweeps++;
        patience.onReturn(returned, arrived);
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
        log.open(verdict.judge(looked, log::unbroken));
        log.doubt(looked.findings(0, 0, Map.of()));
        if (strength != Strength.REALTIME) {
            look(byStart(window.history(), window.announced(), txn -> true));
        }
        edges += verdict.edges();
        effective += verdict.released().size();
        released += verdict.released().size() + verdict.withoutEffect().size();
        long newEffects = carried.earliestOfNewEffects(window, verdict);
        if (newEffects < Long.MAX_VALUE && keys.hasScans()) {
            doubt(SCANNED);
        }
        long firstRank = carried.rank() + 1;
        carried.carry(window, verdict, masked, this::isIdle);
        lookBack.release(window, verdict, firstRank, strength);
        lookBack.behind(newEffects, lastEnd, isFinished).forEach(this::look);
        if (carried.heldCount() > HELD_OF_PATIENCE * limits.patienceTxns()) {
            // Stale reads put all that comes into one component in real time, which would never be released.
            strength = log.unbrokenOrders();
        }
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
        if (lookBack.isOwed()) {
            return;
        }
        long reached = Math.min(untilNanos, lastEnd);
        reached = Math.min(reached, carried.firstHeldNanos());
        proven = Math.max(proven, reached);
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

    private void look(History part) {
        AnomalyLog looked = log.of(part, txn -> isOver(part, txn, watermark));
        log.open(ListWindow.whole(part).judgeAll(looked, log::unbroken));
    }

    /**
     * Returns the time from which transactions have to be kept so that another stream can go on: that of the first one
     * which a transaction to come may depend on, or which a cycle with such a one may lead through. Where ranges were
     * scanned that may be any, and {@link #judged} says so.
     */
    public long neededNanos() {
        return keys.hasScans() ? Long.MAX_VALUE : Math.min(carried.firstNanos(), lookBack.neededNanos());
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

    @Override
    public StreamProgress progress() {
        var work = new StreamProgress.Work(
                carried.heldCount(),
                released,
                Math.max(0, released - carried.founderCount()),
                keys.count(),
                sweeps + lookBack.sweeps());
        return new StreamProgress(arrived, proven, Math.max(0, lastEnd - proven), work, log.levels());
    }

    @Override
    public List<StreamSighting> sightings() {
        return log.sightings();
    }

    @Override
    public StreamFindings findings(List<Txn> beside, List<FaultEvent> faults) {
        return log.findings(header, (int) Math.min(Integer.MAX_VALUE, effective), edges, beside, faults);
    }
}
