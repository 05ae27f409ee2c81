package moirai.exploration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.Invariant;
import moirai.exploration.MinimalFailure;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.Search;
import moirai.exploration.search.Search.TooManyTxnsException;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcSessionsTest {

    private static final JdbcProgram EMPTY = JdbcProgram.on(
            List.of("CREATE TABLE item (id INT PRIMARY KEY, seen BIGINT CHECK (seen < 100))"),
            connection -> execute(connection, "INSERT INTO item VALUES (1, 0)"));

    private static int execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long seen(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT seen FROM item WHERE id = 1")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static int count(Connection connection) throws SQLException {
        return execute(connection, "UPDATE item SET seen = seen + 1 WHERE id = 1");
    }

    private static ExplorationResult all(JdbcProgram program) {
        return Exploration.of(
                program, ExplorationOptions.at(IsolationLevel.CAUSAL).upTo(Long.MAX_VALUE, 100));
    }

    /** Returns the replies of each behaviour. */
    private static List<List<List<Object>>> replies(JdbcProgram program) {
        var replies = new ArrayList<List<List<Object>>>();
        var collected = new Invariant("collected", behaviour -> replies.add(behaviour.replies()));
        ExplorationResult result = Exploration.of(program, ExplorationOptions.at(IsolationLevel.CAUSAL), collected);
        assertThat(result.isExhausted()).isTrue();
        assertThat(result.failures()).isEmpty();
        return replies;
    }

    private static void runFor(JdbcProgram program, int millisMax) throws SQLException {
        try (var runner = new JdbcRunner(program, millisMax)) {
            new Search(runner, IsolationLevel.CAUSAL, Algorithm.SWAPPING, new SplittableRandom(0)).run(history -> true);
        }
    }

    @Test
    void whoFailsBeforeTheFirstStatementHasFailed() {
        ExplorationResult result = all(EMPTY.session("fails", connection -> {
                    throw new AssertionError("before any statement");
                })
                .session("count", JdbcSessionsTest::count));

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.what()).isEqualTo("before any statement"));
    }

    @Test
    void whatIsAssertedAfterwardsNeedsNoStatement() {
        var told = new AtomicInteger();
        ExplorationResult result = all(EMPTY.session("remember", connection -> {
                    told.set(0);
                    int value = (int) seen(connection);
                    told.set(value + 1);
                    return value;
                })
                .afterwards("compare", connection -> {
                    if (told.get() != 0) {
                        throw new AssertionError("it was told " + (told.get() - 1));
                    }
                    return "";
                }));

        assertThat(result.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.what()).isEqualTo("it was told 0"));
    }

    @Test
    void aCallWithoutStatementsIsATransactionWithoutSteps() {
        assertThat(replies(EMPTY.session("nothing", connection -> 7))).containsExactly(List.of(List.of(7)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UPDATE itme SET seen = 1 | 42P01",
                "UPDAT item SET seen = 1 | 42601",
                "SELECT sen FROM item | 42703",
                "SELECT 'a | 42601",
                "TRUNCATE item | 0A000",
                "CREATE TABLE other (id INT) | 0A000",
                "DROP TABLE item | 0A000",
                "CHECKPOINT | 0A000"
            })
    void whatCannotBeExploredEndsTheSearchAlsoIfItIsCaught(String sql, String state) {
        JdbcProgram program = EMPTY.session("count", JdbcSessionsTest::count).session("careless", connection -> {
            seen(connection);
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException caught) {
                connection.rollback();
            }
            return "";
        });

        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> all(program))
                .withMessageStartingWith(
                        "'careless' of session 2 cannot be explored: " + sql + ": SQLSTATE " + state + ": ");
    }

    @Test
    void whatTheDriverDoesNotHaveEndsTheSearchUnlessItIsCaught() {
        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> all(EMPTY.session("asks", Connection::createClob)))
                .withMessageStartingWith("'asks' of session 1 cannot be explored: SQLSTATE 0A000: ");
        assertThat(replies(EMPTY.session("tries", connection -> {
                    try {
                        return connection.createClob();
                    } catch (SQLException caught) {
                        return seen(connection);
                    }
                })))
                .containsExactly(List.of(List.of(0L)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO item VALUES (1, 0) | 23505",
                "UPDATE item SET seen = 100 | 23514",
                "UPDATE item SET seen = 1 / seen | 22012"
            })
    void whatAProgramHasToLiveWithIsAReply(String sql, String state) {
        assertThat(replies(EMPTY.session("refused", connection -> execute(connection, sql)))
                        .toString())
                .contains(state);
    }

    @Test
    void aProgramMayThrowExceptionsOfItsOwn() {
        JdbcProgram program = EMPTY.session("too little", connection -> {
            seen(connection);
            throw new SQLException("not enough", "42000");
        });

        assertThat(replies(program)).containsExactly(List.of(List.of("42000 not enough")));
    }

    @Test
    void autocommitMayBeLeftOn() {
        JdbcBody body = connection -> {
            assertThat(connection.getAutoCommit()).isFalse();
            count(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return "done";
        };

        assertThat(replies(EMPTY.session(new JdbcCall("first", body), new JdbcCall("second", body))))
                .containsExactly(List.of(List.of("done", "done")));
    }

    @Test
    void theConnectionMayBeClosedAndTheNextCallHasItOpen() {
        JdbcBody body = connection -> {
            try (connection) {
                count(connection);
                connection.commit();
                count(connection);
            }
            return connection.isClosed();
        };

        List<List<List<Object>>> told = replies(EMPTY.session(new JdbcCall("first", body), new JdbcCall("second", body))
                .afterwards("look", JdbcSessionsTest::seen));

        // What was not committed is rolled back: two of the four are left.
        assertThat(told).singleElement().asString().contains("true").endsWith("[2]]");
    }

    @Test
    void aClosedConnectionCanNotBeUsed() {
        JdbcProgram program = EMPTY.session("closes", connection -> {
            connection.close();
            return seen(connection);
        });

        assertThat(replies(program)).containsExactly(List.of(List.of("08003 the connection is closed")));
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void aProgramMayAskForALevelAlthoughAnotherIsExplored(int level) {
        JdbcProgram program = EMPTY.session("asks", connection -> {
            connection.setTransactionIsolation(level);
            return seen(connection);
        });

        assertThat(replies(program)).containsExactly(List.of(List.of(0L)));
    }

    @Test
    void whoNeverEndsIsStopped() {
        JdbcProgram program = EMPTY.session("poll", connection -> {
            while (seen(connection) == 0) {
                connection.commit();
            }
            return "";
        });

        assertThatExceptionOfType(TooManyTxnsException.class).isThrownBy(() -> all(program));
    }

    /** The threads end before their first transaction as well as before their second. */
    @Test
    void theThreadsOfAnExecutionThatIsNotCompleteEnd() throws SQLException {
        var begun = new AtomicInteger();
        var ended = new AtomicInteger();
        JdbcBody body = connection -> {
            begun.incrementAndGet();
            try {
                count(connection);
                connection.commit();
                return count(connection);
            } finally {
                ended.incrementAndGet();
            }
        };
        var typo = new JdbcCall("typo", connection -> execute(connection, "UPDAT item SET seen = 1"));
        JdbcProgram program = EMPTY.session(new JdbcCall("count", JdbcSessionsTest::count), typo)
                .session("one", body)
                .session("other", body);

        try (var runner = new JdbcRunner(program)) {
            var search = new Search(runner, IsolationLevel.CAUSAL, Algorithm.DEPTH_FIRST, new SplittableRandom(0));
            assertThatExceptionOfType(UnexplorableException.class).isThrownBy(() -> search.run(history -> true));
            assertThat(begun).hasValue(2);
            assertThat(ended).hasValue(0);
        }

        assertThat(ended).hasValue(2);
    }

    @Test
    void whoWaitsForAnotherSessionIsNamed() {
        var signal = new CountDownLatch(1);
        JdbcProgram program = EMPTY.session("waits", connection -> {
                    try {
                        signal.await();
                    } catch (InterruptedException nobodyCame) {
                        throw new IllegalStateException(nobodyCame);
                    }
                    return seen(connection);
                })
                .session("signals", connection -> {
                    signal.countDown();
                    return seen(connection);
                });

        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> runFor(program, 100))
                .withMessage("'waits' of session 1 cannot be explored: it neither ends nor begins a transaction for"
                        + " 0.1 s: does it wait for something other than the database?");
    }

    @Test
    void whoOverflowsTheStackIsNamed() {
        JdbcProgram program = EMPTY.session("recursive", connection -> deep(connection, 0));

        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> all(program))
                .withMessage("'recursive' of session 1 cannot be explored: it ends with java.lang.StackOverflowError");
    }

    private static int deep(Connection connection, int depth) {
        return depth < 0 ? depth : deep(connection, depth + 1) + deep(connection, depth + 1);
    }

    /** Two sessions do not run at the same time even before their first statements. */
    @Test
    void oneSessionRunsAtATime() {
        var running = new AtomicInteger();
        JdbcBody body = connection -> {
            if (running.incrementAndGet() > 1) {
                throw new AssertionError("two at a time");
            }
            for (int turn = 0; turn < 20_000; turn++) {
                Thread.onSpinWait();
            }
            running.decrementAndGet();
            return seen(connection);
        };

        ExplorationResult result =
                all(EMPTY.session("a", body).session("b", body).session("c", body));

        assertThat(result.failures()).isEmpty();
    }

    @Test
    void aProgramWithoutASessionIsRefused() {
        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> all(EMPTY))
                .withMessage("the program has no session; expected one or more");
    }

    @Test
    void tablesThatCannotBeMadeAreRefusedWithWhatTheStoreSays() {
        JdbcProgram program = JdbcProgram.on(List.of("CREATE TABEL item (id INT)"), connection -> "")
                .session("count", JdbcSessionsTest::count);

        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> all(program))
                .withMessageStartingWith("the program's tables cannot be made: SQLSTATE 42601: ");
    }

    @Test
    void aCallWithoutWhichTheProgramCannotBeExploredIsNotLeftOut() {
        JdbcProgram program = EMPTY.session("count", JdbcSessionsTest::count).session("look", connection -> {
            if (seen(connection) == 0) {
                execute(connection, "UPDATE missing SET seen = 1");
            }
            throw new AssertionError("seen");
        });
        var options = ExplorationOptions.at(IsolationLevel.CAUSAL);
        var failure = Exploration.of(
                        EMPTY.session("look", connection -> {
                            throw new AssertionError("seen");
                        }),
                        options)
                .failures()
                .getFirst();

        MinimalFailure minimal = MinimalFailure.of(program, failure, smaller -> Exploration.of(smaller, options));

        assertThat(minimal.removed()).isZero();
    }
}
