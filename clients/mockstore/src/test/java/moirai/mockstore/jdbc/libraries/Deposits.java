package moirai.mockstore.jdbc.libraries;

import java.sql.SQLException;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;

/**
 * Two deposits to one account, one after the other in a session each. A program that reads the balance and writes
 * the sum loses one of them if it is shown the balance of before, which read committed allows.
 */
interface Deposits {

    int BALANCE_BEFORE = 100;
    int AMOUNT = 10;

    /** The number of seeds; at read committed about half of them lose a deposit. */
    int SEEDS = 20;

    int ATTEMPTS_MAX = 200;

    /** Makes the account, with what the library under test has for that. */
    void prepare(MoiraiDataSource source) throws SQLException;

    /** Reads the balance and writes it with {@link #AMOUNT} added, in one transaction of a new session. */
    void deposit(MoiraiDataSource source) throws SQLException;

    /** The balance, in a transaction of a new session. */
    int balance(MoiraiDataSource source) throws SQLException;

    /** Returns whether the library says that the failed transaction may be tried again. */
    boolean mayBeTriedAgain(Exception failure);

    /** Returns the number of seeds that lose one of two deposits at this level. */
    default long losses(IsolationLevel level) {
        return IntStream.range(0, SEEDS).filter(seed -> loses(level, seed)).count();
    }

    /** A new, empty store. */
    static MoiraiDataSource source(IsolationLevel level, int seed) {
        return MoiraiDataSource.of(new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(seed)))));
    }

    private boolean loses(IsolationLevel level, int seed) {
        MoiraiDataSource source = source(level, seed);
        MockStore store = source.database().store();
        try {
            prepare(source);
            // From here on, everybody knows of the account.
            store.checkpoint();
            depositAtLast(source);
            depositAtLast(source);
            // No reader is shown anything but the end.
            store.checkpoint();
            int missing = BALANCE_BEFORE + 2 * AMOUNT - balance(source);
            return switch (missing) {
                case 0 -> false;
                case AMOUNT -> true;
                default -> throw new AssertionError("an impossible balance: " + missing + " missing");
            };
        } catch (SQLException e) {
            throw new AssertionError(level + ", seed " + seed, e);
        }
    }

    private void depositAtLast(MoiraiDataSource source) throws SQLException {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                deposit(source);
                return;
            } catch (SQLException | RuntimeException failure) {
                if (!mayBeTriedAgain(failure)) {
                    throw failure;
                }
            }
        }
        throw new AssertionError("no success in " + ATTEMPTS_MAX + " attempts");
    }
}
