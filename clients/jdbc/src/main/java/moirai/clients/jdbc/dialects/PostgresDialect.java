package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import moirai.clients.ClientException;
import moirai.clients.jdbc.owned.OwnedTables;
import moirai.clients.jdbc.owned.SharedServer;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.Outcome;

/** PostgreSQL, and what speaks its protocol and its SQL. */
public record PostgresDialect(SqlIsolation isolation) implements Dialect {

    @Override
    public Grammar grammar() {
        return Grammar.POSTGRES;
    }

    @Override
    public Outcome outcome(Failures.Phase phase, SQLException failure) {
        return Failures.postgres(phase, failure);
    }

    @Override
    public String urlStart() {
        return "jdbc:postgresql:";
    }

    @Override
    public String urlRest() {
        return "//host:port/database";
    }

    @Override
    public Properties properties(int timeoutSeconds) {
        var properties = new Properties();
        var seconds = String.valueOf(timeoutSeconds);
        // A paused server answers nothing and closes nothing. The server's own timeouts do not run then, nor while a
        // commit waits for a replica, so the socket's has to.
        properties.setProperty("socketTimeout", seconds);
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("cancelSignalTimeout", seconds);
        properties.setProperty("ApplicationName", "moirai");
        return properties;
    }

    @Override
    public void isolate(Connection connection) throws SQLException {
        connection.setTransactionIsolation(isolation.jdbcLevel());
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW transaction_isolation")) {
            rows.next();
            var given = rows.getString(1);
            if (!given.equals(isolation.words())) {
                throw new ClientException(
                        "asked for isolation '" + isolation.words() + "', the database gives '" + given + "'");
            }
        }
    }

    @Override
    public String version(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT version()")) {
            rows.next();
            // Behind it come the compiler and the machine.
            return rows.getString(1).replaceAll(" on .*", "");
        }
    }

    /** Returns true: one connection of ours stays idle on purpose and keeps other runs away from the tables. */
    @Override
    public boolean toleratesIdle() {
        return true;
    }

    @Override
    public void createTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.POSTGRESQL, storage).create(connection);
    }

    @Override
    public void dropTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.POSTGRESQL, storage).drop(connection);
    }
}
