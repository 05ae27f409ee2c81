package moirai.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Sessions on H2, which locks the rows that a transaction changes. */
class HeldSessionTest {

    private static final TurnLimits LIMITS = new TurnLimits(Duration.ofMillis(50), Duration.ofSeconds(20));

    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());

    private final List<Connection> opened = new ArrayList<>();
    private String url = "";

    /** The statements that a session executes on a connection. */
    private interface Body {
        void run(Connection connection) throws SQLException;
    }

    @BeforeEach
    void makeTable(TestInfo test) throws SQLException {
        url = "jdbc:h2:mem:" + test.getDisplayName().replaceAll("\\W", "") + ";LOCK_TIMEOUT=20000";
        var connection = open();
        execute(connection, "CREATE TABLE t (id integer PRIMARY KEY, v integer)");
        execute(connection, "INSERT INTO t VALUES (1, 0), (2, 0)");
        connection.commit();
    }

    @AfterEach
    void close() throws SQLException {
        threads.shutdownNow();
        for (Connection connection : opened) {
            connection.close();
        }
    }

    private Connection open() throws SQLException {
        var connection = DriverManager.getConnection(url);
        connection.setAutoCommit(false);
        opened.add(connection);
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int value(Connection connection, int id) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT v FROM t WHERE id = ?")) {
            statement.setInt(1, id);
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private Future<?> start(int session, TurnControl control, Body body) throws SQLException {
        var held = new HeldSession(session, StepRule.EVERY_STATEMENT);
        var connection = held.hold(open());
        return threads.submit(() -> {
            held.follow(control);
            try {
                body.run(connection);
            } finally {
                held.leave();
            }
            return null;
        });
    }

    private static void await(Future<?> session) throws InterruptedException, ExecutionException, TimeoutException {
        session.get(30, TimeUnit.SECONDS);
    }

    /** The second session's read is before the first one's COMMIT, and its own update after it, whoever is faster. */
    @Test
    void statementsAndCommitsGoInTheOrderOfTheSchedule()
            throws InterruptedException, ExecutionException, TimeoutException, SQLException {
        var order = List.of(
                new Step(0, 0, 0),
                new Step(1, 0, 0),
                new Step(0, 0, 1),
                Step.commit(0, 0),
                new Step(1, 0, 1),
                Step.commit(1, 0),
                new Step(0, 1, 0),
                Step.commit(0, 1));
        var control = new TurnControl(Schedule.inOrder(order), LIMITS);
        var seen = new int[3];

        var first = start(0, control, connection -> {
            seen[0] = value(connection, 1);
            execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
            connection.commit();
            seen[2] = value(connection, 1);
            connection.commit();
        });
        var second = start(1, control, connection -> {
            seen[1] = value(connection, 1);
            execute(connection, "UPDATE t SET v = v + 10 WHERE id = 1");
            connection.commit();
        });
        await(first);
        await(second);

        assertThat(control.report()).isEqualTo(new TurnReport(order, List.of(), List.of()));
        assertThat(seen).containsExactly(0, 0, 11);
    }

    /** The second update waits for the first one's lock, so the first COMMIT overtakes it, and the rest is kept. */
    @Test
    void whoWaitsForALockIsOvertaken() throws InterruptedException, ExecutionException, TimeoutException, SQLException {
        var order =
                List.of(new Step(0, 0, 0), new Step(1, 0, 0), Step.commit(1, 0), Step.commit(0, 0), new Step(2, 0, 0));
        var control = new TurnControl(Schedule.inOrder(order), LIMITS);
        var seen = new int[1];

        var last = start(2, control, connection -> seen[0] = value(connection, 1));
        var second = start(1, control, connection -> {
            execute(connection, "UPDATE t SET v = v + 10 WHERE id = 1");
            connection.commit();
        });
        var first = start(0, control, connection -> {
            execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
            connection.commit();
        });
        await(first);
        await(second);
        await(last);

        // On a slow machine others may stall as well.
        assertThat(control.report().stalled()).contains(new Step(1, 0, 0));
        assertThat(control.report().impatient()).isEmpty();
        assertThat(control.report().order())
                .containsSubsequence(new Step(0, 0, 0), new Step(1, 0, 0), Step.commit(0, 0));
        assertThat(seen).containsExactly(11);
    }

    @Test
    void whoRollsBackOrClosesIsAwaitedByNobody()
            throws InterruptedException, ExecutionException, TimeoutException, SQLException {
        var order = List.of(new Step(0, 0, 0), Step.commit(0, 0), Step.commit(1, 0), new Step(2, 0, 0));
        var control = new TurnControl(Schedule.inOrder(order), LIMITS);

        var first = start(0, control, connection -> {
            execute(connection, "UPDATE t SET v = 1 WHERE id = 1");
            connection.rollback();
        });
        var second = start(1, control, Connection::close);
        var third = start(2, control, connection -> execute(connection, "UPDATE t SET v = 2 WHERE id = 1"));
        await(first);
        await(second);
        await(third);

        assertThat(control.report().order()).containsExactly(new Step(0, 0, 0), new Step(2, 0, 0));
        assertThat(control.report().impatient()).isEmpty();
    }

    @Test
    void whoIsInterruptedSaysSoAndFreesTheOthers()
            throws InterruptedException, ExecutionException, TimeoutException, SQLException {
        // Session 1 waits for session 0, which never does anything.
        var order = List.of(new Step(0, 0, 0), new Step(1, 0, 0), new Step(2, 0, 0));
        var control = new TurnControl(
                new Schedule.Builder().before(order.get(0), order.get(1)).build(), LIMITS);
        var held = new HeldSession(1, StepRule.EVERY_STATEMENT);
        var connection = held.hold(open());
        held.follow(control);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> execute(connection, "UPDATE t SET v = 2 WHERE id = 1"))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo(HeldSession.INTERRUPTED));
        assertThat(Thread.interrupted()).isTrue();
        connection.rollback();
        assertThat(control.report().order()).isEmpty();

        var waits = new TurnControl(Schedule.inOrder(List.of(order.get(1), order.get(2))), LIMITS);
        waits.endSession(1);
        await(start(2, waits, other -> execute(other, "UPDATE t SET v = 3 WHERE id = 1")));
        assertThat(waits.report().impatient()).isEmpty();
    }

    @Test
    void aTurnThatDoesNotComeIsNotWaitedForForever()
            throws InterruptedException, ExecutionException, TimeoutException, SQLException {
        var order = List.of(new Step(0, 0, 0), new Step(1, 0, 0));
        var control =
                new TurnControl(Schedule.inOrder(order), new TurnLimits(Duration.ofMillis(5), Duration.ofMillis(20)));

        await(start(1, control, connection -> execute(connection, "UPDATE t SET v = 2 WHERE id = 1")));

        assertThat(control.report().order()).containsExactly(order.get(1));
        assertThat(control.report().impatient()).containsExactly(order.get(1));
    }

    /** The thread below a connection that was lost ends its session late, when another one has its number. */
    @Test
    void whoWasReplacedDoesNotSpeakForItsSuccessor() throws InterruptedException {
        var sessions = new HeldSessions(1, StepRule.EVERY_STATEMENT);
        HeldSession lost = sessions.at(0);
        lost.follow(new TurnControl(Schedule.FREE, LIMITS));
        var order = List.of(new Step(0, 0, 0), new Step(1, 0, 0));
        var control =
                new TurnControl(Schedule.inOrder(order), new TurnLimits(Duration.ofMillis(5), Duration.ofMillis(20)));
        HeldSession renewed = sessions.renewed(0);
        renewed.follow(control);

        lost.leave();
        control.enter(order.get(1));

        assertThat(sessions.at(0)).isSameAs(renewed);
        // Session 0 is still awaited, in vain here; it would not be if it were taken to be over.
        assertThat(control.report().impatient()).containsExactly(order.get(1));
    }

    @Test
    void aStatementThatBelongsToTheStepBeforeIsNotHeld()
            throws InterruptedException, ExecutionException, TimeoutException, SQLException {
        var control = new TurnControl(Schedule.FREE, LIMITS);
        var held = new HeldSession(0, (sql, before) -> !sql.startsWith("SAVEPOINT") && !before.startsWith("SAVEPOINT"));
        var connection = held.hold(open());
        held.follow(control);

        execute(connection, "UPDATE t SET v = 2 WHERE id = 1");
        execute(connection, "SAVEPOINT s");
        execute(connection, "UPDATE t SET v = 3 WHERE id = 1");
        execute(connection, "UPDATE t SET v = 4 WHERE id = 1");
        connection.commit();
        held.leave();
        execute(connection, "UPDATE t SET v = 5 WHERE id = 1");
        connection.rollback();

        assertThat(control.report().order()).containsExactly(new Step(0, 0, 0), new Step(0, 0, 1), Step.commit(0, 0));
    }
}
