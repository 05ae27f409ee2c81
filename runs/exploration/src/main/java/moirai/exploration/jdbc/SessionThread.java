package moirai.exploration.jdbc;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.TxnEnd;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/** A thread that makes the calls of one session. The search reads its fields only while the thread waits. */
final class SessionThread {

    /** The time for an interrupted thread to end; a program may ignore the interruption. */
    private static final int INTERRUPTED_MILLIS_MAX = 1_000;

    private enum State {
        NEW,
        RUNNING,
        WAITING,
        ENDED
    }

    private final int session;
    private final List<JdbcCall> calls;
    private final Connection connection;
    private final Turnstile turnstile = new Turnstile();
    private final Thread thread;
    private final List<Object> replies = new ArrayList<>();

    private volatile State state = State.NEW;
    private volatile String call = "";
    private volatile @Nullable UnexplorableException problem;
    private String failure = "";
    private boolean isNewCall;
    private boolean isTold;

    SessionThread(int session, List<JdbcCall> calls, Connection connection) {
        this.session = session;
        this.calls = calls;
        this.connection = connection;
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("explored session " + (session + 1))
                .unstarted(this::run);
    }

    /**
     * Starts or continues the thread, and returns when it waits for its next turn or has ended.
     *
     * @throws UnexplorableException if it cannot continue, or exceeds the time limit
     */
    void go(int millisMax) {
        State before = state;
        state = State.RUNNING;
        if (before == State.NEW) {
            thread.start();
        } else {
            turnstile.grant();
        }
        if (!turnstile.await(millisMax)) {
            throw new UnexplorableException(
                    session,
                    call,
                    "it neither ends nor begins a transaction for " + millisMax / 1_000.0
                            + " s: does it wait for something other than the database?");
        }
        if (problem != null) {
            throw problem;
        }
    }

    /**
     * Ends the thread, whatever it is doing, provided that its execution throws at its next step; returns whether it
     * has ended.
     */
    boolean stop(int millisMax) {
        State before = state;
        if (before == State.NEW || before == State.ENDED) {
            return true;
        }
        turnstile.grant();
        if (before == State.WAITING) {
            return turnstile.await(millisMax);
        }
        thread.interrupt();
        return turnstile.await(INTERRUPTED_MILLIS_MAX);
    }

    /** Makes the thread wait for its turn. Called by the thread itself. */
    void pass() {
        state = State.WAITING;
        turnstile.pass();
    }

    boolean isNew() {
        return state == State.NEW;
    }

    boolean isWaiting() {
        return state == State.WAITING;
    }

    boolean hasEnded() {
        return state == State.ENDED;
    }

    /**
     * Returns whether there is news for the search: another transaction, or the end of a call without a transaction.
     */
    boolean hasMore() {
        return isWaiting() || (hasEnded() && !isTold);
    }

    /** Records that a statement is refused. Called by the thread itself. */
    void refused(String sql, StoreException refusal) {
        UnexplorableException.reason(sql, refusal).ifPresent(reason -> {
            problem = new UnexplorableException(session, call, reason, refusal);
            throw new StoppedError();
        });
    }

    private void run() {
        try {
            for (JdbcCall next : calls) {
                if (!failure.isEmpty() || problem != null) {
                    break;
                }
                call = next.name();
                isNewCall = true;
                make(next);
            }
        } catch (StoppedError stopped) {
            // Nobody listens any more.
        } catch (SQLException e) {
            failure = e.toString();
        } catch (VirtualMachineError error) {
            problem = new UnexplorableException(session, call, "it ends with " + error, error);
        } finally {
            close();
            state = State.ENDED;
            turnstile.leave();
        }
    }

    /** Makes a call. Whatever the program throws is a result of the exploration, and no error of it. */
    private void make(JdbcCall next) throws SQLException {
        Connection given = CallConnection.of(connection);
        try {
            Object reply =
                    requireNonNull(next.body().run(given), "the body returns null; expected what its client is told");
            if (isInTxn(given)) {
                connection.commit();
            }
            replies.add(reply);
        } catch (StoppedError | VirtualMachineError error) {
            throw error;
        } catch (SQLFeatureNotSupportedException unsupported) {
            problem = new UnexplorableException(
                    session, call, "SQLSTATE " + unsupported.getSQLState() + ": " + unsupported.getMessage());
        } catch (SQLException refused) {
            rollBack(given);
            replies.add(refused.getSQLState() + " " + refused.getMessage());
        } catch (NondeterminismError known) {
            failure = known.toString();
            rollBack(given);
        } catch (Throwable thrown) {
            failure = TxnEnd.text(thrown);
            rollBack(given);
        }
    }

    private void rollBack(Connection given) throws SQLException {
        if (isInTxn(given)) {
            connection.rollback();
        }
    }

    private static boolean isInTxn(Connection given) throws SQLException {
        return !given.isClosed() && !given.getAutoCommit();
    }

    private void close() {
        try {
            connection.close();
        } catch (SQLException | StoreException e) {
            failure = failure.isEmpty() ? e.toString() : failure;
        }
    }

    /** Returns the replies since the last call of this method. */
    Object takeReply() {
        Object reply = replies.size() == 1 ? replies.getFirst() : replies.isEmpty() ? "..." : List.copyOf(replies);
        replies.clear();
        isTold = hasEnded();
        return reply;
    }

    /**
     * Returns the name of the current call, and notes that it was named: from then on the call is {@code continued}.
     */
    String takeName() {
        String name = isNewCall ? call : call + ", continued";
        isNewCall = false;
        return name;
    }

    String failure() {
        return failure;
    }
}
