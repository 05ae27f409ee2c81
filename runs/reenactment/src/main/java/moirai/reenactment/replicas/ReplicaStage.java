package moirai.reenactment.replicas;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import moirai.directed.encoding.Scenario;
import moirai.interception.Execution;
import moirai.interception.Interception;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import moirai.reenactment.CaseStep;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.ServerStage;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a case at the primary and its replicas, each of which is held where it is until a COMMIT that it has to
 * show.
 */
final class ReplicaStage implements ReplayTarget.Stage {

    /**
     * The longest wait of a late COMMIT, in seconds: more than any other step may take. The bound is needed because
     * others may wait for this COMMIT.
     */
    private static final int LATE_SECONDS_MAX = 15;

    private final ReplicaPlan plan;
    private final Streaming streaming;
    private final ServerStage schema;
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet();
    private final CountDownLatch othersEnded;
    private final List<CountDownLatch> advancing = new CopyOnWriteArrayList<>();
    private final List<Thread> releasing = new CopyOnWriteArrayList<>();
    private final List<String> refusals = new CopyOnWriteArrayList<>();

    private ReplicaStage(ReplicaPlan plan, Streaming streaming, ServerStage schema) {
        this.plan = plan;
        this.streaming = streaming;
        this.schema = schema;
        this.othersEnded = new CountDownLatch(plan.othersAtPrimary());
    }

    static ReplicaStage open(ReplicaPlan plan, List<DataSource> nodes, int isolation) throws SQLException {
        var streaming = new Streaming(nodes);
        try {
            streaming.resumeAll();
            if (!plan.placement().late().isEmpty()) {
                streaming.sendStandbyAway();
            }
            var sessions = new NodeSessions(plan, nodes);
            ServerStage schema = ServerStage.open(plan.wanted(), plan.order(), isolation, sessions);
            var stage = new ReplicaStage(plan, streaming, schema);
            try {
                streaming.advance(streaming.replicas());
                return stage;
            } catch (SQLException | RuntimeException failure) {
                try (schema) {
                    throw failure;
                }
            }
        } catch (SQLException | RuntimeException failure) {
            try (streaming) {
                restore(plan, streaming);
            } catch (SQLException unrestored) {
                failure.addSuppressed(unrestored);
            }
            throw failure;
        }
    }

    /** Makes all replicas continue, and the primary wait for standbys as it was set up. */
    private static void restore(ReplicaPlan plan, Streaming streaming) throws SQLException {
        try {
            streaming.resumeAll();
        } finally {
            if (!plan.placement().late().isEmpty()) {
                streaming.forgetStandby();
            }
        }
    }

    @Override
    public List<CaseStep> order() {
        return plan.order();
    }

    @Override
    public Connection connect(int call) throws SQLException {
        Connection connection = schema.connect(call);
        try {
            int pid = plan.isLate(call) ? pid(connection) : 0;
            return Interception.of(connection, new Following(call, pid));
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    private static int pid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
            int pid = rows.next() ? rows.getInt(1) : 0;
            // That was a statement: what comes is to begin a transaction.
            connection.rollback();
            return pid;
        }
    }

    /**
     * An interceptor that waits for late COMMITs before each statement of a call, and notes the end of its transaction.
     */
    private final class Following implements Interceptor {

        private final int call;
        private final int pid;

        Following(int call, int pid) {
            this.call = call;
            this.pid = pid;
        }

        @Override
        public @Nullable Object onConnection(JdbcCall asked) throws SQLException {
            return switch (asked.name()) {
                case "commit" -> {
                    try {
                        yield commit(asked);
                    } finally {
                        end();
                    }
                }
                case "rollback", "close" -> {
                    try {
                        yield asked.proceed();
                    } finally {
                        end();
                    }
                }
                default -> asked.proceed();
            };
        }

        @Override
        public @Nullable Object onExecution(Execution execution) throws SQLException {
            awaitAdvancing();
            return execution.proceed();
        }

        /**
         * Waits until replicas that are being advanced have arrived. A late COMMIT may be in the log already, and a
         * replica about to receive it.
         */
        private void awaitAdvancing() throws SQLException {
            for (CountDownLatch one : advancing) {
                await(one);
            }
        }

        private @Nullable Object commit(JdbcCall asked) throws SQLException {
            awaitAdvancing();
            if (!plan.isLate(call)) {
                Object answer = asked.proceed();
                streaming.advance(plan.followers(call));
                return answer;
            }
            var advanced = new CountDownLatch(1);
            advancing.add(advanced);
            releasing.add(Thread.ofPlatform().name("moirai-late-commit").start(() -> showLate(advanced)));
            return asked.proceed();
        }

        private void showLate(CountDownLatch advanced) {
            try {
                streaming.awaitCommitted(pid);
                streaming.advance(plan.followers(call));
                advanced.countDown();
                await(othersEnded);
            } catch (SQLException failure) {
                refusals.add("T" + call + ".commit was to be late: " + failure.getMessage());
            } finally {
                advanced.countDown();
                release();
            }
        }

        private void release() {
            try {
                streaming.release(pid);
            } catch (SQLException failure) {
                refusals.add("T" + call + ".commit could not be let go: " + failure.getMessage());
            }
        }

        private void end() {
            if (plan.node(call) == 0 && !plan.isLate(call) && ended.add(call)) {
                othersEnded.countDown();
            }
        }
    }

    private static void await(CountDownLatch latch) throws SQLException {
        try {
            if (!latch.await(LATE_SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new SQLException("others did not end within " + LATE_SECONDS_MAX + " s");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while another COMMIT was awaited", interrupted);
        }
    }

    @Override
    public void next(int call, String label) {}

    @Override
    public boolean overwrites() {
        return false;
    }

    @Override
    public List<Scenario.InitialRow> rows() throws SQLException {
        return schema.rows();
    }

    @Override
    public List<String> refusals() {
        return List.copyOf(refusals);
    }

    @Override
    public void close() throws SQLException {
        releasing.forEach(Thread::interrupt);
        try (streaming;
                schema) {
            restore(plan, streaming);
        }
    }
}
