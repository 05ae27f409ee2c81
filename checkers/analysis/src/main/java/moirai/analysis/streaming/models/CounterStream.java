package moirai.analysis.streaming.models;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import moirai.analysis.AnomalyLog;
import moirai.analysis.counters.CounterWindow;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.StreamFindings;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamLog;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.StreamSighting;
import moirai.analysis.streaming.models.KeptTxns.Window;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * Judges a history of counters, or of accounts, while it grows. It finds reads that contradict each other within a
 * transaction; reads of counters that are less than what had ended before, or more than what had begun; reads of all
 * accounts whose total is wrong, and balances that must not be below zero.
 *
 * <p>No level is said to hold: whose increments are in a sum cannot be told, and to find a serial order takes all of
 * the history.
 */
// Implementation notes. A read is judged once, when it is over: when it ended before the watermark, so that every
// increment that may be in it has arrived or is open. Then it is forgotten. An increment is kept as long as a read that
// is still to be judged may have begun before it ended, and is a part of a sum afterwards. So memory is that of the
// transactions that ran side by side, and of the sums.
final class CounterStream implements HistoryStream {

    private static final String OPEN =
            "reads show sums, and not whose increments are in them: judged piece by piece, only bounds are known";
    private static final String TOTALS =
            "judged piece by piece, accounts show whether their total is right, and no more";
    private static final String UNKNOWN_TOTAL =
            "the accounts and their total are not known before the end, and without them nothing follows from a piece";
    private static final String FORGOTTEN =
            "a counter was used again after it had been left alone for so long that its sum was forgotten";
    private static final int KEYS_MAX = 1 << 18;
    private static final int KEPT_MAX = 1 << 18;

    private final RunHeader header;
    private final boolean isBank;
    private final boolean hasTotal;
    private final KeptTxns kept;
    private final CounterSums sums = new CounterSums(KEYS_MAX);
    private final StreamLog log = new StreamLog(open -> Map.of());
    private final String reason;
    private boolean isComplete = true;
    /** The latest end of an increment that is a part of a sum. */
    private long summedNanos = Long.MIN_VALUE;

    private long committed;

    CounterStream(RunHeader header, StreamLimits limits) {
        this.header = header;
        this.isBank = CounterWindow.isOfBank(header);
        this.hasTotal = CounterWindow.isOfKnownBank(header);
        this.kept = new KeptTxns(DataModel.COUNTER, header);
        String ofBank = hasTotal ? TOTALS : UNKNOWN_TOTAL;
        this.reason = isBank ? ofBank : OPEN;
    }

    @Override
    public void accept(History ended, History open, long watermarkNanos) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            committed += ended.outcome(txn) instanceof Outcome.Committed ? 1 : 0;
        }
        kept.arrive(ended, open, watermarkNanos);
    }

    @Override
    public void incomplete() {
        isComplete = false;
    }

    @Override
    public void doubt(String why) {
        log.doubt(why);
    }

    @Override
    public long pending() {
        return kept.pending();
    }

    @Override
    public long carried() {
        return kept.size();
    }

    @Override
    public void finish() {
        kept.end();
        judge();
    }

    @Override
    public void judge() {
        Window window = kept.window(isComplete);
        var due = new BitSet();
        for (int txn = 0; txn < window.announced(); txn++) {
            due.set(txn, !window.isPlaced(txn) && kept.isOver(window, txn));
        }
        if (window.history().dataModel() == DataModel.COUNTER) {
            look(window, due);
        }
        due.stream().forEach(txn -> window.ranks().set(txn, 0));
        fold(window);
    }

    private void look(Window window, BitSet due) {
        History history = window.history();
        AnomalyLog looked = log.of(history, due::get);
        var inTxns = new CounterWindow(history, looked);
        inTxns.checkWithinTxns(due::get);
        if (isComplete && isBank) {
            inTxns.checkTotals();
        } else if (isComplete) {
            History whole = withSums(window);
            int before = whole.txnCount() - history.txnCount();
            AnomalyLog bounded = log.of(whole, txn -> due.get(txn - before));
            new CounterWindow(whole, bounded).checkBounds(txn -> txn >= before && isBounded(window, due, txn - before));
        }
    }

    /** Returns whether all that may be in the reads of a transaction is known. */
    private boolean isBounded(Window window, BitSet due, int txn) {
        History history = window.history();
        boolean isBounded = due.get(txn) && history.startNanos(txn) > summedNanos;
        for (int op = history.firstOp(txn); isBounded && op < history.endOp(txn); op++) {
            if (!sums.isKnown(history.keyName(history.key(op)))) {
                log.doubt(FORGOTTEN);
                isBounded = false;
            }
        }
        return isBounded;
    }

    /** Returns the window after transactions that stand for the sums of its counters. */
    private History withSums(Window window) {
        History history = window.history();
        var builder = new HistoryBuilder(header);
        for (int key = 0; key < history.keyCount(); key++) {
            sums.addTo(builder, history.keyName(key));
        }
        kept.addTo(builder, window);
        return builder.build(isComplete);
    }

    /** Sums up what no read that is still to be judged can tell apart, and forgets it. */
    private void fold(Window window) {
        History history = window.history();
        long firstOpen = kept.watermark();
        for (int txn = 0; txn < window.announced(); txn++) {
            if (!window.isPlaced(txn)) {
                firstOpen = Math.min(firstOpen, history.startNanos(txn));
            }
        }
        boolean isFull = kept.size() > KEPT_MAX;
        if (isFull) {
            log.doubt("more transactions ran side by side than are kept");
        }
        var isKept = new BitSet();
        for (int txn = 0; txn < window.announced(); txn++) {
            boolean isSummed =
                    isFull || kept.isFinished() || (window.isPlaced(txn) && hasEnded(history, txn, firstOpen));
            isKept.set(txn, !isSummed);
            if (isSummed && history.outcome(txn).mayHaveTakenEffect() && !isBank) {
                sums.add(history, txn);
                if (history.outcome(txn) instanceof Outcome.Committed) {
                    summedNanos = Math.max(summedNanos, history.endNanos(txn));
                }
            }
        }
        kept.retain(isKept::get);
        kept.prove(firstOpen);
    }

    /** Returns whether no read that begins at a time or later can tell whether the transaction had ended. */
    private static boolean hasEnded(History history, int txn, long nanos) {
        return !(history.outcome(txn) instanceof Outcome.Committed) || history.endNanos(txn) < nanos;
    }

    @Override
    public StreamProgress progress() {
        return kept.progress(kept.size(), sums.keyCount(), log.levels());
    }

    @Override
    public List<StreamSighting> sightings() {
        return log.sightings();
    }

    @Override
    public StreamFindings findings(List<Txn> beside, List<FaultEvent> faults) {
        log.doubt(reason);
        return log.findings(header, (int) Math.min(Integer.MAX_VALUE, committed), 0, beside, faults);
    }
}
