package moirai.analysis.axioms.incremental;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.analysis.axioms.KeyValueHistory;

/** The events so far: the columns of a {@link KeyValueHistory} while they grow. */
final class TxnTable {

    /** The state of a transaction. */
    enum Status {
        PENDING,
        COMMITTED,
        ABORTED
    }

    private static final class Txn {

        private final int session;
        private final long begin;
        private final IntArrayList readKeys = new IntArrayList(4);
        private final IntArrayList readSources = new IntArrayList(4);
        /** Ascending, each once. */
        private final IntArrayList writeKeys = new IntArrayList(4);

        private Status status = Status.PENDING;
        private long end = Long.MAX_VALUE;

        Txn(int session, long begin) {
            this.session = session;
            this.begin = begin;
        }
    }

    private static final IntArrayList NONE = new IntArrayList(0);

    private final List<Txn> txns = new ArrayList<>();
    private final List<IntArrayList> txnsBySession = new ArrayList<>();
    private final List<IntArrayList> writersByKey = new ArrayList<>();
    /** Transactions in the order of their ends, and the latest begin among them up to each. */
    private final IntArrayList ended = new IntArrayList();

    private final IntArrayList latestBegun = new IntArrayList();
    /** The number of begins and ends so far. */
    private long clock;

    int txnCount() {
        return txns.size();
    }

    Status status(int txn) {
        return txns.get(txn).status;
    }

    int session(int txn) {
        return txns.get(txn).session;
    }

    /** Returns the time at which the transaction committed or aborted: later ones have higher numbers. */
    long end(int txn) {
        return txns.get(txn).end;
    }

    /** Returns the session's transactions in order. */
    IntArrayList ofSession(int session) {
        return session < txnsBySession.size() ? txnsBySession.get(session) : NONE;
    }

    IntArrayList readKeys(int txn) {
        return txns.get(txn).readKeys;
    }

    IntArrayList readSources(int txn) {
        return txns.get(txn).readSources;
    }

    IntArrayList writeKeys(int txn) {
        return txns.get(txn).writeKeys;
    }

    /** Returns whether the transaction writes the key. O(log of its writes). */
    boolean writes(int txn, int key) {
        return placeOf(key, txns.get(txn).writeKeys) >= 0;
    }

    /** Returns the committed writers of the key, in the order of their commits. */
    IntArrayList writers(int key) {
        return key < writersByKey.size() ? writersByKey.get(key) : NONE;
    }

    /** Returns the transactions that ended, in that order, for reading only. */
    IntArrayList byEnd() {
        return ended;
    }

    int begin(int session) {
        while (txnsBySession.size() <= session) {
            txnsBySession.add(new IntArrayList());
        }
        int txn = txns.size();
        txns.add(new Txn(session, clock++));
        txnsBySession.get(session).add(txn);
        return txn;
    }

    void read(int txn, int key, int source) {
        txns.get(txn).readKeys.add(key);
        txns.get(txn).readSources.add(source);
    }

    /** Adds a key that the transaction does not write yet. O(its writes). */
    void write(int txn, int key) {
        IntArrayList keys = txns.get(txn).writeKeys;
        keys.add(-1 - placeOf(key, keys), key);
    }

    void commit(int txn) {
        end(txn, Status.COMMITTED);
        for (int key : txns.get(txn).writeKeys) {
            while (writersByKey.size() <= key) {
                writersByKey.add(new IntArrayList(2));
            }
            writersByKey.get(key).add(txn);
        }
    }

    /** Aborts the transaction: its writes stay in its columns, but count no more. */
    void abort(int txn) {
        end(txn, Status.ABORTED);
    }

    private void end(int txn, Status status) {
        Txn ending = txns.get(txn);
        ending.status = status;
        ending.end = clock++;
        ended.add(txn);
        long latest = latestBegun.isEmpty() ? -1 : txns.get(latestBegun.topInt()).begin;
        latestBegun.add(ending.begin > latest ? txn : latestBegun.topInt());
    }

    /**
     * Adds those that ended already, without those that ended before another of them began. O(their number), which is
     * that of transactions that were pending at one time.
     */
    void addLastEnded(IntArrayList last) {
        for (int i = ended.size() - 1; i >= 0; i--) {
            Txn txn = txns.get(ended.getInt(i));
            if (txn.end < txns.get(latestBegun.topInt()).begin) {
                return;
            }
            last.add(ended.getInt(i));
        }
    }

    /** Returns everything so far. O(its size). */
    KeyValueHistory history() {
        var builder = new KeyValueHistory.Builder(true);
        for (int id = 0; id < txns.size(); id++) {
            Txn txn = txns.get(id);
            builder.txn(txn.session, txn.begin, txn.end, id);
            for (int read = 0; read < txn.readKeys.size(); read++) {
                builder.read(txn.readKeys.getInt(read), txn.readSources.getInt(read));
            }
            for (int write = 0; txn.status != Status.ABORTED && write < txn.writeKeys.size(); write++) {
                builder.write(txn.writeKeys.getInt(write));
            }
        }
        return builder.build();
    }

    private static int placeOf(int key, IntArrayList keys) {
        return Arrays.binarySearch(keys.elements(), 0, keys.size(), key);
    }
}
