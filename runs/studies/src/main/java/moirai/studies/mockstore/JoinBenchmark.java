package moirai.studies.mockstore;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import moirai.history.Seed;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures queries of the mock store that join tables, or look for rows of one in another, without a key or an index
 * that helps. Each query is a transaction and visits all rows of both tables. Two queries are here for comparison: a
 * scan of one table, and a join that looks up the partners of each row in a range of their key.
 *
 * <p>{@code scripts/benchmark JoinBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@Fork(1)
public class JoinBenchmark {

    @Param({"2000", "20000"})
    private int rowCount;

    private Optional<Opened> opened = Optional.empty();

    private record Opened(SqlDatabase database, SqlSession session) {}

    /** Opens a database with two tables of which each row has one partner in the other, and lines of each. */
    @Setup(Level.Trial)
    public void open() {
        var seed = new Seed(1);
        var database = new SqlDatabase(
                new MockStore(new StoreOptions(ProductLevel.POSTGRES_READ_COMMITTED, seed, Chooser.uniform(seed))));
        SqlSession session = database.session();
        execute(session, "CREATE TABLE account (id int PRIMARY KEY, name text, balance int)");
        execute(session, "CREATE TABLE wanted (id int PRIMARY KEY, name text, least bigint)");
        execute(session, "CREATE TABLE line (id int, number int, amount int, PRIMARY KEY (id, number))");
        execute(session, "BEGIN");
        PreparedSql account = session.prepare("INSERT INTO account VALUES (?, ?, ?)");
        PreparedSql wanted = session.prepare("INSERT INTO wanted VALUES (?, ?, ?)");
        PreparedSql line = session.prepare("INSERT INTO line VALUES (?, 1, 1), (?, 2, 2)");
        for (int id = 0; id < rowCount; id++) {
            session.execute(account, List.of(id, "name" + id, id % 100));
            session.execute(wanted, List.of(id, "name" + (rowCount - id), (long) (id % 50)));
            session.execute(line, List.of(id, id));
        }
        execute(session, "COMMIT");
        database.store().checkpoint();
        opened = Optional.of(new Opened(database, session));
    }

    /** Forgets the history of the queries before. */
    @TearDown(Level.Iteration)
    public void forget() {
        opened.orElseThrow().database.store().checkpoint();
    }

    /** Closes the session. */
    @TearDown(Level.Trial)
    public void close() {
        session().close();
    }

    private SqlSession session() {
        return opened.orElseThrow().session;
    }

    private static int execute(SqlSession session, String sql) {
        return session.execute(session.prepare(sql), List.of()).rows().size();
    }

    /** Scans a table with a condition, and returns the number of rows. */
    @Benchmark
    public int scan() {
        return execute(session(), "SELECT name FROM account WHERE balance < 50");
    }

    /** Joins by a range of the key of the partners, and returns the number of pairs. */
    @Benchmark
    public int joinByPrefix() {
        return execute(session(), "SELECT w.name, l.amount FROM wanted w JOIN line l ON l.id = w.id");
    }

    /** Joins by equal texts, and returns the number of pairs. */
    @Benchmark
    public int join() {
        return execute(session(), "SELECT a.balance FROM wanted w JOIN account a ON a.name = w.name");
    }

    /** Joins by equal numbers of different types, one of them computed, and returns the number of combinations. */
    @Benchmark
    public int outerJoin() {
        return execute(
                session(), "SELECT a.name FROM wanted w LEFT JOIN account a ON a.balance + a.id * 100 = w.least");
    }

    /** Looks for each row among those of a query that depends on it, and returns the number of those that are not. */
    @Benchmark
    public int notExists() {
        return execute(
                session(),
                "SELECT id FROM wanted w WHERE NOT EXISTS (SELECT 1 FROM account a WHERE a.name = w.name"
                        + " AND balance > 9)");
    }

    /** Looks for each row among those of a query that depends on nothing, and returns the number of those that are. */
    @Benchmark
    public int in() {
        return execute(session(), "SELECT id FROM wanted WHERE name IN (SELECT name FROM account WHERE balance > 9)");
    }

    /** Computes an aggregate for each row, and returns the number of rows. */
    @Benchmark
    public int aggregate() {
        return execute(session(), "SELECT (SELECT max(balance) FROM account a WHERE a.name = w.name) FROM wanted w");
    }
}
