package moirai.mockstore.wire;

import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;

/** Empty databases. */
final class TestDatabases {

    private TestDatabases() {}

    static SqlDatabase database(IsolationLevel level, long seed) {
        return new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(seed))));
    }
}
