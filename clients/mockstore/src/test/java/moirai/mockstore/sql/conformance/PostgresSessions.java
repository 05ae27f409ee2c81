package moirai.mockstore.sql.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Sessions of a real server in a schema of their own, each with a thread. */
final class PostgresSessions implements Sessions {

    /** The time after which a waiting session looks for a deadlock, once. */
    private static final int DEADLOCK_MILLIS = 5;
    /** The time after which whoever waits has looked for a deadlock. */
    private static final long SETTLED_NANOS = 25_000_000;

    private static final long POLL_NANOS = 300_000;

    private final PostgresSide admin;
    private final List<PostgresSide> sides = new ArrayList<>();
    private final List<String> pids = new ArrayList<>();
    private final List<ExecutorService> threads = new ArrayList<>();
    private final List<List<Reply>> replies = new ArrayList<>();
    private final CompletableFuture<?>[] running;
    private List<String> tables = List.of();

    PostgresSessions(int count, String isolation, String schema) throws SQLException {
        admin = new PostgresSide(schema);
        running = new CompletableFuture<?>[count];
        Arrays.fill(running, CompletableFuture.completedFuture(true));
        for (int session = 0; session < count; session++) {
            PostgresSide side = admin.another();
            side.execute("SET deadlock_timeout = " + DEADLOCK_MILLIS, true);
            side.execute("SET default_transaction_isolation = '" + isolation + "'", true);
            pids.add(one(side, "SELECT pg_backend_pid()"));
            sides.add(side);
            threads.add(Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().factory()));
            replies.add(new ArrayList<>());
        }
    }

    private static String one(PostgresSide side, String sql) {
        return side.execute(sql, true) instanceof Reply.Rows rows
                ? rows.rows().getFirst().getFirst()
                : "";
    }

    @Override
    public void prepare(Interleaved program) {
        if (!program.tables().equals(tables)) {
            tables = program.tables();
            admin.execute("DROP TABLE IF EXISTS kid, child, parent, item", true);
            tables.forEach(sql -> admin.execute(sql, true));
        } else {
            admin.execute("TRUNCATE kid, child, parent, item", true);
            tables.stream().filter(sql -> sql.startsWith("INSERT")).forEach(sql -> admin.execute(sql, true));
        }
        replies.forEach(List::clear);
    }

    @Override
    public void start(int session, String sql) {
        running[session] = CompletableFuture.runAsync(
                () -> replies.get(session).add(sides.get(session).execute(sql, false)), threads.get(session));
        List<Integer> before = settled();
        while (!before.isEmpty()) {
            LockSupport.parkNanos(SETTLED_NANOS);
            List<Integer> after = settled();
            if (after.equals(before)) {
                return;
            }
            before = after;
        }
    }

    /** Waits until each session has ended its statement or waits for another one; returns those that wait. */
    private List<Integer> settled() {
        while (true) {
            var busy = new ArrayList<Integer>();
            boolean isSettled = true;
            for (int session = 0; session < sides.size(); session++) {
                if (isBusy(session)) {
                    busy.add(session);
                    isSettled &= one(admin, "SELECT cardinality(pg_blocking_pids(" + pids.get(session) + ")) > 0")
                            .equals("t");
                }
            }
            if (isSettled) {
                return busy;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @Override
    public boolean isBusy(int session) {
        return !running[session].isDone();
    }

    @Override
    public List<Reply> replies(int session) {
        return replies.get(session);
    }

    @Override
    public void close() {
        threads.forEach(ExecutorService::shutdown);
        try {
            for (PostgresSide side : sides) {
                side.close();
            }
            admin.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
