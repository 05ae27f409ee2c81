package moirai.mockstore.wire;

import moirai.history.Seed;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreLevel;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;

/** Empty databases. */
final class TestDatabases {

    private TestDatabases() {}

    static SqlDatabase database(StoreLevel level, long seed) {
        return new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(seed))));
    }
}
