package moirai.mockstore.levels;

import moirai.history.level.IsolationLevel;

/** The levels that the store gives as a product does. */
public enum ProductLevel implements StoreLevel {

    /**
     * PostgreSQL's READ COMMITTED (documentation, "Transaction Isolation"): each statement reads from a snapshot of
     * what had committed before the statement began. UPDATE, DELETE and SELECT FOR UPDATE find their rows in that
     * snapshot, lock each, check their conditions again on its newest version, and go on with that. Keys and foreign
     * keys are checked against what is committed.
     *
     * <p>A statement that waits for a row sees one transaction in that row and may miss it in the next, so not even
     * monotonic atomic view holds. What holds is read committed in real time.
     */
    POSTGRES_READ_COMMITTED("postgres-read-committed", "pg-rc", IsolationLevel.STRONG_READ_COMMITTED),

    /**
     * PostgreSQL's REPEATABLE READ (documentation, "Transaction Isolation"): all statements of a transaction read from
     * the snapshot of its first one. Who wants to change or lock a row that was changed since the snapshot is refused
     * (40001). Keys are checked against what is committed, foreign keys of new rows against the snapshot.
     */
    POSTGRES_REPEATABLE_READ("postgres-repeatable-read", "pg-rr", IsolationLevel.STRONG_SNAPSHOT_ISOLATION);

    private final String label;
    private final String alias;
    private final IsolationLevel guarantee;

    ProductLevel(String label, String alias, IsolationLevel guarantee) {
        this.label = label;
        this.alias = alias;
        this.guarantee = guarantee;
    }

    /** Returns whether all statements of a transaction read from the snapshot of its first one. */
    public boolean isByTxn() {
        return this == POSTGRES_REPEATABLE_READ;
    }

    /**
     * Returns whether PostgreSQL gives this level to a transaction that asks for one of SQL's.
     *
     * @param isolation one of SQL's levels, in lower case
     */
    public boolean isGivenFor(String isolation) {
        return switch (this) {
            case POSTGRES_READ_COMMITTED -> isolation.equals("read committed") || isolation.equals("read uncommitted");
            case POSTGRES_REPEATABLE_READ -> isolation.equals("repeatable read");
        };
    }

    /** Returns the name in {@code ?isolation=NAME} and {@code --isolation NAME}. */
    public String label() {
        return label;
    }

    /** Returns the short name. */
    public String alias() {
        return alias;
    }

    @Override
    public IsolationLevel guarantee() {
        return guarantee;
    }
}
