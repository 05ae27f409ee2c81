package moirai.mockstore.wire.catalog;

import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The advisory locks of a session, which the server holds. Those of the session belong to its connection there, and
 * those of a transaction to another connection, on which a transaction of the server lasts as long as that of the store.
 * For one thread.
 */
final class AdvisoryLocks implements AutoCloseable {

    private final Supplier<BackendConnection> connections;
    private @Nullable BackendConnection ofTransaction;
    private boolean isPending;
    private boolean wereTaken;

    /**
     * Creates the locks of a session that has none.
     *
     * @param connections returns a new connection
     */
    AdvisoryLocks(Supplier<BackendConnection> connections) {
        this.connections = connections;
    }

    /** Returns whether the session may hold locks, so that the server has to release them. */
    boolean wereTaken() {
        return wereTaken;
    }

    /**
     * Returns the connection that a statement about locks belongs to.
     *
     * @param ofSession the connection of the session
     * @throws StoreException if the store's schedule is in lock step (SQLSTATE 0A000)
     */
    BackendConnection connection(String sql, BackendConnection ofSession, boolean isLockStep) {
        if (isLockStep) {
            throw new StoreException(
                    "0A000", "advisory locks are not supported in lock step: who comes first has them");
        }
        wereTaken = true;
        if (!CatalogWords.areLocksOfTransactionsIn(sql)) {
            return ofSession;
        }
        BackendConnection known = ofTransaction;
        if (known == null || !known.isOpen()) {
            known = connections.get();
            ofTransaction = known;
            isPending = false;
        }
        if (!isPending) {
            known.query("BEGIN");
            isPending = true;
        }
        return known;
    }

    /** Releases the locks of a transaction that has ended. */
    void endTransaction() {
        if (isPending && ofTransaction != null) {
            isPending = false;
            if (ofTransaction.isOpen()) {
                ofTransaction.query("ROLLBACK");
            }
        }
    }

    @Override
    public void close() {
        if (ofTransaction != null) {
            ofTransaction.close();
        }
    }
}
