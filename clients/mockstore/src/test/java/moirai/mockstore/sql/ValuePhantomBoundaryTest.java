package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Exhaustive;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Phantoms among the rows that an index finds by a value: new rows, and rows that get the value. Everything that the
 * store may answer is tried.
 */
class ValuePhantomBoundaryTest {

    private static final List<IsolationLevel> SERIALIZABLE =
            List.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE, IsolationLevel.STRICT_SERIALIZABLE);

    private static final List<IsolationLevel> WEAKER = List.of(
            IsolationLevel.READ_ATOMIC,
            IsolationLevel.CAUSAL,
            IsolationLevel.PREFIX,
            IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION,
            IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);

    private static final String INSERT = "INSERT INTO %s VALUES (7, 1)";
    private static final String UPDATE = "UPDATE %s SET hall = 1 WHERE id = 1";
    private static final String BOTH_MISSED = "0 0";

    static Stream<Arguments> serializable() {
        return SERIALIZABLE.stream().flatMap(level -> Stream.of(INSERT, UPDATE).map(add -> Arguments.of(level, add)));
    }

    static Stream<Arguments> weaker() {
        return WEAKER.stream().flatMap(level -> Stream.of(INSERT, UPDATE).map(add -> Arguments.of(level, add)));
    }

    static Stream<Arguments> all() {
        return Stream.concat(serializable(), weaker());
    }

    @ParameterizedTest
    @MethodSource("serializable")
    void serializableTransactionsDoNotBothMissTheRowOfTheOther(IsolationLevel level, String add) {
        assertThat(writeSkews(level, add, false)).containsExactly("0 1", "1 0");
    }

    /** The row is known from the attempt, but the one that has counted before did not read it. */
    @ParameterizedTest
    @MethodSource("serializable")
    void anAttemptThatIsRolledBackMakesNoDifference(IsolationLevel level, String add) {
        assertThat(writeSkews(level, add, true)).containsExactly("0 1", "1 0");
    }

    @ParameterizedTest
    @MethodSource("weaker")
    void weakerOnesMay(IsolationLevel level, String add) {
        assertThat(writeSkews(level, add, false)).contains(BOTH_MISSED);
    }

    /** One transaction counts while another adds to what it counts and to what it reads then. */
    @ParameterizedTest
    @MethodSource("all")
    void whoHasMissedARowSeesNothingElseOfItsTransaction(IsolationLevel level, String add) {
        var outcomes = new TreeSet<String>();
        var all = new Exhaustive();
        do {
            SqlDatabase database = database(level, all);
            try (SqlSession around = database.session();
                    SqlSession between = database.session()) {
                SqlFixture.execute(around, "BEGIN");
                String first = count(around, "guest");
                SqlFixture.execute(between, "BEGIN");
                SqlFixture.execute(between, add.formatted("guest"));
                SqlFixture.execute(between, "UPDATE bell SET n = 1");
                SqlFixture.execute(between, "COMMIT");
                String bell = SqlFixture.rows(around, "SELECT n FROM bell");
                SqlFixture.execute(around, "COMMIT");
                outcomes.add(first + " " + bell);
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).isTrue();
            }
        } while (all.next());

        assertThat(outcomes).containsExactly("0 0");
    }

    /** Returns the counts of two transactions, each of which then adds a row to what the other one counts. */
    private static Set<String> writeSkews(IsolationLevel level, String add, boolean isAttempted) {
        var outcomes = new TreeSet<String>();
        for (List<Integer> turns : List.of(List.of(0, 1), List.of(1, 0))) {
            var all = new Exhaustive();
            do {
                SqlDatabase database = database(level, all);
                var counts = new ArrayList<>(List.of("", ""));
                try {
                    for (int turn : turns) {
                        counts.set(turn, countAndAdd(database, turn, add));
                        if (isAttempted) {
                            attempt(database, add);
                        }
                    }
                    outcomes.add(String.join(" ", counts));
                } catch (StoreException conflict) {
                    assertThat(conflict.isConflict()).isTrue();
                }
            } while (all.next());
        }
        return outcomes;
    }

    private static void attempt(SqlDatabase database, String add) {
        for (String table : List.of("guest", "host")) {
            try (SqlSession session = database.session()) {
                SqlFixture.execute(session, "BEGIN");
                SqlFixture.error(session, add.formatted(table));
                SqlFixture.execute(session, "ROLLBACK");
            }
        }
    }

    private static String countAndAdd(SqlDatabase database, int turn, String add) {
        try (SqlSession session = database.session()) {
            SqlFixture.execute(session, "BEGIN");
            String count = count(session, turn == 0 ? "guest" : "host");
            SqlFixture.execute(session, add.formatted(turn == 0 ? "host" : "guest"));
            SqlFixture.execute(session, "COMMIT");
            return count;
        }
    }

    private static String count(SqlSession session, String table) {
        return SqlFixture.rows(session, "SELECT count(*) FROM " + table + " WHERE hall = 1");
    }

    private static SqlDatabase database(IsolationLevel level, Exhaustive choices) {
        var database = new SqlDatabase(new MockStore(new StoreOptions(level, new Seed(1), choices)));
        try (SqlSession setUp = database.session()) {
            for (String table : List.of("guest", "host")) {
                SqlFixture.execute(setUp, "CREATE TABLE " + table + " (id int PRIMARY KEY, hall int)");
                SqlFixture.execute(setUp, "CREATE INDEX ON " + table + " (hall)");
                SqlFixture.execute(setUp, "INSERT INTO " + table + " VALUES (1, 0)");
            }
            SqlFixture.execute(setUp, "CREATE TABLE bell (n int)");
            SqlFixture.execute(setUp, "INSERT INTO bell VALUES (0)");
        }
        database.store().checkpoint();
        return database;
    }
}
