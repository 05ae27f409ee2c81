package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.junit.weak.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only failures that say something about a level count as expected, and texts say of levels what is known. */
class ExpectedFailureTest {

    private static final String COUNTERS =
            "CREATE TABLE counter (id INT PRIMARY KEY, n INT);" + "INSERT INTO counter VALUES (1, 0), (2, 0)";

    @TempDir
    private Path directory;

    private static void execute(WeakStore store, String sql) throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            connection.createStatement().execute(sql);
        }
    }

    private static void increment(WeakStore store, int id) throws SQLException {
        execute(store, "UPDATE counter SET n = n + 1 WHERE id = " + id);
    }

    static class Open {

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void transaction(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> {
                Connection connection = store.dataSource().getConnection();
                connection.setAutoCommit(false);
                connection.createStatement().executeUpdate("DELETE FROM counter");
            });
        }
    }

    @Test
    void aTransactionThatStaysOpenIsNone() {
        assertThat(JupiterRun.of(Open.class, directory).failure()).contains("a transaction is open");
    }

    static class Swallowed {

        @IsolationTest(levels = CAUSAL)
        void refusal(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> {
                try {
                    execute(store, "LISTEN counter");
                } catch (SQLException ignored) {
                    increment(store, 1);
                }
            });
        }
    }

    @Test
    void aRefusalThatTheApplicationCatchesIsToldAllTheSame() {
        assertThat(JupiterRun.of(Swallowed.class, directory).failure())
                .contains("the weak store refuses a statement: LISTEN");
    }

    static class BeforeAll {

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void setUp(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            if (store.number("SELECT n FROM counter WHERE id = 1") == 0) {
                throw new IllegalArgumentException("no such counter");
            }
            store.inParallel(() -> increment(store, 1));
        }
    }

    @Test
    void whatFailsBeforeAnythingRunsInParallelIsNone() {
        assertThat(JupiterRun.of(BeforeAll.class, directory).failure())
                .contains("no such counter", "before anything runs in parallel");
    }

    static class TwoRounds {

        @IsolationTest(levels = CAUSAL, seed = "1")
        void keepBoth(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 1));
            store.inParallel(() -> increment(store, 2));
            assertThat(store.number("SELECT sum(n) FROM counter")).isEqualTo(3);
        }
    }

    @Test
    void everyRoundIsJudged() {
        assertThat(JupiterRun.of(TwoRounds.class, directory).failure())
                .containsPattern("impossible at\\s+parallel-snapshot-isolation\\s+\\(lost update\\)")
                .doesNotContain("Even");
    }

    static class Skew {

        @IsolationTest(levels = SNAPSHOT_ISOLATION, seed = "1")
        void keepsOne(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> take(store, 1), () -> take(store, 2));
            assertThat(store.number("SELECT sum(n) FROM counter")).isLessThan(2);
        }

        private static void take(WeakStore store, int id) throws SQLException {
            try (Connection connection = store.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                var rows = connection.createStatement().executeQuery("SELECT sum(n) FROM counter");
                rows.next();
                if (rows.getInt(1) == 0) {
                    connection.createStatement().execute("UPDATE counter SET n = 1 WHERE id = " + id);
                }
                connection.commit();
            }
        }
    }

    /** One transaction runs at a time, so times would exclude levels at which the two may overlap. */
    @Test
    void timesThatTheStoreHasMadeUpExcludeNoLevel() {
        assertThat(JupiterRun.of(Skew.class, directory).failure())
                .contains("allowed at snapshot-isolation and weaker levels; impossible at serializable\n(write skew)")
                .doesNotContain("strong");
    }

    static class InOrderToo {

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void wrongAssertion(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 1));
            assertThat(store.number("SELECT n FROM counter WHERE id = 1")).isEqualTo(77);
        }

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void brokenCall(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> {
                increment(store, 1);
                throw new IllegalArgumentException("broken");
            });
        }

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void unknownTable(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 1));
            assertThat(store.number("SELECT n FROM countr WHERE id = 1")).isEqualTo(2);
        }

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void unsupportedStatement(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 1));
            store.execute("LISTEN counter");
        }
    }

    @Test
    void whatFailsInOrderTooIsNone() {
        JupiterRun run = JupiterRun.of(InOrderToo.class, directory);

        assertThat(run.passed()).isEmpty();
        assertThat(run.messages())
                .hasSize(4)
                .anySatisfy(text -> assertThat(text).contains("LISTEN", "says nothing about isolation levels"))
                .filteredOn(text -> text.contains("the calls fail one after the other as well"))
                .hasSize(3);
    }

    static class Aborted {

        @IsolationTest(levels = CAUSAL, conflicts = IllegalStateException.class)
        void byEveryCall(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            Call call = () -> {
                increment(store, 1);
                throw new IllegalStateException("always");
            };
            store.inParallel(call, call);
        }

        @IsolationTest(levels = CAUSAL)
        void nothingBesideEachOther(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1));
            store.inParallel(() -> increment(store, 1));
        }
    }

    @Test
    void aTestInWhichNothingTakesEffectOrRunsBesideAnythingFails() {
        JupiterRun run = JupiterRun.of(Aborted.class, directory);

        assertThat(run.passed()).isEmpty();
        assertThat(run.messages())
                .hasSize(2)
                .allSatisfy(text -> assertThat(text).contains("in no try were there two calls"));
    }

    static class Assumptions {

        private static int tries;

        @IsolationTest(levels = CAUSAL, tries = 50)
        void sometimes(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 2));
            assumeTrue(++tries % 5 != 0);
            assertThat(tries).isLessThan(40);
        }

        @IsolationTest(levels = CAUSAL, tries = 5)
        void never(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 2));
            assumeTrue(false, "never");
        }
    }

    static class AssumedInOrder {

        @IsolationTest(levels = CAUSAL, holdsFrom = SERIALIZABLE)
        void losesAnIncrement(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 1));
            long count = store.number("SELECT n FROM counter WHERE id = 1");
            assumeTrue(count != 2);
            assertThat(count).isNotEqualTo(1);
        }

        @EveryBehaviour(level = CAUSAL)
        void ofSomeTries(WeakStore store) throws Exception {
            store.execute(COUNTERS);
            store.inParallel(() -> increment(store, 1), () -> increment(store, 1));
            assumeTrue(store.number("SELECT n FROM counter WHERE id = 1") == 2);
        }
    }

    @Test
    void whatAnAssumptionRulesOutIsNoFailureInOrderAndIsSaid() {
        JupiterRun run = JupiterRun.of(AssumedInOrder.class, directory);

        assertThat(run.passed()).hasSize(2);
        assertThat(run.entries()).singleElement().asString().contains("ruled out by assumptions, at causal");
    }

    /** As in jqwik: what an assumption rules out says nothing, and the rest is tried. */
    @Test
    void anAssumptionDiscardsATryAndNotTheTest() {
        JupiterRun run = JupiterRun.of(Assumptions.class, directory);

        assertThat(run.messages()).hasSize(1).first().asString().contains("40");
        assertThat(run.results().testEvents().aborted().count()).isEqualTo(1);
    }
}
