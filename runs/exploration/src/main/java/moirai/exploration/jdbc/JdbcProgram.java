package moirai.exploration.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.TxnRunner;

/**
 * Sessions that use a database through JDBC at the same time.
 *
 * <p>{@code SELECT ... FOR UPDATE} locks the rows that it returns: at every level it reads what was committed to them
 * last, and goes on to see that until its transaction ends; and transactions that lock the same row come one after
 * another, the later of which has seen the earlier. Where levels refuse two writes of a key at the same time, a lock
 * counts as a write, as in Oracle; PostgreSQL lets another transaction go on when one ends that has locked a row but
 * not changed it, so at {@code snapshot-isolation} and above behaviours of PostgreSQL are left out that way. Plain
 * {@code UPDATE} and {@code DELETE} do not lock: {@code SET x = x + 1} reads x as any other read does, and two of them
 * may lose one of two increments below {@code parallel-snapshot-isolation}, although databases that lock what they
 * update do not. A row that is not there cannot be locked. {@code FOR NO KEY UPDATE} is the same; {@code FOR SHARE},
 * {@code NOWAIT} and {@code SKIP LOCKED} are refused, as is {@code FOR UPDATE} in outer joins, and with
 * {@code ORDER BY} and {@code LIMIT} together.
 *
 * @param schema statements that define tables
 * @param load fills them, as one transaction
 * @param sessions what each calls, in order, on a connection of its own
 * @param afterwards calls that begin when all sessions have ended; what they assert is an invariant of the final state
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
