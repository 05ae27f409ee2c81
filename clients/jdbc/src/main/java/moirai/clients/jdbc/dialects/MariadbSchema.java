package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;

/**
 * The tables of a run on MariaDB, which are dropped and made again for each: no run sees what another wrote. There is
 * no transaction around that: each statement that makes or drops a table commits itself.
 *
 * <p>Ours are known by name and by comment. A table that has the name alone is somebody's, and stays.
 */
record MariadbSchema(ListStorage storage) {

    private static final Grammar GRAMMAR = Grammar.MARIADB;

    private static final int LOCK_TIMEOUT_SECONDS = 3;

    /** {@code 55P03} is PostgreSQL's word for a lock that is not available; MariaDB has none for it. */
    private static final String LOCKED = "55P03";

    /**
     * Makes the tables, empty. Until the connection is closed, no other run can do the same in this database over the
     * same node; of what other nodes do, such a lock knows nothing, so that it is taken at each of them.
     */
    void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            keepOthersOut(statement);
            refuseOthers(statement);
            dropOurs(statement);
            for (TableSql sql : storage.tables(GRAMMAR)) {
                statement.execute(sql.create(storage, GRAMMAR) + " COMMENT='" + Schema.MARK + "'");
                if (storage.key() == ListKey.SECONDARY) {
                    statement.execute(sql.index(GRAMMAR));
                }
            }
            connection.commit();
        }
    }

    /** Drops every table of ours. */
    void drop(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            keepOthersOut(statement);
            dropOurs(statement);
            connection.commit();
        }
    }

    static void keepOthersOut(Statement statement) throws SQLException {
        statement.execute("SET SESSION lock_wait_timeout = " + LOCK_TIMEOUT_SECONDS);
        try (var rows = statement.executeQuery(
                "SELECT GET_LOCK(CONCAT('moirai ', LEFT(DATABASE(), 50)), " + LOCK_TIMEOUT_SECONDS + ")")) {
            if (!rows.next() || rows.getInt(1) != 1) {
                throw new SQLTimeoutException("the lock on them was not had", LOCKED);
            }
        }
    }

    private void refuseOthers(Statement statement) throws SQLException {
        var needed = storage.tables(GRAMMAR).stream().map(TableSql::table).toList();
        for (String table : find(statement, "<>")) {
            if (needed.contains(table)) {
                throw new ClientException("the table " + table + " was not made by Moirai (it lacks the comment '"
                        + Schema.MARK + "') and will not be dropped; rename it, or use another database");
            }
        }
    }

    private static void dropOurs(Statement statement) throws SQLException {
        for (String table : find(statement, "=")) {
            statement.execute("DROP TABLE " + table);
        }
    }

    /** The tables of this database with a name like ours, whose comment is ours or is not. */
    private static List<String> find(Statement statement, String comparison) throws SQLException {
        var found = new ArrayList<String>();
        try (var rows = statement.executeQuery("SELECT table_name FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name REGEXP '^" + TableSql.PREFIX + "[0-9]+$'"
                + " AND table_comment " + comparison + " '" + Schema.MARK + "' ORDER BY table_name")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }
}
