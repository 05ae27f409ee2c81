package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import moirai.analysis.streaming.StreamProgress;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;

/**
 * The transactions of a stream that are in memory, in the order in which they arrived, the windows that they make, and
 * the times up to which a judgement has come.
 */
final class KeptTxns {

    /** The rank of a transaction that has no place in the order yet. */
    static final long UNPLACED = -1;

    private final DataModel model;
    private final RunHeader header;
    /** The transactions that have arrived since the last window. */
    private final List<History> pending = new ArrayList<>();

    private long arrived;
    private long judged;
    private long lastEnd;
    private long watermark = Long.MIN_VALUE;
    private long proven;
    private boolean isFinished;
    private History open;
    private History last;
    /** The transactions of the last window that are kept. */
    private IntArrayList kept = new IntArrayList();

    /** The outcomes of those that have a place although their outcome is unknown. */
    private Int2ObjectOpenHashMap<Outcome> unknown = new Int2ObjectOpenHashMap<>();

    private LongArrayList serials = new LongArrayList();
    private LongArrayList ranks = new LongArrayList();

    KeptTxns(DataModel model, RunHeader header) {
        this.model = model;
        this.header = header;
        this.open = new HistoryBuilder(header).build();
        this.last = open;
    }

    /**
     * A part of a stream as a history: kept transactions, those that have arrived since, and then the plans of those
     * that are open, as if they were of unknown outcome.
     *
     * @param history its transactions that have a place count as committed, since somebody has read what they wrote;
     *    that reader may be forgotten
     * @param announced the first of the open ones
     * @param serials for each other transaction how many had arrived before it
     * @param ranks for each of these its place in the order of all that have one, or {@link #UNPLACED}
     */
    record Window(History history, int announced, LongArrayList serials, LongArrayList ranks) {

        long serial(int txn) {
            return serials.getLong(txn);
        }

        boolean isPlaced(int txn) {
            return txn < announced && ranks.getLong(txn) != UNPLACED;
        }
    }

    /** Takes in what has become known. See {@link moirai.analysis.streaming.HistoryStream#accept}. */
    void arrive(History ended, History nowOpen, long watermarkNanos) {
        for (int txn = 0; txn < ended.txnCount(); txn++) {
            lastEnd = Math.max(lastEnd, ended.endNanos(txn));
        }
        if (ended.txnCount() > 0) {
            pending.add(ended);
            arrived += ended.txnCount();
        }
        open = nowOpen;
        watermark = Math.max(watermark, watermarkNanos);
    }

    /** Notes that nothing more will arrive: nothing is open any more, and all is over. */
    void end() {
        open = new HistoryBuilder(header).build();
        watermark = Long.MAX_VALUE;
        isFinished = true;
    }

    /** Returns whether nothing more will arrive. */
    boolean isFinished() {
        return isFinished;
    }

    /** Returns the time at or after which every transaction begins that has not arrived and is not open. */
    long watermark() {
        return watermark;
    }

    /** Returns whether a transaction of a window ended before all that is still to come began. */
    boolean isOver(Window window, int txn) {
        return txn < window.announced() && (isFinished || window.history().endNanos(txn) < watermark);
    }

    /** Notes that what ended before this time, as far as it has arrived, is judged. */
    void prove(long nanos) {
        proven = Math.max(proven, Math.min(lastEnd, nanos));
    }

    /**
     * Returns how far a judgement has come.
     *
     * @param held the number of transactions of the last window that are not judged
     * @param keyCount the number of keys that are in memory
     */
    StreamProgress progress(long held, int keyCount, Map<IsolationLevel, StreamProgress.Standing> levels) {
        long released = arrived - pending() - held;
        var work = new StreamProgress.Work(
                held + pending(), released, Math.max(0, released - (size() - held)), keyCount, 0);
        return new StreamProgress(arrived, proven, Math.max(0, lastEnd - proven), work, levels);
    }

    /** Returns how many transactions have arrived. */
    long arrived() {
        return arrived;
    }

    /** Returns how many have arrived since the last window. */
    long pending() {
        return arrived - judged;
    }

    /** Returns how many older ones are kept. */
    int size() {
        return kept.size();
    }

