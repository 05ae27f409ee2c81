package moirai.mockstore.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Exhaustive;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two transactions, each of which counts the rows of a table and then adds a row to the table that the other one
 * counts: write skew by phantoms. Everything that the store may answer is tried, in both orders of execution.
 */
class PhantomBoundaryTest {

    private static final String BOTH_MISSED = "0 0";

    @ParameterizedTest
    @EnumSource(names = {"STRONG_SESSION_SERIALIZABLE", "STRICT_SERIALIZABLE"})
    void serializableTransactionsDoNotBothMissTheRowOfTheOther(IsolationLevel level) {
        assertThat(outcomes(level)).containsExactly("0 1", "1 0");
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW",
                "READ_ATOMIC",
                "CAUSAL",
                "PREFIX",
                "PARALLEL_SNAPSHOT_ISOLATION",
                "STRONG_SESSION_SNAPSHOT_ISOLATION"
            })
    void weakerOnesMay(IsolationLevel level) {
        assertThat(outcomes(level)).contains(BOTH_MISSED);
    }

    /** The other one begins first and ends last: also in real time it may come before the one in between. */
    @ParameterizedTest
    @EnumSource(names = {"STRONG_SESSION_SERIALIZABLE", "STRICT_SERIALIZABLE"})
    void serializableTransactionsThatOverlapDoNotBothMissTheRowOfTheOther(IsolationLevel level) {
        var outcomes = new TreeSet<String>();
        var all = new Exhaustive();
        do {
            SqlDatabase database = database(level, all);
            try (SqlSession around = database.session()) {
                SqlFixture.execute(around, "BEGIN");
                SqlFixture.execute(around, "SELECT * FROM host WHERE hall = 9 AND id = 9");
                String between = countAndAdd(database, 0);
                String count = SqlFixture.rows(around, "SELECT count(*) FROM host WHERE hall = 1");
                SqlFixture.execute(around, "INSERT INTO guest VALUES (1, 7)");
                SqlFixture.execute(around, "COMMIT");
                outcomes.add(between + " " + count);
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).isTrue();
            }
        } while (all.next());

        assertThat(outcomes).contains("0 1").doesNotContain(BOTH_MISSED);
    }

    /** Returns the counts that the two transactions read, in all executions in which both commit. */
    private static Set<String> outcomes(IsolationLevel level) {
        Set<String> outcomes = new TreeSet<>();
        for (boolean firstFirst : List.of(true, false)) {
            var all = new Exhaustive();
            do {
                run(level, all, firstFirst, outcomes);
            } while (all.next());
        }
        return new LinkedHashSet<>(outcomes);
    }

    private static void run(IsolationLevel level, Exhaustive choices, boolean firstFirst, Set<String> outcomes) {
        SqlDatabase database = database(level, choices);
        var counts = new ArrayList<>(List.of("", ""));
        try {
            for (int turn : firstFirst ? List.of(0, 1) : List.of(1, 0)) {
                counts.set(turn, countAndAdd(database, turn));
            }
            outcomes.add(String.join(" ", counts));
        } catch (StoreException conflict) {
            assertThat(conflict.isConflict()).isTrue();
        }
    }

    private static SqlDatabase database(IsolationLevel level, Exhaustive choices) {
        var database = new SqlDatabase(new MockStore(new StoreOptions(level, new Seed(1), choices)));
        try (SqlSession setUp = database.session()) {
            SqlFixture.execute(setUp, "CREATE TABLE guest (hall int, id int, PRIMARY KEY (hall, id))");
            SqlFixture.execute(setUp, "CREATE TABLE host (hall int, id int, PRIMARY KEY (hall, id))");
        }
        return database;
    }

    private static String countAndAdd(SqlDatabase database, int turn) {
        String counted = turn == 0 ? "guest" : "host";
        String added = turn == 0 ? "host" : "guest";
        try (SqlSession session = database.session()) {
            SqlFixture.execute(session, "BEGIN");
            String count = SqlFixture.rows(session, "SELECT count(*) FROM " + counted + " WHERE hall = 1");
            SqlFixture.execute(session, "INSERT INTO " + added + " VALUES (1, 7)");
            SqlFixture.execute(session, "COMMIT");
            return count;
        }
    }
}
