package moirai.mockstore.sql;

import static moirai.history.level.IsolationLevel.READ_ATOMIC;
import static moirai.history.level.IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Exhaustive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program that inserts a row, or else reads the one that is there: the refusal of the duplicate has observed the row.
 * Each test lists what every choice of the store shows.
 */
class InsertOrReadTest {

    private static final String FOUND = "found";
    private static final String MISSED = "missed";
    private static final String INSERTED = "inserted";
    /** Two sessions have written the same row at once: the program is asked to try again. */
    private static final String CONFLICT = "conflict";

    /** A program's way to insert a row; returns whether the store refused it as a duplicate. */
    private interface Insertion {
        boolean isRefused(SqlSession session, String insert);
    }

    static IsolationLevel[] levels() {
        return StoreLevels.all().toArray(IsolationLevel[]::new);
    }

    /** Runs the program after another session has committed the row, with every choice; returns what it has seen. */
    private static Set<String> seen(IsolationLevel level, String insert, String select, Insertion insertion) {
        var seen = new TreeSet<String>();
        var chooser = new Exhaustive();
        do {
            var database = new SqlDatabase(new MockStore(new StoreOptions(level, new Seed(0), chooser)));
            SqlSession session = database.session();
            SqlFixture.execute(session, "create table task (id int primary key, name text unique)");
            database.store().checkpoint();
            SqlFixture.execute(database.session(), "insert into task values (1, 'mail')");
            try {
                boolean isRefused = insertion.isRefused(session, insert);
                boolean isFound = !SqlFixture.rows(session, select).isEmpty();
                seen.add(!isRefused ? INSERTED : isFound ? FOUND : MISSED);
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).as(conflict.getMessage()).isTrue();
                seen.add(CONFLICT);
            }
        } while (chooser.next());
        return seen;
    }

    private static boolean isDuplicate(SqlSession session, String insert) {
        try {
            SqlFixture.execute(session, insert);
            return false;
        } catch (StoreException refusal) {
            if (refusal.sqlState().equals("23505")) {
                return true;
            }
            throw refusal;
        }
    }

    private static boolean inTxn(SqlSession session, String insert) {
        SqlFixture.execute(session, "begin");
        boolean isRefused = isDuplicate(session, insert);
        SqlFixture.execute(session, isRefused ? "rollback" : "commit");
        return isRefused;
    }

    private static boolean inSavepoint(SqlSession session, String insert) {
        SqlFixture.execute(session, "begin");
        SqlFixture.execute(session, "savepoint s");
        boolean isRefused = isDuplicate(session, insert);
        SqlFixture.execute(session, isRefused ? "rollback to s" : "release s");
        return isRefused;
    }

    /** Read committed and read atomic hide a row again that another transaction of the session has seen. */
    private static boolean keepsSessions(IsolationLevel level) {
        return level != STRONG_SESSION_MONOTONIC_ATOMIC_VIEW && level != READ_ATOMIC;
    }

    private static Set<String> expected(IsolationLevel level) {
        return switch (level) {
            case STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, READ_ATOMIC -> Set.of(FOUND, INSERTED, MISSED);
            case CAUSAL, PREFIX -> Set.of(FOUND, INSERTED);
            case PARALLEL_SNAPSHOT_ISOLATION, STRONG_SESSION_SNAPSHOT_ISOLATION, STRONG_SESSION_SERIALIZABLE ->
                Set.of(FOUND, CONFLICT);
            default -> Set.of(FOUND);
        };
    }

    @ParameterizedTest
    @MethodSource("levels")
    void theNextTransactionFindsTheRowThatHasRefusedAnInsert(IsolationLevel level) {
        String insert = "insert into task values (1, 'post')";
        String select = "select id from task where id = 1";

        assertThat(seen(level, insert, select, InsertOrReadTest::isDuplicate)).isEqualTo(expected(level));
        assertThat(seen(level, insert, select, InsertOrReadTest::inTxn)).isEqualTo(expected(level));
    }

    @ParameterizedTest
    @MethodSource("levels")
    void theNextTransactionFindsTheRowWhoseUniqueValueHasRefusedAnInsert(IsolationLevel level) {
        String insert = "insert into task values (2, 'mail')";
        String select = "select id from task where name = 'mail'";

        assertThat(seen(level, insert, select, InsertOrReadTest::isDuplicate)).isEqualTo(expected(level));
        assertThat(seen(level, insert, select, InsertOrReadTest::inTxn)).isEqualTo(expected(level));
    }

    @ParameterizedTest
    @MethodSource("levels")
    void theSameTransactionFindsTheRowAfterASavepoint(IsolationLevel level) {
        assertThat(seen(
                        level,
                        "insert into task values (2, 'mail')",
                        "select id from task where name = 'mail'",
                        InsertOrReadTest::inSavepoint))
                .doesNotContain(MISSED)
                .contains(FOUND);
    }

    /** What a rolled-back part of a transaction has seen binds the next transaction of the session as well. */
    @ParameterizedTest
    @MethodSource("levels")
    void theNextTransactionFindsWhatARolledBackPartHasSeen(IsolationLevel level) {
        Insertion insertion = (session, insert) -> {
            boolean isRefused = inSavepoint(session, insert);
            SqlFixture.execute(session, "commit");
            return isRefused;
        };

        assertThat(seen(level, "insert into task values (1, 'post')", "select id from task where id = 1", insertion))
                .isEqualTo(expected(level));
    }

    /** Two transactions in a row that are refused: the second does not go back behind the first. */
    @Test
    void whatIsSeenBeforeTwoAbortsStaysSeen() {
        for (IsolationLevel level : levels()) {
            if (keepsSessions(level)) {
                assertThat(seen(
                                level,
                                "insert into task values (1, 'post')",
                                "select id from task where id = 1",
                                (session, insert) -> inTxn(session, insert)
                                        && !SqlFixture.error(session, "select 1 / 0 from task where id = 1")
                                                .isEmpty()))
                        .as(level.toString())
                        .isEqualTo(expected(level));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "update", "locked"})
    void whatAnyRolledBackStatementHasSeenStaysSeen(String kind) {
        String statement = switch (kind) {
            case "read" -> "select name from task where id = 1";
            case "update" -> "update task set name = 'none' where id = 1 returning name";
            default -> "select name from task where id = 1 for update";
        };
        for (IsolationLevel level : levels()) {
            if (keepsSessions(level)) {
                Insertion rolledBack = (session, insert) -> {
                    SqlFixture.execute(session, "begin");
                    boolean isSeen = !SqlFixture.rows(session, statement).isEmpty();
                    SqlFixture.execute(session, "rollback");
                    return isSeen;
                };
                assertThat(seen(level, "", "select id from task where id = 1", rolledBack))
                        .as(level.toString())
                        .doesNotContain(MISSED)
                        .contains(FOUND);
            }
        }
    }
}
