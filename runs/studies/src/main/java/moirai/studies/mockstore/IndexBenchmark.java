package moirai.studies.mockstore;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
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
 * Measures statements of the mock store that find rows by an index, and by the key for comparison. Each statement is a
 * transaction. A statement that joins visits {@code JOINED} rows and finds the partner of each.
 *
 * <p>{@code scripts/benchmark IndexBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@Fork(1)
public class IndexBenchmark {

    private static final int STATEMENTS = 500;
    private static final int JOINED = 1000;

    @Param({"20000"})
    private int rowCount;

    @Param({"CAUSAL", "STRONG_SESSION_SNAPSHOT_ISOLATION", "STRICT_SERIALIZABLE"})
    private IsolationLevel level = IsolationLevel.CAUSAL;

    private Optional<SqlSession> opened = Optional.empty();

    /** Opens a database with a table of accounts whose names have an index, and names to join with. */
    @Setup(Level.Iteration)
    public void open() {
        var database = new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(1))));
        SqlSession session = database.session();
        execute(session, "CREATE TABLE account (id int PRIMARY KEY, name text, balance int)");
        execute(session, "CREATE INDEX ON account (name)");
        execute(session, "CREATE TABLE wanted (id int PRIMARY KEY, name text)");
        execute(session, "BEGIN");
        PreparedSql insert = session.prepare("INSERT INTO account VALUES (?, ?, 0)");
        for (int id = 0; id < rowCount; id++) {
            session.execute(insert, List.of(id, "name" + id));
        }
        PreparedSql want = session.prepare("INSERT INTO wanted VALUES (?, ?)");
        for (int id = 0; id < JOINED; id++) {
            session.execute(want, List.of(id, "name" + id));
        }
        execute(session, "COMMIT");
        database.store().checkpoint();
        opened = Optional.of(session);
    }

    /** Closes everything that {@link #open} opened. */
    @TearDown(Level.Iteration)
    public void close() {
        session().close();
    }

    private SqlSession session() {
        return opened.orElseThrow();
    }

    private static int execute(SqlSession session, String sql) {
        return session.execute(session.prepare(sql), List.of()).rows().size();
    }

    /** Finds rows by their keys, and returns how many there are. */
    @Benchmark
    @OperationsPerInvocation(STATEMENTS)
    public int key() {
        PreparedSql select = session().prepare("SELECT balance FROM account WHERE id = ?");
        int count = 0;
        for (int statement = 0; statement < STATEMENTS; statement++) {
            count += session()
                    .execute(select, List.of(statement * 7 % rowCount))
                    .rows()
                    .size();
        }
        return count;
    }

    /** Finds rows by the index, and returns how many there are. */
    @Benchmark
    @OperationsPerInvocation(STATEMENTS)
    public int index() {
        PreparedSql select = session().prepare("SELECT balance FROM account WHERE name = ?");
        int count = 0;
        for (int statement = 0; statement < STATEMENTS; statement++) {
            count += session()
                    .execute(select, List.of("name" + statement * 7 % rowCount))
                    .rows()
                    .size();
        }
        return count;
    }

    /** Changes rows that it finds by the index, and returns the number of results. */
    @Benchmark
    @OperationsPerInvocation(STATEMENTS)
    public int update() {
        PreparedSql update = session().prepare("UPDATE account SET balance = balance + 1 WHERE name = ? RETURNING id");
        int count = 0;
        for (int statement = 0; statement < STATEMENTS; statement++) {
            count += session()
                    .execute(update, List.of("name" + statement * 7 % rowCount))
                    .rows()
                    .size();
        }
        return count;
    }

    /** Joins by the key of the partners, and returns the number of pairs. */
    @Benchmark
    @OperationsPerInvocation(JOINED)
    public int joinByKey() {
        return execute(session(), "SELECT account.balance FROM wanted JOIN account ON account.id = wanted.id");
    }

    /** Joins by the index of the partners, and returns the number of pairs. */
    @Benchmark
    @OperationsPerInvocation(JOINED)
    public int joinByIndex() {
        return execute(session(), "SELECT account.balance FROM wanted JOIN account ON account.name = wanted.name");
    }
}
