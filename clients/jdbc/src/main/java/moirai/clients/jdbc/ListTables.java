package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables as one session uses them: its prepared statements, which live as long as its connection. */
final class ListTables {

    private static final Logger LOG = LoggerFactory.getLogger(ListTables.class);

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** The length of a wrong content in the log. */
    private static final int SHOWN_MAX = 100;

    private final Dialect dialect;
    private final ListStorage storage;
    private final List<Table> tables;
    private final PreparedStatement scan;
    private final PreparedStatement savepoint;
    private final PreparedStatement rollbackToSavepoint;
    private final PreparedStatement releaseSavepoint;
    /** For each table; empty if keys hold no registers. */
    private final List<PreparedStatement> comparing;

    private final Lists lists = new Lists();
    private boolean isGarbageTold;

    private record Table(
            TableSql sql,
            PreparedStatement read,
            PreparedStatement upsert,
            PreparedStatement update,
            PreparedStatement insert) {

        static Table prepare(Connection connection, TableSql sql) throws SQLException {
            // PostgreSQL is sent nothing before the first use; others look at their tables now.
            return new Table(
                    sql,
                    connection.prepareStatement(sql.read()),
                    connection.prepareStatement(sql.upsert()),
                    connection.prepareStatement(sql.update()),
                    connection.prepareStatement(sql.insert()));
        }
    }

    ListTables(Connection connection, JdbcOptions options) throws SQLException {
        this.dialect = options.dialect();
        this.storage = options.storage();
        var prepared = new ArrayList<Table>();
        for (TableSql sql : storage.tables(dialect.grammar())) {
            prepared.add(Table.prepare(connection, sql));
        }
        this.tables = List.copyOf(prepared);
        this.scan = connection.prepareStatement(storage.scan(dialect.grammar()));
        this.savepoint = connection.prepareStatement("SAVEPOINT moirai");
        this.rollbackToSavepoint = connection.prepareStatement("ROLLBACK TO SAVEPOINT moirai");
        this.releaseSavepoint = connection.prepareStatement("RELEASE SAVEPOINT moirai");
        var conditional = new ArrayList<PreparedStatement>();
        if (storage.contents() == DataModel.REGISTER) {
            for (Table table : tables) {
                conditional.add(connection.prepareStatement(table.sql().compareAndSet()));
            }
        }
        this.comparing = List.copyOf(conditional);
        for (PreparedStatement statement : statements()) {
            dialect.limit(statement, options.timeoutSeconds());
        }
    }

    private List<PreparedStatement> statements() {
        var statements = new ArrayList<>(List.of(scan, savepoint, rollbackToSavepoint, releaseSavepoint));
        statements.addAll(comparing);
        tables.forEach(
                table -> statements.addAll(List.of(table.read(), table.upsert(), table.update(), table.insert())));
        return statements;
    }

    /** Reads the list; a missing list is empty. */
    Elements read(int key) throws SQLException {
        var table = tables.get(storage.tableOf(key));
        table.read().setInt(1, key);
        lists.clear();
        try (var rows = table.read().executeQuery()) {
            // A second row for one key would be a fault of the database. Joined to the first it shows as duplicates or
            // as an order that cannot be; ignored it would not show at all.
            while (rows.next()) {
                add(table, key, rows.getString(1));
            }
        }
        return lists.elements();
    }

    /** Reads the number of a register or a counter; empty if its key is missing. */
    OptionalLong number(int key) throws SQLException {
        var table = tables.get(storage.tableOf(key));
        table.read().setInt(1, key);
        try (var rows = table.read().executeQuery()) {
            if (!rows.next()) {
                return OptionalLong.empty();
            }
            long number = rows.getLong(1);
            if (rows.wasNull()) {
                // It would pass for 0, at which counters begin.
                number = Lists.elementFor("NULL");
                tellOfGarbage(table, key, "NULL");
            }
            if (rows.next()) {
                // No one of them is what the key holds.
                String both = number + "," + rows.getLong(1);
                number = Lists.elementFor(both);
                tellOfGarbage(table, key, both);
            }
            return OptionalLong.of(number);
        }
    }

