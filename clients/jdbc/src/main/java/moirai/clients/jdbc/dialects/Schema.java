package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;

/**
 * The tables of a run on PostgreSQL, which are dropped and made again for each: no run sees what another wrote.
 *
 * <p>Ours are known by name and by comment. A table that has the name alone is somebody's, and stays.
 */
record Schema(ListStorage storage) {

    private static final Grammar GRAMMAR = Grammar.POSTGRES;

    /** The comment on every table that may be dropped. */
    static final String MARK = "made by Moirai, which drops it when it starts or ends a run";

    /** A table that a killed run still uses is free when the server has noticed that death. */
    private static final int LOCK_TIMEOUT_SECONDS = 3;

    /** The letters "moir": who else takes such locks has other keys. */
    private static final int LOCK_KEY = 0x6d6f6972;

    private record Found(String name, boolean ours) {}

    /**
     * Makes the tables, empty, in one transaction. Until the connection is closed, no other run can do the same in this
     * schema.
     *
     * @param connection with autocommit off
     */
    void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            keepOthersOut(statement);
            var found = find(statement);
            refuseOthers(found);
            dropOurs(statement, found);
            for (TableSql sql : storage.tables(GRAMMAR)) {
                create(statement, sql);
            }
            connection.commit();
        }
    }

    /**
     * Drops every table of ours, in one transaction.
     *
     * @param connection the one that {@linkplain #create made} them, or one with autocommit off if that was lost: then
     *     another run may have made its own since, which this refuses to touch
     */
    void drop(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            keepOthersOut(statement);
            dropOurs(statement, find(statement));
            connection.commit();
        }
    }

    /** Tables cannot be locked for long without standing in the way of what is tested; this lock can. */
    private static void keepOthersOut(Statement statement) throws SQLException {
        statement.execute("SET LOCAL lock_timeout = '" + LOCK_TIMEOUT_SECONDS + "s'");
        statement.execute("SELECT pg_advisory_lock(" + LOCK_KEY + ", hashtext(current_schema()))");
    }

    private void create(Statement statement, TableSql sql) throws SQLException {
        statement.execute(sql.create(storage, GRAMMAR));
        statement.execute("COMMENT ON TABLE " + sql.table() + " IS '" + MARK + "'");
        if (storage.key() == ListKey.SECONDARY) {
            statement.execute(sql.index(GRAMMAR));
        }
    }

    /** All tables with a name like ours, of this run or another, in the schema where new ones would be made. */
    private static List<Found> find(Statement statement) throws SQLException {
        var found = new ArrayList<Found>();
        try (var rows = statement.executeQuery("SELECT relname, obj_description(oid, 'pg_class') FROM pg_class"
                + " WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())"
                + " AND relname ~ '^" + TableSql.PREFIX + "[0-9]+$' ORDER BY relname")) {
            while (rows.next()) {
                var comment = Optional.ofNullable(rows.getString(2));
                found.add(new Found(rows.getString(1), comment.equals(Optional.of(MARK))));
            }
        }
        return found;
    }

    private void refuseOthers(List<Found> found) {
        var needed = storage.tables(GRAMMAR).stream().map(TableSql::table).toList();
        for (Found table : found) {
            if (!table.ours() && needed.contains(table.name())) {
                throw new ClientException(
                        "the table " + table.name() + " was not made by Moirai (it lacks the comment '" + MARK
                                + "') and will not be dropped; rename it, or use another schema or database");
            }
        }
    }

    private static void dropOurs(Statement statement, List<Found> found) throws SQLException {
        for (Found table : found) {
            if (table.ours()) {
                statement.execute("DROP TABLE " + table.name());
            }
        }
    }
}
