package moirai.junit.fuzzing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
 * a table that somebody else has made is never touched. Runs on the same database follow each other.
 *
 * @param sessions opens the sessions
 */
record LentTables(ClientFactory sessions, Server server, ListStorage storage, Ownership ownership)
        implements ClientFactory {

    /** The databases in which a run has tables, by their URLs. Guarded by itself. */
    private static final Set<String> IN_USE = new HashSet<>();

    /** The state of who owns the tables: this run or nobody yet. */
    static final class Ownership {

        private boolean hasTurn;
        private boolean isOwner;
    }

    @Override
    public void prepare() {
        synchronized (ownership) {
            awaitTurn();
            ownership.hasTurn = true;
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

    private void awaitTurn() {
        synchronized (IN_USE) {
            try {
                while (!IN_USE.add(server.endpoint().url())) {
                    IN_USE.wait();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new ClientException("interrupted while another run used " + server.endpoint(), interrupted);
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
            try {
                sessions.close();
                drop();
            } finally {
                endTurn();
            }
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

    private void endTurn() {
        if (ownership.hasTurn) {
            ownership.hasTurn = false;
            synchronized (IN_USE) {
                IN_USE.remove(server.endpoint().url());
                IN_USE.notifyAll();
            }
        }
    }
}
