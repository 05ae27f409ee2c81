package moirai.mockstore.wire.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.control.Milliseconds;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.protocol.FrontendMessage;
import org.jspecify.annotations.Nullable;

/**
 * The advisory locks of a session, which the server holds on a connection of their own. A transaction there lasts as
 * long as that of the store, once one of its locks was taken. For one thread.
 *
 * <p>A wait is a series of short ones, so that it can be cancelled without the connection, on which the other locks
 * depend.
 */
final class AdvisoryLocks implements AutoCloseable {

    private static final String SETTING = "lock_timeout";

    private static final String SETTINGS = "SET lock_timeout = '100ms'; SET statement_timeout = 0";

    private static final Set<String> WAITING = Set.of(
            "pg_advisory_lock", "pg_advisory_lock_shared", "pg_advisory_xact_lock", "pg_advisory_xact_lock_shared");

    /** The error of the server when a lock was not free in time. */
    private static final String NOT_FREE = "55P03";

    /** An interrupt closes the socket that its thread reads from. */
    private static final Executor APART = task -> Thread.ofVirtual().start(task);

    private final Supplier<BackendConnection> connections;
    private final SqlSession session;
    private @Nullable BackendConnection connection;
    private boolean isPending;

    /**
     * Creates the locks of a session that has none.
     *
     * @param connections returns a new connection
     */
    AdvisoryLocks(Supplier<BackendConnection> connections, SqlSession session) {
        this.connections = connections;
        this.session = session;
    }

    /** Returns whether the session may hold locks, so that only the server can release them. */
    boolean wereTaken() {
        return connection != null;
    }

    /**
     * Runs a query that calls a function of advisory locks, and waits if it has to.
     *
     * @throws StoreException as PostgreSQL would, or if the query may wait for several (SQLSTATE 0A000)
     */
    List<BackendMessage> run(CatalogQuestion question, FrontendMessage.Bind bind) {
        String sql = question.sql();
        List<String> functions = CatalogWords.advisoryFunctionsIn(sql);
        if (functions.stream().anyMatch(WAITING::contains)
                && (functions.size() > 1 || Words.find(sql, 0, "FROM").isPresent())) {
            // Those that it has would be taken again with each attempt.
            throw new StoreException(
                    "0A000", "waiting for several advisory locks in one statement is not supported: " + sql);
        }
        BackendConnection held = held();
        if (!isPending && functions.stream().anyMatch(name -> name.contains("xact"))) {
            apart(() -> held.query("BEGIN"));
            isPending = true;
        }
        long nanosMax = TimeUnit.MILLISECONDS.toNanos(Milliseconds.of(SETTING, session.setting(SETTING)));
        long begin = System.nanoTime();
        while (true) {
            if (isPending) {
                apart(() -> held.query("SAVEPOINT attempt"));
            }
            List<BackendMessage> answers =
                    apart(() -> held.parse(sql, question.types()).run(bind).sync());
            Optional<StoreException> failure = BackendMessage.failure(answers);
            if (isPending) {
                apart(() -> held.query((failure.isPresent() ? "ROLLBACK TO" : "RELEASE") + " attempt"));
            }
            if (failure.isEmpty()) {
                return answers;
            }
            if (!failure.get().sqlState().equals(NOT_FREE)) {
                throw failure.get();
            }
            if (nanosMax > 0 && System.nanoTime() - begin >= nanosMax) {
                throw new StoreException(NOT_FREE, "canceling statement due to lock timeout");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new StoreException("57014", "canceling statement due to user request");
            }
        }
    }

    private BackendConnection held() {
        BackendConnection known = connection;
        if (known != null && !known.isOpen()) {
            connection = null;
            isPending = false;
            throw new StoreException("08006", "the connection that held the session's advisory locks is lost");
        }
        if (known == null) {
            BackendConnection opened = connections.get();
            apart(() -> opened.query(SETTINGS));
            connection = opened;
            return opened;
        }
        return known;
    }

    /** Does something that an interrupt of this thread does not disturb, and keeps the interrupt. */
    private static <T> T apart(Supplier<T> work) {
        var running = CompletableFuture.supplyAsync(work, APART);
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return running.get();
                } catch (InterruptedException later) {
                    isInterrupted = true;
                } catch (ExecutionException failed) {
                    if (failed.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    throw new IllegalStateException(failed.getCause());
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Releases the locks of a transaction that has ended. */
    void endTransaction() {
        BackendConnection known = connection;
        if (isPending && known != null && known.isOpen()) {
            apart(() -> known.query("COMMIT"));
        }
        isPending = false;
    }

    /** Releases the locks of the session, outside of a transaction. */
    void releaseAll() {
        BackendConnection known = connection;
        if (known != null && known.isOpen()) {
            apart(() -> known.query("SELECT pg_advisory_unlock_all()"));
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
