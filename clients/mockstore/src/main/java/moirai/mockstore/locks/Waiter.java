package moirai.mockstore.locks;

/** A transaction that waits for a key. Guarded by the store's lock. */
final class Waiter {

    final int txn;
    final int key;
    final LockMode mode;
    /** Whether the transaction has locked or written the key already, so that others may be waiting for it. */
    final boolean isConcerned;
    /** Whether the transaction may go on; then whoever comes later waits for it as for a holder. */
    boolean isReady;

    Waiter(int txn, int key, LockMode mode, boolean isConcerned) {
        this.txn = txn;
        this.key = key;
        this.mode = mode;
        this.isConcerned = isConcerned;
    }
}
