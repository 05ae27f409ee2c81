package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import java.util.ArrayList;
import java.util.List;

/** The transactions of a store since its last checkpoint, numbered from 0. Guarded by the store's lock. */
final class Txns {

    private final List<TxnLog> all = new ArrayList<>();
    private final Int2ObjectLinkedOpenHashMap<TxnLog> pending = new Int2ObjectLinkedOpenHashMap<>();
    private long clock;

    /** Begins the session's next transaction and returns its number. */
    int begin(int session) {
        int txn = all.size();
        var log = new TxnLog(session, clock++);
        all.add(log);
        pending.put(txn, log);
        return txn;
    }

    void end(int txn, TxnLog.State how) {
        pending.remove(txn).end(how, clock++);
    }

    /** Forgets all transactions, none of which is pending. */
    void clear() {
        all.clear();
    }

    List<TxnLog> all() {
        return all;
    }

    TxnLog log(int txn) {
        return all.get(txn);
    }

    int sessionOf(int txn) {
        return log(txn).session;
    }

    /** Returns the pending transactions by number, in the order in which they began. */
    Int2ObjectMap<TxnLog> pending() {
        return pending;
    }

    /**
     * Returns the log of a pending transaction.
     *
     * @throws StoreException if it has ended (SQLSTATE 25P01)
     */
    TxnLog pending(int txn) {
        TxnLog log = pending.get(txn);
        if (log == null) {
            throw new StoreException("25P01", "T" + txn + " has ended; begin another transaction");
        }
        return log;
    }

    /**
     * Fails if a transaction is pending.
     *
     * @throws StoreException with SQLSTATE 25001
     */
    void requireNonePending(String action) {
        if (!pending.isEmpty()) {
            int first = pending.firstIntKey();
            throw new StoreException(
                    "25001",
                    action + " while T" + first + " of session " + sessionOf(first)
                            + " is pending; commit or abort it");
        }
    }
}
