package moirai.exploration.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.TxnEnd;

/** Makes the calls of one session, in a thread of its own. Read by the search while the thread waits. */
final class SessionThread {

    /** The SQLSTATE of what the store cannot do, and the class of what it does not know or understand. */
    private static final Pattern UNSUPPORTED = Pattern.compile("0A000|42...");

    private final List<JdbcCall> calls;
    private final Connection connection;
    private final List<Object> replies = new ArrayList<>();
    private String failure = "";
    private String unsupported = "";
    private String call = "";
    private boolean isNewCall;

    SessionThread(List<JdbcCall> calls, Connection connection) {
        this.calls = calls;
        this.connection = connection;
    }

    /** Makes all calls; does not throw. */
    void run() {
        try {
            connection.setAutoCommit(false);
            for (JdbcCall next : calls) {
                if (!failure.isEmpty()) {
                    break;
                }
                call = next.name();
                isNewCall = true;
                make(next);
            }
        } catch (SQLException e) {
            failure = e.toString();
        } finally {
            close();
        }
    }

    /** What goes wrong in the program is something to find: whatever it throws is data. */
    private void make(JdbcCall next) throws SQLException {
        try {
            Object reply = next.body().run(connection);
            connection.commit();
            replies.add(reply);
        } catch (SQLException refused) {
            connection.rollback();
            if (UNSUPPORTED.matcher(String.valueOf(refused.getSQLState())).matches()) {
                unsupported = String.valueOf(refused.getMessage());
                failure = unsupported;
            }
            replies.add(refused.getSQLState() + " " + refused.getMessage());
        } catch (NondeterminismError known) {
            failure = known.toString();
            connection.rollback();
        } catch (VirtualMachineError error) {
            throw error;
        } catch (Throwable thrown) {
            failure = TxnEnd.text(thrown);
            connection.rollback();
        }
    }

    private void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            failure = failure.isEmpty() ? e.toString() : failure;
        }
    }

    /** What was replied since it was asked last. */
    Object takeReply() {
        Object reply = replies.size() == 1 ? replies.getFirst() : replies.isEmpty() ? "..." : List.copyOf(replies);
        replies.clear();
        return reply;
    }

    /** What it does now, or continues to do. */
    String takeName() {
        String name = isNewCall ? call : call + ", continued";
        isNewCall = false;
        return name;
    }

    /**
     * Nothing if all that was asked for could be done.
     *
     * @throws UnsupportedSqlException if not
     */
    void requireSupported() {
        if (!unsupported.isEmpty()) {
            throw new UnsupportedSqlException(call, unsupported);
        }
    }

    String failure() {
        return failure;
    }
}
