package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import moirai.clients.ClientException;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.Outcome;

/** The behaviour that differs between databases, with the level that sessions ask for. */
public sealed interface Dialect permits PostgresDialect, MariadbDialect, MockDialect, EmbeddedDialect {

    /** Returns the SQL that the database speaks. */
    Grammar grammar();

    /** Decides what a failure proves. Calling a doubtful commit aborted would invent anomalies. */
    Outcome outcome(Failures.Phase phase, SQLException failure);

    /** Returns whether an insert failed because the row exists already. */
    default boolean isDuplicateKey(SQLException failure) {
        return Failures.UNIQUE_VIOLATION.equals(failure.getSQLState());
    }

    /** Makes a statement fail that waits for longer, where neither the driver nor the database do. */
    default void limit(Statement statement, int timeoutSeconds) throws SQLException {}

    /**
     * Tells the server to end by itself, on this connection, what would outlast the client's patience: a wait for a
     * lock, which fails before the connection counts as lost, and the work for a client that is gone. Shorter limits of
     * the server stay. A COMMIT has no limit: a server that gives up a wait for its replicas has committed all the
     * same.
     *
     * @param connection new, with autocommit on
     * @param timeoutSeconds after which a connection that gives no answer counts as lost
     */
    default void bound(Connection connection, int timeoutSeconds) throws SQLException {}

    /**
     * Returns the identity of a connection at the server, which no other connection has, before or after a restart;
     * empty if the server cannot be asked whether such a connection is still there.
     */
    default Optional<String> backend(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /**
     * Has connections ended that their clients have given up, and returns which of all asked for are still there. Those
     * that end now may still be among them.
     *
     * @param connection another one
     * @param left whether each of them may be ended, by {@linkplain #backend identity}
     */
    default Set<String> remaining(Connection connection, Map<String, Boolean> left) throws SQLException {
        return Set.of();
    }

    /** Returns the form of the driver's URLs, for messages. */
    String urlForm();

    /** Returns the beginning of the driver's URLs, such as {@code jdbc:h2:}. */
    default String urlStart() {
        return urlForm().substring(0, urlForm().indexOf(':', "jdbc:".length()) + 1);
    }

    /**
     * Returns the part of a URL that would make the driver hide from a session what happens to it, and what to write
     * instead; empty if there is none.
     */
    default Optional<String> objection(String url) {
        return Optional.empty();
    }

    /** Returns the driver's properties besides the URL, which wins. */
    Properties properties(int timeoutSeconds);

    /**
     * Asks for the level on a connection with autocommit off, and then reads back which it is: a database may accept
     * the words and give another.
     *
     * @throws ClientException if it gives another
     */
    void isolate(Connection connection) throws SQLException;

    /**
     * Returns the group of servers that decide together what commits, as this server sees it now: the same text as long
     * as the group does not change. Empty if the server decides alone.
     */
    default String group(Connection connection) throws SQLException {
        return "";
    }

    /** Returns product and version, as the database itself gives them, without irrelevant details. */
    String version(Connection connection) throws SQLException;

    /**
     * Returns whether a connection that does nothing does no harm. Otherwise connections are closed as soon as they
     * have done their work, and none is kept for a next session. By default one connection of ours stays idle on
     * purpose and keeps other runs away from the tables.
     */
    default boolean toleratesIdle() {
        return true;
    }

    /**
     * Returns other servers at which somebody could use the same tables, as {@code HOST:PORT}, in an order that is the
     * same at each of them; the connection's own may be among them. Empty where one server sees all locks, or nobody
     * else is expected.
     *
     * @throws ClientException as a guard-rail, if one of them must not even be connected to
     */
    default List<String> members(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * Returns an identity that all members share, and no server of another cluster. An address that a member names may
     * be somebody else's server here.
     */
    default String cluster(Connection connection) throws SQLException {
        return "";
    }

    /** Returns an identity of a server among its {@linkplain #members fellow members}. */
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
     * Makes the tables, empty, in one transaction. In a database that others may use they are marked as ours.
     *
     * @param connection with autocommit off, which stays open as long as the tables are used, if idle connections do no
     *    harm
     * @throws ClientException if that would destroy a table that is not ours
     */
    void createTables(Connection connection, ListStorage storage) throws SQLException;

    /**
     * Takes over the tables that another process has made for the same run, with what is in them. Returns false, having
     * changed nothing, if they are not there, or if the database ends with the process.
     *
     * @param connection as for {@link #createTables}
     * @param nextKey the first key that the run has not used
     */
    default boolean adoptTables(Connection connection, ListStorage storage, int nextKey) throws SQLException {
        return false;
    }

    /**
     * Drops every table of ours, in one transaction.
     *
     * @param connection the one that made them, or one with autocommit off if that was lost
     */
    void dropTables(Connection connection, ListStorage storage) throws SQLException;
}