    /** Returns what is in memory, and forgets nothing. O(its ops). */
    Window window(boolean isComplete) {
        var builder = new HistoryBuilder(header);
        var serial = new LongArrayList();
        var rank = new LongArrayList();
        var stillUnknown = new Int2ObjectOpenHashMap<Outcome>();
        for (int i = 0; i < kept.size(); i++) {
            int txn = kept.getInt(i);
            Outcome outcome = outcome(txn);
            if (ranks.getLong(txn) != UNPLACED && outcome.isIndeterminate()) {
                stillUnknown.put(i, outcome);
                outcome = new Outcome.Committed();
            }
            // Of what has a place, only what it wrote counts.
            copy(builder, last, txn, ranks.getLong(txn) == UNPLACED, outcome);
            serial.add(serials.getLong(txn));
            rank.add(ranks.getLong(txn));
        }
        for (History piece : pending) {
            for (int txn = 0; txn < piece.txnCount(); txn++) {
                copy(builder, piece, txn, true, piece.outcome(txn));
                serial.add(judged++);
                rank.add(UNPLACED);
            }
        }
        pending.clear();
        int announced = serial.size();
        addOpen(builder);
        last = builder.build(isComplete);
        serials = serial;
        ranks = rank;
        unknown = stillUnknown;
        kept = IntArrayList.wrap(IntStream.range(0, announced).toArray());
        return new Window(last, announced, serial, rank);
    }

    /** Returns how a transaction of the last window ended. */
    Outcome outcome(int txn) {
        Outcome known = unknown.get(txn);
        return known == null ? last.outcome(txn) : known;
    }

    /**
     * Returns the last window with all outcomes as they were, of which the reads of some transactions are left
     * unanswered. O(its ops).
     */
    History masked(Window window, boolean isComplete, IntPredicate isMasked) {
        var builder = new HistoryBuilder(header);
        for (int txn = 0; txn < window.announced(); txn++) {
            copy(builder, window.history(), txn, !isMasked.test(txn), outcome(txn));
        }
        addOpen(builder);
        return builder.build(isComplete);
    }

    /** Adds the last window to another history. O(its ops). */
    void addTo(HistoryBuilder builder, Window window) {
        for (int txn = 0; txn < window.announced(); txn++) {
            copy(builder, window.history(), txn, true, outcome(txn));
        }
        addOpen(builder);
    }

    /** Forgets the transactions of the last window that are not kept. */
    void retain(IntPredicate isKept) {
        kept.removeIf(txn -> !isKept.test(txn));
    }

    private void addOpen(HistoryBuilder builder) {
        for (int txn = 0; txn < open.txnCount(); txn++) {
            for (int op = open.firstOp(txn); op < open.endOp(txn); op++) {
                if (open.isWrite(op) || open.isAppend(op)) {
                    copy(builder, open, op);
                }
            }
            builder.endUnfinished(open.session(txn), open.startNanos(txn));
        }
    }

    private void copy(HistoryBuilder builder, History from, int txn, boolean withAnswers, Outcome outcome) {
        for (int op = from.firstOp(txn); op < from.endOp(txn); op++) {
            if (withAnswers || from.isWrite(op) || from.isAppend(op)) {
                copy(builder, from, op);
            } else {
                builder.unansweredRead(from.keyName(from.key(op)));
            }
        }
        builder.end(from.session(txn), outcome, from.startNanos(txn), from.endNanos(txn));
    }

    private void copy(HistoryBuilder builder, History from, int op) {
        long key = from.keyName(from.key(op));
        boolean isAnswered = from.isAnswered(op);
        switch (model) {
            case LIST_APPEND -> throw new IllegalStateException("lists have a stream of their own");
            case REGISTER -> {
                if (from.isWrite(op)) {
                    builder.write(key, from.value(op));
                } else if (from.isInitialRead(op)) {
                    builder.readInitial(key);
                } else if (isAnswered) {
                    builder.readValue(key, from.value(op));
                } else {
                    builder.unansweredRead(key);
                }
            }
            case SET -> {
                if (from.isAppend(op)) {
                    builder.add(key, from.element(op));
                } else if (isAnswered) {
                    builder.readSet(key, from.elements(op).toArray(), from.length(op));
                } else {
                    builder.unansweredRead(key);
                }
            }
            case COUNTER -> {
                if (from.isWrite(op)) {
                    builder.increment(key, from.value(op));
                } else if (isAnswered) {
                    builder.readCounter(key, from.value(op));
                } else {
                    builder.unansweredRead(key);
                }
            }
        }
    }
}
