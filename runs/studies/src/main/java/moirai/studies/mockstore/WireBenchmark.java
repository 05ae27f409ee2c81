package moirai.studies.mockstore;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.wire.MockServer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures statements of PostgreSQL's driver on a mock store in the same process, over the loopback address and one
 * connection. Each statement is a transaction. The first benchmark measures the protocol, the others statements.
 *
 * <p>{@code scripts/benchmark Wire}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@Fork(1)
public class WireBenchmark {

    private static final int STATEMENTS = 200;
    private static final int ROWS = 50;

    @Param({"STRONG_SESSION_MONOTONIC_ATOMIC_VIEW", "CAUSAL", "STRONG_SESSION_SNAPSHOT_ISOLATION"})
    private IsolationLevel level = IsolationLevel.CAUSAL;

    private Optional<Session> session = Optional.empty();

    /** The server, the connection and the statements that are open during a measurement. */
    private record Session(
            MockServer server, Connection connection, PreparedStatement select, PreparedStatement update) {}

    /** Opens a database with a table whose rows every transaction sees. */
    @Setup(Level.Iteration)
    public void open() throws SQLException {
        var database = new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(1))));
        var server = MockServer.start(database, 0);
        Connection connection =
                DriverManager.getConnection("jdbc:postgresql://localhost:" + server.port() + "/mock?user=moirai");
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE accounts (id int PRIMARY KEY, balance int)");
            for (int id = 0; id < ROWS; id++) {
                statement.execute("INSERT INTO accounts VALUES (" + id + ", 0)");
            }
        }
        database.store().checkpoint();
        session = Optional.of(new Session(
                server,
                connection,
                connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?"),
                connection.prepareStatement("UPDATE accounts SET balance = ? WHERE id = ?")));
    }

    /** Closes everything that {@link #open} opened. */
    @TearDown(Level.Iteration)
    public void close() throws SQLException {
        session().connection().close();
        session().server().close();
    }

    private Session session() {
        return session.orElseThrow();
    }

    /** Makes round trips without effect, and returns the number that succeeded. */
    @Benchmark
    @OperationsPerInvocation(STATEMENTS)
    public int empty() throws SQLException {
        int valid = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            valid += session().connection().isValid(1) ? 1 : 0;
        }
        return valid;
    }

    /** Reads rows by their keys, and returns the sum of their values. */
    @Benchmark
    @OperationsPerInvocation(STATEMENTS)
    public int select() throws SQLException {
        PreparedStatement statement = session().select();
        int sum = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            statement.setInt(1, i % ROWS);
            try (var rows = statement.executeQuery()) {
                sum += rows.next() ? rows.getInt(1) : 0;
            }
        }
        return sum;
    }

    /** Changes rows by their keys, and returns the number of changed rows. */
    @Benchmark
    @OperationsPerInvocation(STATEMENTS)
    public int update() throws SQLException {
        PreparedStatement statement = session().update();
        int count = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            statement.setInt(1, i);
            statement.setInt(2, i % ROWS);
            count += statement.executeUpdate();
        }
        return count;
    }
}
