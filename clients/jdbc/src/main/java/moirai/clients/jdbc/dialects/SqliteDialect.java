package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.history.Outcome;

/**
 * SQLite, in a temporary file.
 *
 * <p>In a file, since connections share a database in memory by locks on whole tables, which is not the usual way. With
 * a write-ahead log, since readers and a writer then run at the same time, each on its snapshot, where anomalies are
 * possible; with a rollback journal a writer's commit waits until there is no reader.
 *
 * <p>Transactions begin deferred. The driver sends BEGIN IMMEDIATE right behind the last commit, so a session that does
 * nothing would keep all others from writing, and no two writers would ever meet. So a transaction that has read and
 * then writes is refused if its snapshot is no longer the latest (BUSY_SNAPSHOT), at once and for good, whatever the
 * timeout; only a transaction that begins with a write waits.
 */
public record SqliteDialect() implements EmbeddedDialect {

    @Override
    public Grammar grammar() {
        return Grammar.SQLITE;
    }

    @Override
    public Outcome outcome(Failures.Phase phase, SQLException failure) {
        return Failures.sqlite(phase, failure);
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return Failures.isSqliteConstraint(failure);
    }

    @Override
    public String urlForm() {
        return "jdbc:sqlite:file";
    }

    @Override
    public Properties properties(int timeoutSeconds) {
        var properties = new Properties();
        properties.setProperty("busy_timeout", String.valueOf(TimeUnit.SECONDS.toMillis(timeoutSeconds)));
        properties.setProperty("transaction_mode", "DEFERRED");
        // The file does not outlive this process, so there is no power loss to be safe from.
        properties.setProperty("synchronous", "OFF");
        return properties;
    }

    /** Checks the level. There is only one; a shared cache with uncommitted reads could weaken it. */
    @Override
    public void isolate(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        require(connection, "PRAGMA read_uncommitted", "0");
        require(connection, "PRAGMA journal_mode", SqliteFile.JOURNAL_MODE);
    }

    private static void require(Connection connection, String question, String expected) throws SQLException {
        String given = Answers.first(connection, question).orElse("nothing");
        if (!expected.equals(given)) {
            throw new ClientException(
                    "expected '" + expected + "' of " + question + ", the database gives '" + given + "'");
        }
    }

    @Override
    public EmbeddedDatabase create() {
        return SqliteFile.create();
    }
}
