package moirai.mockstore.sql.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import moirai.analysis.Findings;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.sql.SqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PostgreSQL's levels on the store alone; {@link InterleavingConformanceIT} compares it with a real server. */
class PostgresLevelsTest {

    private static final int INCREMENTS = 500;
    private static final int PROGRAMS = 300;
    private static final int SESSIONS = 3;

    private static SqlDatabase database(Schedule schedule, long seed) {
        return new SqlDatabase(new MockStore(new StoreOptions(
                ProductLevel.POSTGRES_READ_COMMITTED, new Seed(seed), Chooser.uniform(new Seed(seed)), schedule)));
    }

    private static String number(StoreSide side, String sql) {
        return ((Reply.Rows) side.execute(sql, true)).rows().getFirst().getFirst();
    }

    private static StoreSide counter(SqlDatabase database) {
        var side = new StoreSide(database);
        side.execute("CREATE TABLE counter (id int PRIMARY KEY, n int)", true);
        side.execute("INSERT INTO counter VALUES (1, 0)", true);
        return side;
    }

    @Test
    void aSessionSeesEachOfItsIncrements() {
        StoreSide side = counter(database(Schedule.interleaved(), 1));

        for (int increment = 0; increment < INCREMENTS; increment++) {
            int n = Integer.parseInt(number(side, "SELECT n FROM counter WHERE id = 1"));
            side.execute("UPDATE counter SET n = " + (n + 1) + " WHERE id = 1", true);
        }

        assertThat(number(side, "SELECT n FROM counter")).isEqualTo(String.valueOf(INCREMENTS));
    }

    @Test
    void threadsLoseNoAtomicIncrement() {
        SqlDatabase database = database(Schedule.interleaved(), 1);
        StoreSide reader = counter(database);

        try (var threads = Executors.newFixedThreadPool(SESSIONS)) {
            for (int session = 0; session < SESSIONS; session++) {
                var side = new StoreSide(database);
                threads.execute(() -> {
                    for (int increment = 0; increment < INCREMENTS; increment++) {
                        side.execute("UPDATE counter SET n = n + 1 WHERE id = 1", true);
                    }
                });
            }
        }

        assertThat(number(reader, "SELECT n FROM counter")).isEqualTo(String.valueOf(SESSIONS * INCREMENTS));
    }

