package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.junit.weak.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class EveryBehaviourTest {

    private static final String COUNTER =
            "CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0)";

    @TempDir
    private Path directory;

    private static void increment(WeakStore store) throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            connection.createStatement().executeUpdate("UPDATE counter SET n = n + 1 WHERE id = 1");
        }
    }

    static class Increments {

        @EveryBehaviour(level = {CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE})
        void areNotLost(WeakStore store) throws Exception {
            store.execute(COUNTER);
            var ends = store.inParallel(() -> increment(store), () -> increment(store));
            long committed = ends.stream().filter(end -> end.thrown().isEmpty()).count();
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(committed);
        }
    }

    @Test
    void whatPassesSaysHowManyBehavioursThereWere() {
        JupiterRun run = JupiterRun.of(Increments.class, directory);

        assertThat(run.failed()).containsOnlyKeys("causal");
        assertThat(run.failure("causal")).contains("needs all 2 calls", "(lost update)");
        assertThat(run.entries())
                .anySatisfy(entry -> assertThat(entry)
                        .matches("\\{moirai=all [0-9]+ behaviours in [0-9]+ runs at snapshot-isolation\\}"));
    }

    static class Many {

        @EveryBehaviour(level = CAUSAL, runsMax = 5)
        void behaviours(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> increment(store), () -> increment(store));
        }
    }

    @Test
    void aTestThatHasNotSeenAllFails() {
        assertThat(JupiterRun.of(Many.class, directory).failure())
                .contains("no failure in", "in 5 runs, but there are more: raise runsMax");
    }

    static class Endless {

        @EveryBehaviour(level = CAUSAL)
        @Timeout(value = 300, unit = TimeUnit.MILLISECONDS)
        void behaviours(WeakStore store) throws Exception {
            store.execute(COUNTER);
            Call three = () -> {
                increment(store);
                increment(store);
                increment(store);
            };
            store.inParallel(three, three, three, three);
        }
    }

    @Test
    void aTimeoutEndsATestWithTooMany() {
        assertThat(JupiterRun.of(Endless.class, directory).failure()).contains("timed out after 300 milliseconds");
    }

    /** Calls and tests that do something else now and then, though the store has told them the same. */
    static class Chance {

        private final SplittableRandom random = new SplittableRandom(1);

        @EveryBehaviour(level = CAUSAL, holdsFrom = SERIALIZABLE)
        void ofTheNumberOfStatements(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> {
                for (int index = random.nextInt(4); index > 0; index--) {
                    increment(store);
                }
            });
        }

        @EveryBehaviour(level = CAUSAL)
        void ofAValue(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> set(store, random.nextInt(1_000_000)));
        }

        @EveryBehaviour(level = CAUSAL)
        void ofTheEndOfATransaction(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> {
                try (Connection connection = store.dataSource().getConnection()) {
                    connection.setAutoCommit(false);
                    connection.createStatement().executeUpdate("UPDATE counter SET n = 7 WHERE id = 1");
                    if (random.nextBoolean()) {
                        connection.commit();
                    }
                }
            });
        }

        @EveryBehaviour(level = CAUSAL, conflicts = IllegalStateException.class)
        void ofAnException(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> {
                set(store, 7);
                if (random.nextBoolean()) {
                    throw new IllegalStateException("tails");
                }
            });
        }

        private int runs;

        @EveryBehaviour(level = CAUSAL)
        void ofWhatIsExpected(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> set(store, 7));
            if (++runs > 1) {
                throw new TestAbortedException("enough");
            }
        }

        @EveryBehaviour(level = CAUSAL)
        void ofTheSetUp(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.execute("UPDATE counter SET n = " + random.nextInt(1_000_000));
            store.inParallel(() -> increment(store), () -> increment(store));
        }

        private static void set(WeakStore store, int value) throws SQLException {
            try (Connection connection = store.dataSource().getConnection();
                    PreparedStatement update = connection.prepareStatement("UPDATE counter SET n = ? WHERE id = 1")) {
                update.setInt(1, value);
                update.executeUpdate();
            }
        }
    }

    @Test
    void callsThatAreNoFunctionsOfWhatTheyReadAreRefused() {
        JupiterRun run = JupiterRun.of(Chance.class, directory);

        assertThat(run.messages())
                .hasSize(6)
                .allSatisfy(text ->
                        assertThat(text).contains("the test is no function of what its calls read", "random numbers"));
        assertThat(run.messages())
                .anySatisfy(text -> assertThat(text)
                        .contains("UPDATE counter SET n = ? WHERE id = 1 with [", "EveryBehaviourTest.java"));
    }

    /** Runs that differ because the store tells them something else, or because their calls share memory. */
    static class Told {

        @EveryBehaviour(level = CAUSAL)
        void numbersThatCallsShare(WeakStore store) throws Exception {
            store.execute(COUNTER);
            var numbers = new AtomicInteger(10);
            Call insert = () -> execute(store, "INSERT INTO counter VALUES (" + numbers.incrementAndGet() + ", 0)");
            store.inParallel(insert, insert, insert);
            assertThat(store.number("SELECT count(*) FROM counter")).isEqualTo(4);
        }

        @EveryBehaviour(level = CAUSAL)
        void theOrderOfEnds(WeakStore store) throws Exception {
            store.execute(COUNTER);
            List<String> ends = new CopyOnWriteArrayList<>();
            store.inParallel(
                    () -> {
                        increment(store);
                        ends.add("n");
                    },
                    () -> {
                        execute(store, "SELECT id FROM counter");
                        ends.add("id");
                    });
            store.number("SELECT " + ends.getFirst() + " - " + ends.getFirst() + " FROM counter");
        }

        @EveryBehaviour(level = CAUSAL)
        void savepointsOnAConnectionThatStays(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(
                    () -> {
                        POOLED.computeIfAbsent("one", name -> connection(store)).setAutoCommit(false);
                        POOLED.get("one").setSavepoint();
                        POOLED.get("one").createStatement().executeUpdate("UPDATE counter SET n = 1");
                        POOLED.get("one").commit();
                    },
                    () -> increment(store));
        }

        private static final Map<String, Connection> POOLED = new ConcurrentHashMap<>();

        private static Connection connection(WeakStore store) {
            try {
                return store.dataSource().getConnection();
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }

        private static void execute(WeakStore store, String sql) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.createStatement().execute(sql);
            }
        }

        @EveryBehaviour(level = {CAUSAL, SERIALIZABLE})
        void keysAndTimes(WeakStore store) throws Exception {
            store.execute("CREATE TABLE entry (id SERIAL PRIMARY KEY, at TIMESTAMPTZ DEFAULT now(), next INT)");
            store.inParallel(() -> add(store), () -> add(store));
        }

        private static void add(WeakStore store) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                Statement statement = connection.createStatement();
                statement.executeUpdate("INSERT INTO entry (next) VALUES (0)", Statement.RETURN_GENERATED_KEYS);
                ResultSet keys = statement.getGeneratedKeys();
                keys.next();
                try (PreparedStatement update =
                        connection.prepareStatement("UPDATE entry SET next = ? WHERE id = ? AND at <= now()")) {
                    update.setInt(1, keys.getInt(1) + 1);
                    update.setInt(2, keys.getInt(1));
                    assertThat(update.executeUpdate()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void whatTheStoreTellsAndWhatCallsShareIsNoDifference() {
        JupiterRun run = JupiterRun.of(Told.class, directory);

        assertThat(run.messages()).isEmpty();
        assertThat(run.passed()).hasSize(5);
    }

    static class Both {

        @IsolationTest
        @EveryBehaviour(level = CAUSAL)
        void atOnce(WeakStore store) {}
    }

    @Test
    void oneOfTheTwoAnnotationsIsEnough() {
        assertThat(JupiterRun.of(Both.class, directory).failure()).contains("expected one of the two");
    }
}
