package moirai.clients.jdbc.owned;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;

/** The SQL by which a server locks, marks and lists the tables of a run in the current schema. */
public enum SharedServer {
    /** PostgreSQL, where all is done in one transaction. */
    POSTGRESQL(
            Grammar.POSTGRES,
            "SELECT relname, obj_description(oid, 'pg_class') FROM pg_class"
                    + " WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
                    + " AND relname ~ '" + Owned.TABLE.pattern() + "' ORDER BY relname",
            "rename it, or use another schema or database") {
        // An advisory lock: a lock on the tables would stand in the way of what is tested.
        @Override
        public void keepOthersOut(Statement statement) throws SQLException {
            statement.execute("SET LOCAL lock_timeout = '" + LOCK_TIMEOUT_SECONDS + "s'");
            statement.execute("SELECT pg_advisory_lock(" + Owned.TABLE.lockKey() + ", hashtext(current_schema()))");
        }

        @Override
        List<String> creation(TableSql sql, ListStorage storage) {
            return List.of(
                    sql.create(storage, grammar()),
                    "COMMENT ON TABLE " + sql.table() + " IS '" + Owned.TABLE.comment() + "'");
        }
    },

    /** MariaDB, where each statement that makes or drops a table commits itself. */
    MARIADB(
            Grammar.MARIADB,
            "SELECT table_name, table_comment FROM information_schema.tables WHERE table_schema = DATABASE()"
                    + " AND table_name REGEXP '" + Owned.TABLE.pattern() + "' ORDER BY table_name",
            "rename it, or use another database") {
        // Only this node knows the lock, so it has to be taken at each node of a cluster.
        @Override
        public void keepOthersOut(Statement statement) throws SQLException {
            statement.execute("SET SESSION lock_wait_timeout = " + LOCK_TIMEOUT_SECONDS);
            try (var rows = statement.executeQuery(
                    "SELECT GET_LOCK(CONCAT('moirai ', LEFT(DATABASE(), 50)), " + LOCK_TIMEOUT_SECONDS + ")")) {
                if (!rows.next() || rows.getInt(1) != 1) {
                    throw new SQLTimeoutException("the lock on them was not had", LOCKED);
                }
            }
        }

        @Override
        List<String> creation(TableSql sql, ListStorage storage) {
            return List.of(sql.create(storage, grammar()) + " COMMENT='" + Owned.TABLE.comment() + "'");
        }
    };

    /** A lock that a killed process still holds is free when the server has noticed that death. */
    static final int LOCK_TIMEOUT_SECONDS = 3;

    /** PostgreSQL's code for a lock that is not available; MariaDB has none for it. */
    private static final String LOCKED = "55P03";

    private final Grammar grammar;
    private final String namesAndComments;
    private final String alternative;

    SharedServer(Grammar grammar, String namesAndComments, String alternative) {
        this.grammar = grammar;
        this.namesAndComments = namesAndComments;
        this.alternative = alternative;
    }

    /**
     * Keeps other runs away from the tables in the current schema until the connection is closed. May be called again.
     *
     * @throws SQLException if another run is there
     */
    public abstract void keepOthersOut(Statement statement) throws SQLException;

    /** Returns the statements that make a table with its comment. */
    abstract List<String> creation(TableSql sql, ListStorage storage);

    Grammar grammar() {
        return grammar;
    }

    /** Returns a query for all tables with names like ours, in order, each with its comment. */
    String namesAndComments() {
        return namesAndComments;
    }

    /** Returns what to do about somebody else's table that has a name of ours. */
    String alternative() {
        return alternative;
    }
}
