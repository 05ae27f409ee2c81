package moirai.mockstore.sql.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlFixture;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A database that forgets rows which were deleted or rolled back answers as one that does not. */
class ForgottenRowsTest {

    private static final int SESSIONS = 3;
    private static final int ROWS = 5;
    private static final int KEPT = 6;

    static Stream<StoreLevel> levels() {
        return Stream.of(
                StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE),
                StoreLevel.of(IsolationLevel.STRONG_SNAPSHOT_ISOLATION),
                ProductLevel.POSTGRES_READ_COMMITTED,
                ProductLevel.POSTGRES_REPEATABLE_READ);
    }

    /** Sessions of a database in one thread, with what they were answered. */
    private static final class Run {

        final SqlDatabase database;
        final List<SqlSession> sessions;
        final List<String> answers = new ArrayList<>();
        private final Map<SqlSession, String> wanted = new HashMap<>();
        private final SplittableRandom random;

        Run(StoreLevel level, long seed, Chooser chooser, Optional<Integer> kept) {
            var options = new StoreOptions(level, new Seed(seed), chooser);
            database = new SqlDatabase(new MockStore(options));
            kept.ifPresent(database.store().memory()::keepLast);
            random = new SplittableRandom(seed);
            sessions = IntStream.range(0, SESSIONS)
                    .mapToObj(session -> database.session())
                    .toList();
            new SqlFixture(database).script("""
                    create table job (id int primary key, state text, code text unique);
                    create index on job (state);
                    create table log (text text)""");
        }

        private String row() {
            return String.valueOf(random.nextInt(ROWS));
        }

        /** A lock is not waited for, for there is one thread; who would have to begins anew. */
        void step(int number) {
            SqlSession session = sessions.get(random.nextInt(SESSIONS));
            String state = "'s" + random.nextInt(3) + "'";
            String row = row();
            boolean isLocked = random.nextInt(4) > 0;
            String lock = "select id from job where id = " + row + " for update nowait";
            String sql = switch (random.nextInt(12)) {
                case 0 -> "insert into job values (" + row + ", " + state + ", 'c" + row + "')";
                case 1 ->
                    "insert into job values (" + row + ", " + state + ", 'n" + number + "') on conflict do nothing";
                case 2, 3 -> "delete from job where id = " + row;
                case 4 -> "select id from job where state = " + state + " order by id";
                case 5 -> "select count(*) from job where id > " + row;
                case 6 -> "select id, state from job where code = 'c" + row + "'";
                case 7 -> "insert into log values ('" + number + "')";
                case 8 -> "delete from log";
                case 9 -> "rollback";
                case 10 -> "commit";
                default -> "update job set state = " + state + " where id = " + row;
            };
            if (session.status() == SqlSession.Status.IDLE) {
                SqlFixture.execute(session, "begin");
            }
            if (isLocked) {
                answers.add(answer(session, lock));
            }
            answers.add(sql + ": " + answer(session, sql));
            if (session.status() == SqlSession.Status.FAILED) {
                SqlFixture.execute(session, "rollback");
            }
        }

        /** Each session is between a search and an insertion of the row that it has not found, or begins. */
        void insertIfThereIsNone() {
            SqlSession session = sessions.get(random.nextInt(SESSIONS));
            String state = wanted.remove(session);
            try {
                if (state == null) {
                    SqlFixture.execute(session, "begin");
                    String searched = "s" + random.nextInt(2);
                    String found = SqlFixture.rows(session, "select id from job where state = '" + searched + "'");
                    if (found.isEmpty()) {
                        wanted.put(session, searched);
                        return;
                    }
                    SqlFixture.execute(session, "delete from job where id = " + found);
                } else {
                    SqlFixture.execute(session, "insert into job values (" + row() + ", '" + state + "')");
                }
                SqlFixture.execute(session, "commit");
            } catch (StoreException refused) {
                SqlFixture.execute(session, "rollback");
            }
        }

        private String answer(SqlSession session, String sql) {
            try {
                SqlFixture.execute(session, "set lock_timeout = '1ms'");
                SqlResult result = SqlFixture.execute(session, sql);
                return result.tag() + " " + result.rows();
            } catch (StoreException refused) {
                return refused.sqlState();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("levels")
    void whatIsForgottenMakesNoDifference(StoreLevel level) {
        int forgotten = 0;
        for (int seed = 0; seed < 12; seed++) {
            // What it draws does not depend on the number of rows that were looked at.
            var all = new Run(level, seed, Chooser.latest(new Seed(seed)), Optional.empty());
            var last = new Run(level, seed, Chooser.latest(new Seed(seed)), Optional.of(KEPT));

            for (int step = 0; step < 250; step++) {
                all.step(step);
                last.step(step);
            }

            assertThat(String.join("\n", last.answers)).as("seed %s", seed).isEqualTo(String.join("\n", all.answers));
            assertThat(new LevelChecker()
                            .analyze(last.database.store().history(), level.guarantee())
                            .at(level.guarantee()))
                    .as("seed %s", seed)
                    .isInstanceOf(Verdict.Pass.class);
            forgotten += all.database.storage().knownRowCount()
                    - last.database.storage().knownRowCount();
        }
        assertThat(forgotten).isPositive();
    }

    /** Who has found no row of a state inserts one: a scan that missed a row would let two of a state be there. */
    @Test
    void noRowIsMissedBecauseItWasForgotten() {
        for (int seed = 0; seed < 20; seed++) {
            var level = StoreLevel.of(IsolationLevel.STRICT_SERIALIZABLE);
            var run = new Run(level, seed, Chooser.uniform(new Seed(seed)), Optional.of(KEPT));
            for (int step = 0; step < 300; step++) {
                run.insertIfThereIsNone();
            }
            run.sessions.forEach(session -> SqlFixture.execute(session, "rollback"));

            assertThat(SqlFixture.rows(
                            run.sessions.getFirst(),
                            "select state, count(*) from job group by state having count(*) > 1"))
                    .as("seed %s", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("levels")
    void aQueueOfJobsNeedsNoMoreMemoryThanTheJobsInIt(StoreLevel level) {
        var run = new Run(level, 1, Chooser.uniform(new Seed(1)), Optional.of(10));
        SqlSession session = run.sessions.getFirst();

        for (int job = 0; job < 500; job++) {
            SqlFixture.execute(
                    session,
                    "insert into job values (" + job + ", 'new', 'c" + job + "'), (-1 - " + job + ", 'x', null)");
            SqlFixture.execute(session, "begin");
            SqlFixture.execute(session, "insert into log values ('" + job + "')");
            SqlFixture.execute(session, "rollback");
            assertThat(SqlFixture.rows(session, "delete from job where state = 'new' returning id"))
                    .isEqualTo(String.valueOf(job));
            SqlFixture.execute(session, "delete from job where id < 0");
        }

        assertThat(run.database.storage().knownRowCount()).isLessThan(50);
        assertThat(run.database.store().keys()).hasSizeLessThan(1_000);
    }
}
