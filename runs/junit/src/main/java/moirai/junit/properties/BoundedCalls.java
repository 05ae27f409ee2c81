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

    /** Aborts a connection in another thread: where its call goes on, an abort may wait for it. */
    private static boolean abort(Connection connection) {
        Thread.ofPlatform().daemon().name("moirai-list-abort").start(() -> isAborted(connection));
        return true;
    }

    private static boolean isAborted(Connection connection) {
        try {
            connection.abort(Runnable::run);
            return true;
        } catch (SQLException alreadyLost) {
            return false;
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
