package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;
import moirai.history.Outcome;

/**
 * Moirai's mock store, in this process. A store has one level, which its URL names; only this run uses its tables, and
 * they go with it.
 *
 * @param isolation the store's level, by its name
 */
public record MockDialect(String isolation) implements Dialect {

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
        return "jdbc:moirai:mem:name?isolation=level&seed=hex";
    }

    @Override
    public void isolate(Connection connection) throws SQLException {
        String given = Answers.first(connection, "SHOW moirai.isolation").orElse("nothing");
        if (!given.equals(isolation)) {
            throw new ClientException("asked for isolation '" + isolation + "', the store gives '" + given + "'");
        }
    }

    @Override
    public String version(Connection connection) throws SQLException {
        // As a product it gives PostgreSQL's name, which others know what to do with.
        return "mock store " + connection.getMetaData().getDriverVersion();
    }

    @Override
    public Properties properties(int timeoutSeconds) {
        return new Properties();
    }

    @Override
    public void createTables(Connection connection, ListStorage storage) throws SQLException {
        UnmarkedTables.create(connection, storage, grammar());
    }

    /** Returns false: a store in lock step goes on when all its sessions have come to their next transaction. */
    @Override
    public boolean toleratesIdle() {
        return false;
    }

    @Override
    public void dropTables(Connection connection, ListStorage storage) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (TableSql sql : storage.tables(grammar())) {
                statement.execute("DROP TABLE " + sql.table());
            }
            connection.commit();
        }
    }
}
