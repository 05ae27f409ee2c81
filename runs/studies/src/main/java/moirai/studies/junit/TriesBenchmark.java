package moirai.studies.junit;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.junit.weak.Call;
import moirai.junit.weak.FailureSearch;
import moirai.junit.weak.SearchOptions;
import moirai.junit.weak.Tries;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlSession;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one try of an isolation test with two calls costs.
 *
 * <p>{@code scripts/benchmark TriesBenchmark}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class TriesBenchmark {

    private static final int TRIES = 50;

    private static final String TEN_TABLES = IntStream.range(0, 10)
            .mapToObj(table -> "CREATE TABLE t" + table + " (id INT PRIMARY KEY, v INT NOT NULL, name TEXT);"
                    + "INSERT INTO t" + table + " VALUES (1, 0, 'a'), (2, 0, 'b'), (3, 0, 'c')")
            .collect(Collectors.joining(";"));

    private Tries empty = Tries.onNew(StoreLevel.of(IsolationLevel.CAUSAL), List.of());
    private Tries filled = Tries.onNew(StoreLevel.of(IsolationLevel.CAUSAL), List.of());

    /** Fills one of the two databases. */
    @Setup
    public void fill() {
        empty = Tries.onNew(StoreLevel.of(IsolationLevel.CAUSAL), List.of());
        filled = Tries.onNew(StoreLevel.of(IsolationLevel.CAUSAL), List.of());
        execute(filled, TEN_TABLES);
    }

    /** Closes the databases. */
    @TearDown
    public void close() {
        empty.close();
        filled.close();
    }

    /** Calls that do nothing. */
    @Benchmark
    @OperationsPerInvocation(TRIES)
    public Object nothing() throws InterruptedException {
        return search(empty, () -> empty.inParallel(List.<Call>of(() -> {}, () -> {})));
    }

    /** Calls of two statements each, on ten tables that are there. */
    @Benchmark
    @OperationsPerInvocation(TRIES)
    public Object tenTables() throws InterruptedException {
        return search(filled, () -> increments(filled));
    }

    /** The same, where each try makes and fills the tables. */
    @Benchmark
    @OperationsPerInvocation(TRIES)
    public Object tenTablesMadeByEachTry() throws InterruptedException {
        return search(empty, () -> {
            execute(empty, TEN_TABLES);
            increments(empty);
        });
    }

    private static Object search(Tries tries, Tries.Body body) throws InterruptedException {
        var options = new SearchOptions(TRIES, new Seed(1), Duration.ZERO);
        return new FailureSearch(tries, options, body).run(Optional.empty());
    }

    private static void increments(Tries tries) throws Exception {
        tries.inParallel(List.<Call>of(() -> increment(tries, 1), () -> increment(tries, 2)));
    }

    private static void increment(Tries tries, int table) throws SQLException {
        try (var connection = MoiraiDataSource.of(tries.database()).getConnection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT v FROM t" + table + " WHERE id = 1");
            statement.executeUpdate("UPDATE t1 SET v = v + 1 WHERE id = 1");
            connection.commit();
        }
    }

    private static void execute(Tries tries, String script) {
        try (SqlSession session = tries.database().session()) {
            session.split(script).forEach(session::execute);
        }
    }
}
