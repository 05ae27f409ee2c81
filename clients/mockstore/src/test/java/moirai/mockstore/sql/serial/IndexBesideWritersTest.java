package moirai.mockstore.sql.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** CREATE INDEX while other sessions add, change and remove rows: no row is lost to those who use the index. */
class IndexBesideWritersTest {

    private static final int ROUNDS = 3;
    private static final int WRITERS = 4;
    private static final int CHANGES = 80;
    private static final int ROWS = 40;
    private static final int NAMES = 5;

    static Stream<StoreLevel> levels() {
        return Stream.concat(
                Stream.of(
                                IsolationLevel.CAUSAL,
                                IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
                                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                                IsolationLevel.STRICT_SERIALIZABLE)
                        .map(StoreLevel::of),
                Stream.of(ProductLevel.values()));
    }

    @ParameterizedTest
    @MethodSource("levels")
    void searchesByTheIndexFindWhatScansFind(StoreLevel level) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var seed = new Seed(round);
            var database = new SqlDatabase(new MockStore(new StoreOptions(level, seed, Policy.UNIFORM.chooser(seed))));
            SqlSession sql = database.session();
            execute(sql, "create table person (id int primary key, name text, age int)");
            for (int id = 0; id < ROWS; id += 2) {
                execute(sql, "insert into person values (" + id + ", 'n" + id % NAMES + "', 0)");
            }
            var started = new CountDownLatch(WRITERS);
            var tasks = new ArrayList<Callable<Integer>>();
            for (int writer = 0; writer < WRITERS; writer++) {
                var random = new SplittableRandom(round * WRITERS + writer);
                tasks.add(() -> change(database, random, started));
            }
            tasks.add(() -> {
                started.await();
                execute(sql, "create index on person (name)");
                return 1;
            });
            int changes = 0;
            try (var threads = Executors.newFixedThreadPool(tasks.size())) {
                for (Future<Integer> done : threads.invokeAll(tasks)) {
                    changes += done.get();
                }
            }

            assertThat(changes).isGreaterThan(WRITERS);
            database.store().checkpoint();
            for (int name = 0; name < NAMES; name++) {
                assertThat(rows(sql, "select id from person where name = 'n" + name + "'"))
                        .as("%s round %s", level, round)
                        .isEqualTo(rows(sql, "select id from person where name || '' = 'n" + name + "'"));
            }
        }
    }

    /** Changes rows at random, and compares searches by value with scans in the transaction that has changed. */
    private static int change(SqlDatabase database, SplittableRandom random, CountDownLatch started) {
        int committed = 0;
        try (SqlSession session = database.session()) {
            for (int change = 0; change < CHANGES; change++) {
                if (change == CHANGES / 4) {
                    started.countDown();
                }
                try {
                    execute(session, "begin");
                    changeOne(session, random);
                    int name = random.nextInt(NAMES);
                    List<String> found = Stream.of("name", "name || ''")
                            .map(value -> rows(
                                    session, "select id from person where " + value + " = 'n" + name + "' order by id"))
                            .toList();
                    // Each statement of read committed has a snapshot of its own.
                    if (database.store().options().level() != ProductLevel.POSTGRES_READ_COMMITTED) {
                        assertThat(found.getFirst()).isEqualTo(found.getLast());
                    }
                    execute(session, random.nextInt(5) == 0 ? "rollback" : "commit");
                    committed++;
                } catch (StoreException refused) {
                    assertThat(refused.sqlState()).isIn("40001", "40P01", "23505", "25P02", "0A000");
                    execute(session, "rollback");
                }
            }
        } finally {
            started.countDown();
        }
        return committed;
    }

    private static void changeOne(SqlSession session, SplittableRandom random) {
        int id = random.nextInt(ROWS);
        String name = "'n" + random.nextInt(NAMES) + "'";
        execute(
                session,
                switch (random.nextInt(4)) {
                    case 0 -> "insert into person values (" + id + ", " + name + ", 1) on conflict do nothing";
                    case 1 -> "delete from person where id = " + id;
                    case 2 -> "update person set name = " + name + " where id = " + id;
                    default ->
                        "update person set age = age + 1, name = " + name + " where id between " + id + " and "
                                + (id + 3);
                });
    }

    private static void execute(SqlSession session, String sql) {
        session.execute(session.prepare(sql), List.of());
    }

    private static String rows(SqlSession session, String sql) {
        return session.execute(session.prepare(sql), List.of()).rows().toString();
    }
}
