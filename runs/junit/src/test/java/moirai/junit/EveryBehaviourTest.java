package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    static class Chance {

        private final SplittableRandom random = new SplittableRandom(1);

        @EveryBehaviour(level = CAUSAL, holdsFrom = SERIALIZABLE)
        void decides(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> increment(store), () -> {
                for (int index = random.nextInt(4); index > 0; index--) {
                    increment(store);
                }
            });
        }
    }

    @Test
    void callsThatAreNoFunctionsOfWhatTheyReadAreRefused() {
        assertThat(JupiterRun.of(Chance.class, directory).failure())
                .contains("the test is no function of what its calls read", "random numbers");
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
