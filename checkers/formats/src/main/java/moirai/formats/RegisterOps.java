package moirai.formats;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.nio.file.Path;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * The ops of a file in its order, each with its transaction.
 *
 * <p>They go to the {@link HistoryBuilder} as they come. Three things cannot be told before the whole file is known:
 * whether anybody writes 0 to a key, so that a read of 0 is not one of the initial state; where ops of several
 * transactions alternate, which ops a transaction has; and how it ended.
 *
 * <p>Steps of {@link #build}: 1. reads of 0 of keys to which 0 is written by a transaction that was not aborted become
 * reads of a value; 2. if transactions alternate, a counting sort of the ops by transaction, which is stable and so
 * keeps each one's order; 3. the ends of the transactions. Invariant: transactions are numbered by their first op in
 * the file, which respects each session's order. Cost: O(ops + transactions); beside the history 12 bytes a
 * transaction, 12 a read or write of 0, and if transactions alternate, 20 bytes an op.
 */
final class RegisterOps {

    private static final int OPS_MAX = Integer.MAX_VALUE - (1 << 16);
    private static final int TXNS_MAX = 1 << 29;

    private static final int COMMITTED = 0;
    private static final int ABORTED = 1;
    private static final int UNFINISHED = 2;
    private static final Outcome HOW_COMMITTED = new Outcome.Committed();
    private static final Outcome HOW_ABORTED = new Outcome.Aborted("");

    private final Path file;
    private final boolean isZeroInitial;
    private final HistoryBuilder history = new HistoryBuilder(RunHeader.NONE).untimed();
    /** The session of each transaction; below, its outcome, and its first op unless they alternate. */
    private final IntArrayList sessions = new IntArrayList();

    private final IntArrayList ends = new IntArrayList();
    private final IntArrayList firstOps = new IntArrayList();
    /** The transaction of each op, if they alternate. */
    private final IntArrayList txnOfOp = new IntArrayList();
    /** The keys to which 0 is written, and who writes it. */
    private final LongArrayList zeroWrites = new LongArrayList();

    private final IntArrayList zeroWriters = new IntArrayList();
    /** The keys of which 0 is read, and the ops that read it. */
    private final LongArrayList zeroReads = new LongArrayList();

    private final IntArrayList zeroReadOps = new IntArrayList();
    private int opCount;
    private int lastTxn = -1;
    private boolean alternates;

    /** @param isZeroInitial whether a read of 0 shows the initial state where nobody writes 0 */
    RegisterOps(Path file, boolean isZeroInitial) {
        this.file = file;
        this.isZeroInitial = isZeroInitial;
    }

    /** Makes room for so many more ops, if about so many are to come, and for transactions in proportion. */
    void expect(int ops) {
        history.reserve(0, ops);
        long txns = sessions.size() + sessions.size() * (long) ops / Math.max(1, opCount);
        if (txns < TXNS_MAX) {
            sessions.ensureCapacity((int) txns);
            ends.ensureCapacity((int) txns);
            firstOps.ensureCapacity((int) txns);
        }
    }

    /**
     * Opens a transaction, committed unless its outcome is set later.
     *
     * @return its number
     */
    int begin(long session) {
        if (session > Integer.MAX_VALUE) {
            throw tooMany(Integer.MAX_VALUE + " sessions");
        }
        if (sessions.size() == TXNS_MAX) {
            throw tooMany(TXNS_MAX + " transactions");
        }
        sessions.add((int) session);
        ends.add(COMMITTED);
        return sessions.size() - 1;
    }

    void aborted(int txn) {
        ends.set(txn, ABORTED);
    }

    void unfinished(int txn) {
        ends.set(txn, UNFINISHED);
    }

    int session(int txn) {
        return sessions.getInt(txn);
    }

    boolean isAborted(int txn) {
        return ends.getInt(txn) == ABORTED;
    }

    void write(int txn, long key, long value) {
        add(txn);
        if (value == 0) {
            zeroWrites.add(key);
            zeroWriters.add(txn);
        }
        history.write(key, value);
    }

    void read(int txn, long key, long value) {
        if (value != 0 || !isZeroInitial) {
            add(txn);
            history.readValue(key, value);
        } else {
            zeroReads.add(key);
            zeroReadOps.add(opCount);
            readInitial(txn, key);
        }
    }

    void readInitial(int txn, long key) {
        add(txn);
        history.readInitial(key);
    }

    void unansweredRead(int txn, long key) {
        add(txn);
        history.unansweredRead(key);
    }

    /** Notes whose the next op is. */
    private void add(int txn) {
        if (txn != lastTxn || alternates) {
            turnTo(txn);
        }
        opCount++;
    }

    private void turnTo(int txn) {
        if (opCount >= OPS_MAX) {
            throw tooMany(OPS_MAX + " operations");
        }
        if (txn < lastTxn && !alternates) {
            alternates = true;
            firstOps.add(opCount);
            for (int before = 0; before <= lastTxn; before++) {
                for (int op = firstOps.getInt(before); op < firstOps.getInt(before + 1); op++) {
                    txnOfOp.add(before);
                }
            }
        }
        if (alternates) {
            txnOfOp.add(txn);
        } else {
            beginUpTo(txn);
        }
        lastTxn = txn;
    }

    private void beginUpTo(int txn) {
        while (firstOps.size() <= txn) {
            firstOps.add(opCount);
        }
    }

    private HistoryFormatException tooMany(String limit) {
        return new HistoryFormatException(file.toString(), "has more than " + limit + ", the most that is read");
    }

    /** Returns the history; these ops must not be used again. */
    History build() {
        if (sessions.isEmpty()) {
            throw new HistoryFormatException(file.toString(), "has no transaction, and there is nothing to judge");
        }
        showZeros();
        if (alternates) {
            group();
        }
        beginUpTo(sessions.size());
        history.reserve(sessions.size(), 0);
        for (int txn = 0; txn < sessions.size(); txn++) {
            history.endBefore(firstOps.getInt(txn + 1), sessions.getInt(txn), outcome(ends.getInt(txn)));
        }
        return history.build();
    }

    /**
     * Makes reads of 0 read a value where a transaction that was not aborted writes 0. Aborted transactions write
     * nothing, so the initial state explains a read of 0 where only they wrote 0.
     */
    private void showZeros() {
        var zeroKeys = new LongOpenHashSet();
        for (int i = 0; i < zeroWrites.size(); i++) {
            if (!isAborted(zeroWriters.getInt(i))) {
                zeroKeys.add(zeroWrites.getLong(i));
            }
        }
        for (int i = 0; i < zeroReads.size() && !zeroKeys.isEmpty(); i++) {
            if (zeroKeys.contains(zeroReads.getLong(i))) {
                history.showZero(zeroReadOps.getInt(i));
            }
        }
    }

    /** Puts the ops of each transaction together. */
    private void group() {
        int[] nextPlace = new int[sessions.size() + 1];
        for (int op = 0; op < opCount; op++) {
            nextPlace[txnOfOp.getInt(op) + 1]++;
        }
        firstOps.clear();
        for (int txn = 0; txn < sessions.size(); txn++) {
            nextPlace[txn + 1] += nextPlace[txn];
            firstOps.add(nextPlace[txn]);
        }
        int[] order = new int[opCount];
        for (int op = 0; op < opCount; op++) {
            order[nextPlace[txnOfOp.getInt(op)]++] = op;
        }
        history.arrangeOps(order);
    }

    private static Outcome outcome(int end) {
        return switch (end) {
            case COMMITTED -> HOW_COMMITTED;
            case ABORTED -> HOW_ABORTED;
            default -> Outcome.Indeterminate.UNFINISHED;
        };
    }
}
