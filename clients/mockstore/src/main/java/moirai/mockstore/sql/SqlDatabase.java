package moirai.mockstore.sql;

import moirai.mockstore.MockStore;

/** Tables on a store. Statements that define tables take effect at once and for all sessions, whatever the level. */
public final class SqlDatabase {

    private final MockStore store;

    public SqlDatabase(MockStore store) {
        this.store = store;
    }

    public MockStore store() {
        return store;
    }

    /** Opens the next session. */
    public SqlSession session() {
        return new SqlSession(this);
    }
}