    /**
     * Reads all lists in a range of keys, both included, that exist; in the order of their keys. A row that is not in
     * the range is an element that nobody appended to the key at that end of the range.
     */
    List<Op.Read> scan(int from, int to) throws SQLException {
        for (int table = 0; table < tables.size(); table++) {
            scan.setInt(2 * table + 1, from);
            scan.setInt(2 * table + 2, to);
        }
        var found = new ArrayList<Op.Read>();
        try (var rows = scan.executeQuery()) {
            boolean more = rows.next();
            while (more) {
                int key = Math.clamp(rows.getInt(1), from, to);
                lists.clear();
                // Two rows of one key are joined, as in a read.
                do {
                    if (rows.getInt(1) == key) {
                        add(tables.get(storage.tableOf(key)), key, rows.getString(2));
                    } else {
                        addGarbage(tables.get(storage.tableOf(key)), key, "key " + rows.getInt(1));
                    }
                    more = rows.next();
                } while (more && Math.clamp(rows.getInt(1), from, to) == key);
                if (lists.elements().count() == 0) {
                    // No row is without an element.
                    addGarbage(tables.get(storage.tableOf(key)), key, "");
                }
                found.add(new Op.Read(key, lists.elements()));
            }
        }
        return found;
    }

    private void add(Table table, int key, @Nullable String text) {
        lists.add(text);
        lists.garbage().ifPresent(garbage -> tellOfGarbage(table, key, garbage));
    }

    private void addGarbage(Table table, int key, String text) {
        lists.addGarbage(text);
        tellOfGarbage(table, key, text);
    }

    /** Logs the first content of a session that no client has written; the history has them all. */
    private void tellOfGarbage(Table table, int key, String text) {
        if (!isGarbageTold) {
            isGarbageTold = true;
            String shown = CONTROL.matcher(text.substring(0, Math.min(text.length(), SHOWN_MAX)))
                    .replaceAll("?");
            LOG.warn(
                    "key {} in {} holds '{}', which nobody writes; it is recorded as {}",
                    key,
                    table.sql().table(),
                    shown,
                    Lists.elementFor(text));
        }
    }

    /** Appends to the list, writes the register or adds to the counter; returns whether a row was written. */
    boolean change(int key, int element) throws SQLException {
        var table = tables.get(storage.tableOf(key));
        return switch (storage.write()) {
            case UPSERT -> writeNew(table.upsert(), key, element);
            case UPDATE_INSERT -> update(table, key, element) || insert(table, key, element);
        };
    }

    /**
     * Writes a register if it holds a value, or if it is missing, by one statement; returns whether it did. Where
     * another transaction has written it since the snapshot, some databases fail instead.
     */
    boolean compareAndSet(int key, OptionalLong expected, int value) throws SQLException {
        int at = storage.tableOf(key);
        if (expected.isPresent()) {
            var statement = comparing.get(at);
            statement.setInt(1, value);
            statement.setInt(2, key);
            statement.setLong(3, expected.getAsLong());
            return statement.executeUpdate() == 1;
        }
        try {
            return writeNew(tables.get(at).insert(), key, value);
        } catch (SQLException e) {
            if (dialect.isDuplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    private static boolean update(Table table, int key, int element) throws SQLException {
        table.update().setInt(1, element);
        table.update().setInt(2, key);
        return table.update().executeUpdate() == 1;
    }

    /** Inserts a row behind a savepoint: without it, a refused insert would end the transaction. */
    private boolean insert(Table table, int key, int element) throws SQLException {
        savepoint.execute();
        try {
            boolean written = writeNew(table.insert(), key, element);
            releaseSavepoint.execute();
            return written;
        } catch (SQLException e) {
            if (!dialect.isDuplicateKey(e)) {
                throw e;
            }
            rollbackToSavepoint.execute();
            // Somebody inserted after our update. A snapshot that is older than that still has no such row.
            return update(table, key, element);
        }
    }

    private boolean writeNew(PreparedStatement statement, int key, int element) throws SQLException {
        statement.setInt(1, key);
        statement.setInt(2, key);
        statement.setInt(3, element);
        return dialect.grammar().wroteOne(statement.executeUpdate());
    }
}
