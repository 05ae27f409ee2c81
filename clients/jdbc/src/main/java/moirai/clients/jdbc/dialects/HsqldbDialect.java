package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.tables.Grammar;
import moirai.history.Outcome;

/**
 * HSQLDB, in memory, with its multi-version concurrency. Its default, locks on whole tables, runs one writer after the
 * other and shows no anomaly.
 */
public record HsqldbDialect(SqlIsolation isolation) implements EmbeddedDialect {

    private static final String MVCC = "MVCC";

    /** The code for a closed connection, which the connection that shuts the database down becomes. */
    private static final String CLOSED = "08503";

    @Override
    public Grammar grammar() {
        return Grammar.HSQLDB;
    }

    @Override
    public Outcome outcome(Failures.Phase phase, SQLException failure) {
        return Failures.hsqldb(phase, failure);
    }

    /** Limits the time: a statement that waits for another transaction would wait without an end. */
    @Override
    public void limit(Statement statement, int timeoutSeconds) throws SQLException {
        statement.setQueryTimeout(timeoutSeconds);
    }

    @Override
    public String urlForm() {
        return "jdbc:hsqldb:mem:name";
    }

    @Override
    public void isolate(Connection connection) throws SQLException {
        connection.setTransactionIsolation(isolation.jdbcLevel());
        Answers.requireLevel(isolation, connection, "VALUES (session_isolation_level())");
        var concurrency = Answers.first(
                connection,
                "SELECT property_value FROM information_schema.system_properties WHERE property_name = 'hsqldb.tx'");
        if (!concurrency.equals(Optional.of(MVCC))) {
            throw new ClientException("asked for concurrency by " + MVCC + ", the database has another");
        }
    }

    @Override
    public EmbeddedDatabase create() {
        var url = urlStart() + "mem:moirai-" + UUID.randomUUID() + ";hsqldb.tx=mvcc";
        return new ShutDownDatabase(new Endpoint(url, "sa", ""), CLOSED);
    }
}
