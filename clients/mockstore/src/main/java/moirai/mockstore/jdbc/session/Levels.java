package moirai.mockstore.jdbc.session;

import static java.sql.Connection.TRANSACTION_NONE;
import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_READ_UNCOMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;

import java.sql.SQLException;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;

/**
 * The isolation level of a connection in JDBC's terms. The level is the store's and cannot be changed by a connection.
 * A program may ask for any level that the store guarantees, in PostgreSQL's meaning of the names: repeatable read is
 * snapshot isolation.
 *
 * <p>A request for a stronger level is refused. A program that asks for serializable transactions and silently got
 * causal ones would be blamed for anomalies that it had taken care of. At a product's level, a request for a weaker one
 * is refused as well, because the product would give that. A store with a {@link moirai.mockstore.Guide}
 * accepts every level, because the guide decides what is guaranteed.
 */
public final class Levels {

    private final JdbcSession session;
    /** The level that was asked for last. */
    private int asked = TRANSACTION_NONE;

    Levels(JdbcSession session) {
        this.session = session;
    }

    private StoreLevel level() {
        return session.database().store().options().level();
    }

    /**
     * Returns the level that was asked for, or what the store guarantees now if that is less: frameworks ask for what
     * this returns when they put a connection back.
     */
    int current() {
        int given = strongest(level().guarantee());
        if (asked == TRANSACTION_NONE) {
            return given;
        }
        if (session.database().store().isGuided()) {
            return asked;
        }
        return level() instanceof ProductLevel ? given : Math.min(asked, given);
    }

    /** Returns the strongest of JDBC's levels that the store guarantees. */
    public static int strongest(IsolationLevel level) {
        if (level.implies(IsolationLevel.SERIALIZABLE)) {
            return TRANSACTION_SERIALIZABLE;
        }
        return level.implies(IsolationLevel.SNAPSHOT_ISOLATION)
                ? TRANSACTION_REPEATABLE_READ
                : TRANSACTION_READ_COMMITTED;
    }

    /**
     * Sets the level.
     *
     * @throws SQLException if it is not what the store gives (SQLSTATE 0A000), none of JDBC's (22023), or a
     *    transaction is pending (25001)
     */
    void ask(int wanted) throws SQLException {
        String words = words(wanted);
        if (session.isInTxn()) {
            throw SqlErrors.of("25001", "the isolation level cannot change while a transaction is pending");
        }
        if (!isGiven(wanted, words)) {
            throw SqlErrors.of(
                    "0A000",
                    "transactions of this store are " + StoreLevels.ALL.label(level()) + ", which is "
                            + (level() instanceof StoreLevel.OfAxioms
                                    ? "less than " + words + "; ask for less"
                                    : "another level than " + words + "; ask for that of the store")
                            + ", or open the store with isolation=" + instead(wanted));
        }
        asked = wanted;
    }

    private boolean isGiven(int wanted, String words) {
        if (session.database().store().isGuided()) {
            return true;
        }
        return switch (level()) {
            case ProductLevel product -> product.isGivenFor(words);
            // JDBC's numbers ascend with the strength of the levels.
            case StoreLevel.OfAxioms ofAxioms -> wanted <= strongest(level().guarantee());
        };
    }

    /** Returns the level of the store that gives what was asked for. */
    private String instead(int wanted) {
        if (wanted == TRANSACTION_SERIALIZABLE) {
            return "serializable";
        }
        if (level() instanceof StoreLevel.OfAxioms) {
            return "snapshot-isolation";
        }
        return (wanted == TRANSACTION_REPEATABLE_READ
                        ? ProductLevel.POSTGRES_REPEATABLE_READ
                        : ProductLevel.POSTGRES_READ_COMMITTED)
                .label();
    }

    private static String words(int level) throws SQLException {
        return switch (level) {
            case TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
            case TRANSACTION_READ_COMMITTED -> "read committed";
            case TRANSACTION_REPEATABLE_READ -> "repeatable read";
            case TRANSACTION_SERIALIZABLE -> "serializable";
            default ->
                throw SqlErrors.of(
                        SqlErrors.INVALID_PARAMETER,
                        "isolation level " + level + "; give one of the constants TRANSACTION_READ_UNCOMMITTED,"
                                + " _READ_COMMITTED, _REPEATABLE_READ, _SERIALIZABLE of java.sql.Connection");
        };
    }
}
