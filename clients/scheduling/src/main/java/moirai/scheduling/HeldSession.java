package moirai.scheduling;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import moirai.interception.Execution;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.jspecify.annotations.Nullable;

/**
 * A session whose statements and COMMITs wait for their turn while it {@linkplain #follow follows} a control. Only the
 * call that executes a statement is held. Rows that a driver fetches later are not.
 *
 * <p>A ROLLBACK is never held, since a failure may lead to it. It ends the transaction, and nothing waits for the
 * transaction's steps any more. The end of a connection ends the session.
 *
 * <p>Used by one thread at a time.
 */
public final class HeldSession {

    /** The SQLSTATE of a statement that was never sent, because its thread was interrupted while it waited. */
    public static final String INTERRUPTED = "57014";

    private final int session;
    private final StepRule rule;
    private @Nullable TurnControl control;
    private int txn;
    private int next;
    private String before = "";

    /** Makes a session that follows no control yet. */
    public HeldSession(int session, StepRule rule) {
        this.session = session;
        this.rule = rule;
    }

    /** Returns the same connection, whose statements are held as long as the session follows a control. */
    public Connection hold(Connection connection) {
        return Interception.of(connection, new Holding());
    }

    /** Returns the same data source, all of whose connections belong to this session. */
    public DataSource hold(DataSource source) {
        return Interception.of(source, new Holding());
    }

    /** Follows a control from the next statement on, which is the first of transaction 0. */
    public void follow(TurnControl followed) {
        control = followed;
        txn = 0;
        startTxn();
    }

    /** Follows no control any more. Nothing waits for this session's steps after that. */
    public void leave() {
        if (control != null) {
            control.endSession(session);
        }
        control = null;
    }

    private void startTxn() {
        next = 0;
        before = "";
    }

    /** Holds what executes and what commits on the connections of this session. */
    private final class Holding implements Interceptor {

        @Override
        public @Nullable Object onConnection(JdbcCall call) throws SQLException {
            return switch (call.name()) {
                case "commit" -> commit(call);
                // A rollback to a savepoint ends nothing.
                case "rollback" -> call.argumentCount() == 0 ? rollback(call) : call.proceed();
                case "close", "abort" -> {
                    leave();
                    yield call.proceed();
                }
                default -> call.proceed();
            };
        }

        @Override
        public @Nullable Object onExecution(Execution execution) throws SQLException {
            TurnControl followed = control;
            boolean isStep = rule.begins(execution.sql(), before);
            before = execution.sql();
            return followed == null || !isStep
                    ? execution.proceed()
                    : held(followed, new Step(session, txn, next++), execution.call());
        }
    }

    private @Nullable Object commit(JdbcCall call) throws SQLException {
        TurnControl followed = control;
        if (followed == null) {
            return call.proceed();
        }
        try {
            return held(followed, Step.commit(session, txn), call);
        } finally {
            endTxn(followed);
        }
    }

    private @Nullable Object rollback(JdbcCall call) throws SQLException {
        TurnControl followed = control;
        try {
            return call.proceed();
        } finally {
            if (followed != null && next > 0) {
                endTxn(followed);
            }
        }
    }

    private void endTxn(TurnControl followed) {
        followed.endTxn(session, txn++);
        startTxn();
    }

    private static @Nullable Object held(TurnControl followed, Step step, JdbcCall call) throws SQLException {
        enter(followed, step);
        try {
            return call.proceed();
        } finally {
            followed.leave(step);
        }
    }

    /** Waits for the turn of a step. */
    static void enter(TurnControl followed, Step step) throws SQLException {
        try {
            followed.enter(step);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while " + step + " waited for its turn", INTERRUPTED, interrupted);
        }
    }
}
