package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.tables.Grammar;
import moirai.history.Outcome;

/** H2, in memory. */
public record H2Dialect(SqlIsolation isolation) implements EmbeddedDialect {

    /** The code with which H2 answers when it is asked to shut down, and to all later requests. */
    private static final String CLOSED = "90121";

    @Override
    public Grammar grammar() {
        return Grammar.H2;
    }

    @Override
    public Outcome outcome(Failures.Phase phase, SQLException failure) {
        return Failures.h2(phase, failure);
    }

    @Override
    public String urlForm() {
        return "jdbc:h2:mem:name";
    }

    @Override
    public Properties properties(int timeoutSeconds) {
        var properties = new Properties();
        properties.setProperty("LOCK_TIMEOUT", String.valueOf(TimeUnit.SECONDS.toMillis(timeoutSeconds)));
        return properties;
    }

    @Override
    public void isolate(Connection connection) throws SQLException {
        connection.setTransactionIsolation(isolation.jdbcLevel());
        Answers.requireLevel(
                isolation,
                connection,
                "SELECT isolation_level FROM information_schema.sessions WHERE session_id = session_id()");
    }

    @Override
    public EmbeddedDatabase create() {
        // It stays while no connection is open, until it is told to go.
        var url = urlStart() + "mem:moirai-" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE";
        return new ShutDownDatabase(new Endpoint(url, "sa", ""), CLOSED);
    }
}
