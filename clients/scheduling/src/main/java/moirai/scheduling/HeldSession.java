package moirai.scheduling;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A session whose statements and COMMITs wait for their turn, once it {@linkplain #follow follows} a control. What is
 * held is the call that executes; rows that a driver fetches later are not.
 *
 * <p>A ROLLBACK is never held, since it may be what a failure leads to: it ends the transaction, whose steps nobody
 * awaits any more. The end of a connection ends the session.
 *
 * <p>Used by one thread at a time.
 */
public final class HeldSession {

    /** The state of what was never sent, since the thread was interrupted while it waited for its turn. */
    public static final String INTERRUPTED = "57014";

    /** Executes something, with whatever it returns. */
    @FunctionalInterface
    interface Call {
        @Nullable
        Object execute() throws Throwable;
    }

    private final int session;
    private final StepRule rule;
    private @Nullable TurnControl control;
    private int txn;
    private int next;
    private String before = "";

    /** A session that is not held yet. */
    public HeldSession(int session, StepRule rule) {
        this.session = session;
        this.rule = rule;
    }

    /** The same connection, whose statements are held as long as the session follows a control. */
    public Connection hold(Connection connection) {
        return JdbcProxy.of(Connection.class, new JdbcProxy.OfConnection(connection, this));
    }

    /** The same source, all of whose connections belong to this session. */
    public DataSource hold(DataSource source) {
        return JdbcProxy.of(DataSource.class, new JdbcProxy.OfSource(source, this));
    }

    /** Follows a control, from the next statement on; that is the first of transaction 0. */
    public void follow(TurnControl followed) {
        control = followed;
        txn = 0;
        startTxn();
    }

    /** Follows nobody any more; whoever awaits steps of this session does not any longer. */
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

    /** Executes a statement when its turn has come. */
    @Nullable
    Object statement(String sql, Call call) throws Throwable {
        TurnControl followed = control;
        boolean isStep = rule.begins(sql, before);
        before = sql;
        if (followed == null || !isStep) {
            return call.execute();
        }
        return held(followed, new Step(session, txn, next++), call);
    }

    /** Executes COMMIT when its turn has come. */
    @Nullable
    Object commit(Call call) throws Throwable {
        TurnControl followed = control;
        if (followed == null) {
            return call.execute();
        }
        try {
            return held(followed, Step.commit(session, txn), call);
        } finally {
            endTxn(followed);
        }
    }

    /** Executes ROLLBACK at once. */
    @Nullable
    Object rollback(Call call) throws Throwable {
        TurnControl followed = control;
        try {
            return call.execute();
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

    private static @Nullable Object held(TurnControl followed, Step step, Call call) throws Throwable {
        try {
            followed.enter(step);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while " + step + " waited for its turn", INTERRUPTED, interrupted);
        }
        try {
            return call.execute();
        } finally {
            followed.leave(step);
        }
    }

    /** The statement of a connection of this session. */
    Statement hold(Statement statement, String sql, Connection owner) {
        var handler = new JdbcProxy.OfStatement(statement, sql, owner, this);
        return switch (statement) {
            case CallableStatement callable -> JdbcProxy.of(CallableStatement.class, handler);
            case PreparedStatement prepared -> JdbcProxy.of(PreparedStatement.class, handler);
            default -> JdbcProxy.of(Statement.class, handler);
        };
    }
}
