package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that wait for each other outside of the store: their order is from the seed all the same. */
class HeldUpCallsTest {

    private static final String COUNTER =
            "CREATE TABLE counter (id INT PRIMARY KEY, n INT); INSERT INTO counter VALUES (1, 0)";

    @TempDir
    private Path directory;

    private static void increment(WeakStore store) throws SQLException {
        try (Connection connection = store.dataSource().getConnection()) {
            connection.createStatement().executeUpdate("UPDATE counter SET n = n + 1 WHERE id = 1");
        }
    }

    static class Locked {

        private final ReentrantLock lock = new ReentrantLock();

        private void twice(WeakStore store) throws SQLException {
            lock.lock();
            try {
                increment(store);
                increment(store);
            } finally {
                lock.unlock();
            }
        }

        @IsolationTest(levels = CAUSAL, seed = "5eed")
        void loses(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> twice(store), () -> twice(store), () -> increment(store));
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(5);
        }
    }

    @Test
    void aSeedRepeatsCallsWithALock() {
        Set<String> texts = new HashSet<>();
        for (int run = 0; run < 10; run++) {
            String text =
                    JupiterRun.of(Locked.class, directory.resolve("run" + run)).failure();
            texts.add(text.replace("run" + run, "run"));
        }

        assertThat(texts).hasSize(1);
        assertThat(texts).allSatisfy(text -> assertThat(text).doesNotContain("not repeatable"));
    }

    static class Asleep {

        @IsolationTest(levels = CAUSAL, seed = "5eed", tries = 3)
        void backsOff(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(
                    () -> {
                        increment(store);
                        Thread.sleep(300);
                        increment(store);
                    },
                    () -> increment(store),
                    () -> increment(store));
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(4);
        }

        @EveryBehaviour(level = STRICT_SERIALIZABLE)
        void backsOffBeforeTheSecond(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(
                    () -> {
                        increment(store);
                        Thread.sleep(210);
                        increment(store);
                    },
                    () -> {});
            assertThat(store.number("SELECT n FROM counter")).isEqualTo(2);
        }
    }

    @Test
    void aCallThatSleepsIsWaitedFor() {
        JupiterRun run = JupiterRun.of(Asleep.class, directory);

        assertThat(run.messages()).hasSize(1).first().asString().doesNotContain("not repeatable");
        assertThat(run.passed()).containsExactly("strict-serializable");
    }

    static class Exhaustive {

        private final ReentrantLock lock = new ReentrantLock();

        @EveryBehaviour(level = CAUSAL)
        void addsUp(WeakStore store) throws Exception {
            store.execute(COUNTER);
            store.inParallel(() -> locked(store), () -> locked(store));
        }

        private void locked(WeakStore store) throws SQLException {
            lock.lock();
            try {
                increment(store);
                increment(store);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Who takes the lock first is not up to the store, so the other orders were never seen. */
    @Test
    void everyBehaviourIsNotClaimedOfCallsThatWaitForEachOther() {
        assertThat(JupiterRun.of(Exhaustive.class, directory).failure())
                .contains("calls wait for each other outside of the store", "call 2 waits at", "@IsolationTest");
    }
}
