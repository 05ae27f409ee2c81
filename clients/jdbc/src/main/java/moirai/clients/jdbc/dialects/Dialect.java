package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.Outcome;

/** What a database does in its own way, and the level that its sessions ask for. */
public sealed interface Dialect permits PostgresDialect, MariadbDialect, MockDialect, EmbeddedDialect {

    /** The SQL that it speaks. */
    Grammar grammar();

    /** Decides what a failure proves. Calling a doubtful commit aborted would invent anomalies. */
    Outcome outcome(Failures.Phase phase, SQLException failure);

    /** Whether an insert failed because there is such a row already. */
    default boolean isDuplicateKey(SQLException failure) {
        return Failures.UNIQUE_VIOLATION.equals(failure.getSQLState());
    }

    /** Has a statement fail that waits for longer, where neither the driver nor the database see to that. */
    default void limit(Statement statement, int timeoutSeconds) throws SQLException {}

    /** How URLs of its driver begin. */
    String urlStart();

    /** How such a URL goes on, for messages. */
    String urlRest();

    /**
     * What in a URL would have the driver hide from a session what happens to it, and what to write instead; empty if
     * nothing would.
     */
    default Optional<String> objection(String url) {
        return Optional.empty();
    }

    /** What the driver has to know besides the URL, which wins. */
    Properties properties(int timeoutSeconds);

    /**
     * Asks for the level on a connection with autocommit off, and then asks which it is: a database may take the words
     * and give another.
     *
     * @throws ClientException if it gives another
     */
    void isolate(Connection connection) throws SQLException;

    /**
     * Among whom the server decides what commits, as it sees them now: the same words as long as that does not change.
     * Empty if it decides alone.
     */
    default String group(Connection connection) throws SQLException {
        return "";
    }

    /** Product and version, as the database itself gives them, without what does not matter. */
    String version(Connection connection) throws SQLException;

    /**
     * Whether a connection that does nothing is no matter. If it is one, connections are closed as soon as they have
     * done their work, and none is kept for a next session.
     */
    boolean toleratesIdle();

    /**
     * Other servers over which somebody could use the same tables, as {@code HOST:PORT}, in an order that is the same
     * at each of them; the connection's own may be among them. Empty where one server sees all locks, or nobody else is
     * to be expected.
     *
     * @throws ClientException as a guard-rail, if one of them must not even be connected to
     */
    default List<String> members(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * What all members have in common, and no server of another cluster. An address that a member names may mean
     * somebody else's server here.
     */
    default String cluster(Connection connection) throws SQLException {
        return "";
    }

    /** What tells a server from its {@linkplain #members fellow members}. */
    default String member(Connection connection) throws SQLException {
        return "";
    }

    /**
     * Keeps other runs away from the tables, as far as they come over the same server, until the connection is closed.
     * May be called again.
     *
     * @throws SQLException if another run is there
     */
    default void keepOthersOut(Connection connection) throws SQLException {}

    /**
     * Makes the tables, empty, in one transaction.
     *
     * @param connection with autocommit off, which stays open as long as the tables are used if that is no matter
     * @throws ClientException if that would destroy what is not ours
     */
    void createTables(Connection connection, ListStorage storage) throws SQLException;

    /**
     * Drops every table of ours, in one transaction.
     *
     * @param connection the one that made them, or one with autocommit off if that was lost
     */
    void dropTables(Connection connection, ListStorage storage) throws SQLException;
}
