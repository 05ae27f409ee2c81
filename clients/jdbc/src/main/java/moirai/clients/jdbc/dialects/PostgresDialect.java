package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
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
    public String urlForm() {
        return "jdbc:postgresql://host:port/database";
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
        Answers.requireLevel(isolation, connection, "SHOW transaction_isolation");
    }

    @Override
    public String version(Connection connection) throws SQLException {
        // Behind it come the compiler and the machine.
        return Answers.first(connection, "SELECT version()").orElse("").replaceAll(" on .*", "");
    }

    @Override
    public void createTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.POSTGRESQL, storage).create(connection);
    }

    @Override
    public boolean adoptTables(Connection connection, ListStorage storage, int nextKey) throws SQLException {
        return new OwnedTables(SharedServer.POSTGRESQL, storage).adopt(connection, nextKey);
    }

    @Override
    public void dropTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.POSTGRESQL, storage).drop(connection);
    }
}
