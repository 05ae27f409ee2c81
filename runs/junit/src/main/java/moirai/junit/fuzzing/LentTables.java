package moirai.junit.fuzzing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.jdbc.Server;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;

/**
 * Sessions on a database in this process that the test goes on using: the tables of the run are dropped at its end, and
 * a table that somebody else has made is never touched. Runs on the same database follow each other, each in its
 * {@link Turn}.
 *
 * @param sessions opens the sessions
 */
record LentTables(ClientFactory sessions, Server server, ListStorage storage, Ownership ownership)
        implements ClientFactory {

    /** The state of who owns the tables: this run or nobody yet. */
    static final class Ownership {

        private boolean isOwner;
    }

    @Override
    public void prepare() {
        synchronized (ownership) {
            try (Connection connection = server.connect()) {
                connection.setAutoCommit(false);
                requireNone(connection);
                ownership.isOwner = true;
                server.dialect().createTables(connection, storage);
            } catch (SQLException failed) {
                throw server.failure("cannot create tables at", failed);
            }
        }
    }

    private void requireNone(Connection connection) throws SQLException {
        for (String table : tables()) {
            // Not all products keep the letters' case.
            try (var found =
                    connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE", "BASE TABLE"})) {
                while (found.next()) {
                    if (table.equalsIgnoreCase(found.getString("TABLE_NAME"))) {
                        throw ClientException.guarded("the table " + table + " is already at " + server.endpoint()
                                + "; if a run that was killed has left it, drop it");
                    }
                }
            }
        }
    }

    private List<String> tables() {
        Dialect dialect = server.dialect();
        return storage.tables(dialect.grammar()).stream().map(TableSql::table).toList();
    }

    @Override
    public String databaseVersion() {
        return sessions.databaseVersion();
    }

    @Override
    public Client open(int session, LongSupplier clock) {
        return sessions.open(session, clock);
    }

    @Override
    public void close() {
        synchronized (ownership) {
            sessions.close();
            drop();
        }
    }

    private void drop() {
        if (!ownership.isOwner) {
            return;
        }
        try (Connection connection = server.connect();
                var statement = connection.createStatement()) {
            for (String table : tables()) {
                statement.execute("DROP TABLE IF EXISTS " + table);
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            ownership.isOwner = false;
        } catch (SQLException failed) {
            throw server.failure("the tables of this run, " + TableSql.PREFIX + "…, are left at", failed);
        }
    }
}
