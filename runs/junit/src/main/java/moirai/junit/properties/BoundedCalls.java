package moirai.junit.properties;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import moirai.history.Outcome;

/**
 * Calls on one connection that are broken off after a time: first the statement is
 * cancelled, then the connection is aborted. They are made in a thread of their own, since a driver may return from
 * neither.
 */
final class BoundedCalls implements AutoCloseable {

    /** Signals that a call was broken off. */
    static final class BlockedException extends Exception {

        private static final long serialVersionUID = 1L;

        private final boolean isConnectionLost;

        BlockedException(boolean isConnectionLost) {
            super("the call was broken off");
            this.isConnectionLost = isConnectionLost;
        }

        boolean isConnectionLost() {
            return isConnectionLost;
        }
    }

    private final long millisMax;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("moirai-list-session").factory());

    BoundedCalls(long millisMax) {
        this.millisMax = millisMax;
    }

    /**
     * Makes a call.
     *
     * @throws BlockedException if it took too long
     */
    Outcome call(Callable<Outcome> work, Statement statement, Connection connection)
            throws SQLException, BlockedException {
        Future<Outcome> call = thread.submit(work);
        try {
            return call.get(millisMax, TimeUnit.MILLISECONDS);
        } catch (TimeoutException blocked) {
            throw new BlockedException(!isEndedByCancel(call, statement) && abort(connection));
        } catch (ExecutionException failed) {
            throw asSql(Objects.requireNonNull(failed.getCause()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BlockedException(abort(connection));
        }
    }

    private boolean isEndedByCancel(Future<Outcome> call, Statement statement) {
        try {
            statement.cancel();
            call.get(millisMax, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException ended) {
            return true;
        } catch (SQLException | TimeoutException goesOn) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Aborts and closes a connection in another thread: where its call goes on, both may wait for it. */
    private static boolean abort(Connection connection) {
        Thread.ofPlatform().daemon().name("moirai-list-abort").start(() -> end(connection));
        return true;
    }

    /** Aborts a connection, and closes it, or its pool would count it as lent forever. */
    private static void end(Connection connection) {
        try (connection) {
            connection.abort(Runnable::run);
        } catch (SQLException alreadyLost) {
            // There is nobody to tell: the session has been replaced.
            return;
        }
    }

    private static SQLException asSql(Throwable cause) {
        return switch (cause) {
            case SQLException failed -> failed;
            case RuntimeException ours -> throw ours;
            case Error error -> throw error;
            default -> throw new IllegalStateException(cause);
        };
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
