package moirai.junit.weak;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("counts the threads of calls in this JVM")
class ManyTestsTest {

    private static final int TESTS = 1_000;
    private static final int PARALLEL = 4;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void aThousandTestsInParallelDoNotInterfereAndLeaveNoThreads() throws Exception {
        List<String> alone = List.of(found(0), found(1), found(2));
        var tests = new ArrayList<Callable<String>>();
        for (int index = 0; index < TESTS; index++) {
            int seed = index % alone.size();
            tests.add(() -> found(seed));
        }

        try (var threads = Executors.newFixedThreadPool(PARALLEL)) {
            List<Future<String>> all = threads.invokeAll(tests);
            for (int index = 0; index < TESTS; index++) {
                assertThat(all.get(index).get()).isEqualTo(alone.get(index % alone.size()));
            }
        }

        List<Thread> left = calls();
        for (Thread thread : left) {
            thread.join(Duration.ofSeconds(20));
        }
        assertThat(calls()).isEmpty();
    }

    private static List<Thread> calls() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("moirai-call-"))
                .toList();
    }

    /** Returns the report of a lost update. */
    private static String found(int seed) throws InterruptedException {
        try (Tries tries = Tries.onNew(StoreLevel.of(IsolationLevel.CAUSAL), List.of())) {
            try (SqlSession session = tries.database().session()) {
                session.execute("CREATE TABLE counter (id INT PRIMARY KEY, n INT)");
                session.execute("INSERT INTO counter VALUES (1, 0)");
            }
            var options = new SearchOptions(100, new Seed(seed), Duration.ofMinutes(1));
            return new FailureSearch(tries, options, () -> {
                        tries.inParallel(List.<Call>of(() -> increment(tries), () -> increment(tries)));
                        try (SqlSession session = tries.database().session()) {
                            assertThat(session.execute("SELECT n FROM counter").rows())
                                    .isEqualTo(List.of(List.of(2)));
                        }
                    })
                    .run(Optional.empty())
                    .orElseThrow()
                    .text();
        }
    }

    private static void increment(Tries tries) throws Exception {
        try (Connection connection = MoiraiDataSource.of(tries.database()).getConnection()) {
            connection.createStatement().executeUpdate("UPDATE counter SET n = n + 1 WHERE id = 1");
        }
    }
}