    /** What two sessions that read and then write leave in lock step, by seed. */
    private static String afterReadsAndWrites(long seed) {
        SqlDatabase database = database(Schedule.lockStep(2), seed);
        var first = counter(database);
        var second = new StoreSide(database);
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (StoreSide side : List.of(first, second)) {
                threads.execute(() -> {
                    side.execute("BEGIN", true);
                    int n = Integer.parseInt(number(side, "SELECT n FROM counter WHERE id = 1"));
                    side.execute("UPDATE counter SET n = " + (n + 1) + " WHERE id = 1", true);
                    side.execute("COMMIT", true);
                    side.close();
                });
            }
        }
        History history = database.store().history();
        return number(new StoreSide(database), "SELECT n FROM counter")
                + IntStream.range(0, history.txnCount()).mapToObj(history::txn).toList();
    }

    @Test
    void inLockStepTheSeedDecidesTheOrderOfStatements() {
        Set<String> ends = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            String end = afterReadsAndWrites(seed);
            assertThat(afterReadsAndWrites(seed)).isEqualTo(end);
            ends.add(end.substring(0, 1));
        }

        assertThat(ends).containsExactlyInAnyOrder("1", "2");
    }

    /** Returns how many histories of random programs do not satisfy a level. */
    private static int misses(ProductLevel product, IsolationLevel level) {
        int misses = 0;
        try (var store = new StoreSessions(SESSIONS, product)) {
            for (int seed = 0; seed < PROGRAMS; seed++) {
                var random = new RandomInterleaved(seed);
                Interleaved program = random.program();
                store.play(program, random.schedule(program));
                Findings findings =
                        new LevelChecker().analyze(store.store().history(), IsolationLevel.STRICT_SERIALIZABLE);
                misses += findings.holds(level) ? 0 : 1;
            }
        }
        return misses;
    }

    @ParameterizedTest
    @EnumSource
    void everyHistoryIsWhatTheLevelGuarantees(ProductLevel product) {
        assertThat(misses(product, product.guarantee())).isZero();
    }

    /** A statement that has waited sees a part of a transaction. */
    @Test
    void readCommittedIsNoMonotonicAtomicView() {
        assertThat(misses(ProductLevel.POSTGRES_READ_COMMITTED, IsolationLevel.MONOTONIC_ATOMIC_VIEW))
                .isPositive();
    }

    @Test
    void repeatableReadIsNotSerializable() {
        assertThat(misses(ProductLevel.POSTGRES_REPEATABLE_READ, IsolationLevel.SERIALIZABLE))
                .isPositive();
    }

    @Test
    void atomicIncrementsAreNeverLostAndReadsBeforeWritesAre() {
        try (var store = new StoreSessions(SESSIONS, ProductLevel.POSTGRES_READ_COMMITTED)) {
            assertThat(finals(store, "atomic increments")).allMatch(end -> end.contains("[i, 1, 3, 10]"));
            assertThat(finals(store, "increment by read, then write"))
                    .anyMatch(end -> end.contains("0: [[0]], 1") && end.contains("1: [[0]], 1"));
        }
    }

    private static Set<String> finals(StoreSessions store, String name) {
        Interleaved program = KnownPrograms.ALL.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow();
        Set<String> ends = new HashSet<>();
        program.schedules().forEach(schedule -> ends.add(store.play(program, schedule)));
        return ends;
    }

    /** PostgreSQL checks only the parent that it had found first, or has no parent to check, as its planner decides. */
    @Test
    void aSubQueryIsRefusedWhereAColumnThatItDependsOnHasChangedMeanwhile() {
        try (var store = new StoreSessions(SESSIONS, ProductLevel.POSTGRES_READ_COMMITTED)) {
            for (String condition : List.of(
                    "EXISTS (SELECT 1 FROM parent WHERE parent.id = item.n)",
                    "n IN (SELECT id FROM parent)",
                    "n = ANY (SELECT id FROM parent)")) {
                assertThat(afterAnUpdate(store, condition)).as(condition).contains("0A000");
            }
            assertThat(afterAnUpdate(store, "NOT EXISTS (SELECT 1 FROM parent WHERE parent.id = item.n + 2)"))
                    .contains("0A000");
            assertThat(afterAnUpdate(store, "id IN (SELECT id FROM parent)")).doesNotContain("0A000");
        }
    }

    /** Returns what happens if a deletion waits for a row that is being updated. */
    private static String afterAnUpdate(StoreSessions store, String condition) {
        var program = Interleaved.of(
                condition,
                RandomInterleaved.TABLES,
                RandomInterleaved.READS,
                "DELETE FROM item WHERE " + condition,
                "UPDATE item SET n = 2 WHERE id = 2");
        return store.play(program, List.of(1, 0, 1, 0));
    }

    @Test
    void aRowThatChangesTakesOneNumberOfASequence() {
        StoreSide side = counter(database(Schedule.interleaved(), 1));
        side.execute("CREATE SEQUENCE numbers", true);

        side.execute("UPDATE counter SET n = nextval('numbers')", true);

        assertThat(number(side, "SELECT n FROM counter")).isEqualTo("1");
        assertThat(number(side, "SELECT nextval('numbers')")).isEqualTo("2");
    }

    @Test
    void readOnlyTransactionsLockNoRowsAndTakeNoNumbers() {
        StoreSide side = counter(database(Schedule.interleaved(), 1));
        side.execute("CREATE SEQUENCE numbers", true);
        side.execute("SET default_transaction_read_only = on", true);

        assertThat(side.execute("SELECT n FROM counter FOR NO KEY UPDATE", true))
                .asString()
                .contains("25006", "SELECT FOR NO KEY UPDATE");
        assertThat(side.execute("SELECT nextval('numbers')", true)).asString().contains("25006", "nextval()");
        assertThat(number(side, "SELECT n FROM counter")).isEqualTo("0");
    }

    @Test
    void settingsWithoutMeaningAreRefused() {
        var side = new StoreSide(database(Schedule.interleaved(), 1));

        assertThat(side.execute("SET moirai.policy = 'stale'", true)).asString().contains("0A000", "no meaning");
        assertThat(side.execute("BEGIN ISOLATION LEVEL REPEATABLE READ", true))
                .asString()
                .contains("0A000");
        side.execute("ROLLBACK", true);
        assertThat(number(side, "SHOW moirai.isolation")).isEqualTo("postgres-read-committed");
        assertThat(number(side, "SHOW transaction_isolation")).isEqualTo("read committed");
    }
}
