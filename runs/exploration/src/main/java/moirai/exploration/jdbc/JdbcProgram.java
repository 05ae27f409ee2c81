package moirai.exploration.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.TxnRunner;

/**
 * A program whose sessions use a database concurrently through JDBC.
 *
 * <p>{@code SELECT ... FOR UPDATE} locks the rows that it returns. At every level it reads the latest committed version
 * of these rows, and its transaction sees that version until it ends. Transactions that lock the same row run one after
 * another, and the later one sees the earlier. Where a level refuses two concurrent writes of a key, a lock counts as a
 * write, as in Oracle. PostgreSQL lets a transaction continue if another one has locked a row and not changed it, so
 * some behaviours of PostgreSQL at {@code snapshot-isolation} and above are not explored.
 *
 * <p>Plain {@code UPDATE} and {@code DELETE} do not lock. {@code SET x = x + 1} reads x as any other read does, so one
 * of two increments may be lost below {@code parallel-snapshot-isolation}, although databases that lock updated rows
 * lose none. A row that does not exist cannot be locked. {@code FOR NO KEY UPDATE} is the same as {@code FOR UPDATE}.
 * {@code FOR SHARE}, {@code NOWAIT} and {@code SKIP LOCKED} are refused, as is {@code FOR UPDATE} in outer joins, and
 * with {@code ORDER BY} and {@code LIMIT} together.
 *
 * @param schema statements that define tables
 * @param load the code that fills the tables, as one transaction
 * @param sessions the calls of each session, in order, on a connection of its own
 * @param afterwards calls that begin after all sessions have ended; their assertions are invariants of the final state
 */
public record JdbcProgram(List<String> schema, JdbcBody load, List<List<JdbcCall>> sessions, List<JdbcCall> afterwards)
        implements Explorable {

    public JdbcProgram {
        schema = List.copyOf(schema);
        sessions = sessions.stream().map(List::copyOf).toList();
        afterwards = List.copyOf(afterwards);
    }

    /** Returns a program without sessions. */
    public static JdbcProgram on(List<String> schema, JdbcBody load) {
        return new JdbcProgram(schema, load, List.of(), List.of());
    }

    /** Returns the program with another session. */
    public JdbcProgram session(JdbcCall... calls) {
        var more = new ArrayList<>(sessions);
        more.add(List.of(calls));
        return new JdbcProgram(schema, load, more, afterwards);
    }

    /** Returns the program with another session of one call. */
    public JdbcProgram session(String name, JdbcBody body) {
        return session(new JdbcCall(name, body));
    }

    /** Returns the program with another call after all sessions. */
    public JdbcProgram afterwards(String name, JdbcBody body) {
        var more = new ArrayList<>(afterwards);
        more.add(new JdbcCall(name, body));
        return new JdbcProgram(schema, load, sessions, more);
    }

    /**
     * {@inheritDoc}
     *
     * @throws UnexplorableException if the tables cannot be defined or filled, or there is no session
     */
    @Override
    public TxnRunner runner() {
        if (sessions.isEmpty()) {
            throw new UnexplorableException("the program has no session; expected one or more");
        }
        try {
            return new JdbcRunner(this);
        } catch (SQLException e) {
            throw new UnexplorableException(
                    "the program's tables cannot be made: SQLSTATE " + e.getSQLState() + ": " + e.getMessage());
        }
    }

    @Override
    public List<List<String>> calls() {
        return sessions.stream()
                .map(session -> session.stream().map(JdbcCall::name).toList())
                .toList();
    }

    @Override
    public JdbcProgram without(int session, int call) {
        var fewer = new ArrayList<>(sessions);
        var rest = new ArrayList<>(sessions.get(session));
        rest.remove(call);
        fewer.set(session, rest);
        return new JdbcProgram(schema, load, fewer, afterwards);
    }
}
