package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import moirai.exploration.jdbc.JdbcBody;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.exploration.jdbc.UnexplorableException;
import moirai.exploration.search.NondeterminismError;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcExplorationTest {

    private static final JdbcProgram EMPTY = JdbcProgram.on(
            List.of("CREATE TABLE item (id INT PRIMARY KEY, seen BIGINT)", "CREATE TABLE note (text VARCHAR(20))"),
            connection -> execute(connection, "INSERT INTO item VALUES (1, 0)"));

    private static int execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long ask(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Returns an invariant that always holds, and passes every behaviour on. */
    private static Invariant collecting(Consumer<Behaviour> collector) {
        return new Invariant("collected", behaviour -> {
            collector.accept(behaviour);
            return true;
        });
    }

    private static JdbcBody countAndInsert(int id) {
        return connection -> {
            long count = ask(connection, "SELECT COUNT(*) FROM item");
            execute(connection, "INSERT INTO item VALUES (" + id + ", " + count + ")");
            return count;
        };
    }

    private static ExplorationResult all(JdbcProgram program, IsolationLevel level, Invariant... invariants) {
        return Exploration.of(program, ExplorationOptions.at(level).upTo(Long.MAX_VALUE, 1_000), invariants);
    }

    /** A scan may miss a row that another transaction adds; three scans count 1, 2 and 3 in some order, or less. */
    @ParameterizedTest
    @CsvSource({"CAUSAL, 19, 16", "STRONG_SESSION_SNAPSHOT_ISOLATION, 19, 16", "STRONG_SESSION_SERIALIZABLE, 6, 6"})
    void phantomsAreBehavioursOfTheirOwn(IsolationLevel level, long histories, int replies) {
        JdbcProgram program = EMPTY.session("add 2", countAndInsert(2))
                .session("add 3", countAndInsert(3))
                .session("add 4", countAndInsert(4));
        var told = new HashSet<List<List<Object>>>();

        ExplorationResult result = all(program, level, collecting(behaviour -> told.add(behaviour.replies())));

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.histories()).isEqualTo(histories);
        assertThat(told).hasSize(replies);
    }

    /** The same with rows that an index finds: those that are added, and those that get the value. */
    @ParameterizedTest
    @CsvSource({"CAUSAL, 19, 16", "STRONG_SESSION_SNAPSHOT_ISOLATION, 19, 16", "STRONG_SESSION_SERIALIZABLE, 6, 6"})
    void phantomsOfAnIndexAreBehavioursOfTheirOwn(IsolationLevel level, long histories, int replies) {
        for (String add : List.of("INSERT INTO mark VALUES (%d + 10, 7)", "UPDATE mark SET tag = 7 WHERE id = %d")) {
            JdbcProgram program = JdbcProgram.on(
                    List.of("CREATE TABLE mark (id INT PRIMARY KEY, tag INT)", "CREATE INDEX ON mark (tag)"),
                    connection -> execute(connection, "INSERT INTO mark VALUES (1, 0), (2, 0), (3, 0)"));
            for (int id = 1; id <= 3; id++) {
                String adding = add.formatted(id);
                program = program.session("add " + id, connection -> {
                    long count = ask(connection, "SELECT COUNT(*) FROM mark WHERE tag = 7");
                    execute(connection, adding);
                    return count;
                });
            }
            var told = new HashSet<List<List<Object>>>();

            ExplorationResult result = all(program, level, collecting(behaviour -> told.add(behaviour.replies())));

            assertThat(result.isExhausted()).isTrue();
            assertThat(told).as(add).hasSize(replies);
            assertThat(result.histories()).as(add).isEqualTo(histories);
        }
    }

    /** A replay of one behaviour looks for fewer rows than the search, which knew the rows of all behaviours. */
    @Test
    void phantomsAreReplayed() {
        JdbcBody addNext = connection -> {
            long count = ask(connection, "SELECT COUNT(*) FROM item");
            return execute(connection, "INSERT INTO item VALUES (" + (2 + count) + ", " + count + ")");
        };
        JdbcProgram program = EMPTY.session("add", addNext)
                .session("add", addNext)
                .session("look", connection -> ask(connection, "SELECT COUNT(*) FROM item"))
                .afterwards("audit", connection -> {
                    long count = ask(connection, "SELECT COUNT(*) FROM item");
                    if (count != 3) {
                        throw new AssertionError(count + " of 3");
                    }
                    return count;
                });

        List<ExplorationResult.Failure> failures =
                all(program, IsolationLevel.CAUSAL).failures();

        assertThat(failures).hasSize(6).allSatisfy(failure -> {
            Behaviour again = Exploration.replayed(
                            CheckedProgram.of(program), failure.behaviour().script(), List.of())
                    .behaviour();
            assertThat(again.replies()).isEqualTo(failure.behaviour().replies());
            assertThat(again.txns())
                    .extracting(ExploredTxn::failure)
                    .filteredOn(what -> !what.isEmpty())
                    .first()
                    .isEqualTo(failure.what());
        });
    }

    /** An unknown row makes the search start again, which must not increase the number of histories to visit. */
    @Test
    void aLimitIsOneOfAllHistoriesThoughTheSearchBeginsAgain() {
        JdbcProgram program = EMPTY.session("look", connection -> ask(connection, "SELECT COUNT(*) FROM item"))
                .session("add 1", connection -> execute(connection, "UPDATE item SET seen = seen + 1 WHERE id = 1"))
                .session("add a row if 1 was added", connection -> {
                    long seen = ask(connection, "SELECT seen FROM item WHERE id = 1");
                    return seen == 0 ? execute(connection, "INSERT INTO item VALUES (2, 0)") : 0;
                });
        var reached = new ArrayList<Long>();

        ExplorationResult whole = Exploration.of(
                program, ExplorationOptions.at(IsolationLevel.CAUSAL), List.of(), (histories, ends, open) -> {
                    reached.add(ends);
                    return true;
                });
        ExplorationResult brief = Exploration.of(
                program, ExplorationOptions.at(IsolationLevel.CAUSAL).upTo(whole.histories(), 1));

        assertThat(whole.isExhausted()).isTrue();
        assertThat(whole.ends()).isGreaterThan(whole.histories());
        assertThat(reached).isSorted().contains(whole.ends());
        assertThat(brief.ends()).isEqualTo(whole.histories());
        assertThat(brief.isExhausted()).isFalse();
    }

    /** Rows without a primary key, and generated numbers, do not depend on earlier runs. */
    @Test
    void generatedKeysDependOnTheTransactionAlone() {
        JdbcProgram program = JdbcProgram.on(
                        List.of("CREATE TABLE entry (id SERIAL PRIMARY KEY, text VARCHAR(20))"),
                        connection -> execute(connection, "INSERT INTO entry (text) VALUES ('first')"))
                .session("add a", JdbcExplorationTest::addEntry)
                .session("add b", JdbcExplorationTest::addEntry);

        ExplorationResult result = all(program, IsolationLevel.CAUSAL);

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.histories()).isEqualTo(3);
    }

    private static Object addEntry(Connection connection) throws SQLException {
        long count = ask(connection, "SELECT COUNT(*) FROM entry");
        execute(connection, "INSERT INTO entry (text) VALUES ('another')");
        return count;
    }

    /** A session remembers in one transaction what it read in an earlier one. */
    @Test
    void oneCallMayCommitSeveralTransactions() {
        JdbcProgram program = EMPTY.session("read, then write what was read", connection -> {
                    long seen = ask(connection, "SELECT seen FROM item WHERE id = 1");
                    connection.commit();
                    execute(connection, "UPDATE item SET seen = " + (seen + 1) + " WHERE id = 1");
                    return seen;
                })
                .session("add 10", connection -> execute(connection, "UPDATE item SET seen = seen + 10 WHERE id = 1"))
                .afterwards("audit", connection -> ask(connection, "SELECT seen FROM item WHERE id = 1"));
        var ends = new HashSet<Object>();

        ExplorationResult result = all(
                program,
                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                collecting(behaviour -> ends.add(behaviour.replies().get(2))));

        assertThat(result.isExhausted()).isTrue();
        assertThat(ends).containsExactlyInAnyOrder(List.of(1L), List.of(11L));
    }

    /** A duplicate row is refused, which is a reply to the program and no failure of the exploration. */
    @Test
    void whatTheDatabaseRefusesIsAReply() {
        JdbcProgram program = EMPTY.session(
                        "add 2", connection -> execute(connection, "INSERT INTO item VALUES (2, 0)"))
                .session("add 2, too", connection -> execute(connection, "INSERT INTO item VALUES (2, 1)"));
        var refused = new ArrayList<Behaviour>();

        ExplorationResult result = all(program, IsolationLevel.STRONG_SESSION_SERIALIZABLE, collecting(behaviour -> {
            if (behaviour.replies().toString().contains("23505")) {
                refused.add(behaviour);
            }
        }));

        assertThat(result.histories()).isEqualTo(2);
        assertThat(refused).hasSize(2);
    }

    @Test
    void whoeverReadsTheClockIsReported() {
        JdbcProgram program = EMPTY.session(
                        "write the time",
                        connection ->
                                execute(connection, "UPDATE item SET seen = " + System.nanoTime() + " WHERE id = 1"))
                .session("read", connection -> ask(connection, "SELECT seen FROM item WHERE id = 1"));

        assertThatExceptionOfType(NondeterminismError.class)
                .isThrownBy(() -> all(program, IsolationLevel.CAUSAL))
                .satisfies(error -> assertThat(error.location())
                        .hasValueSatisfying(place ->
                                assertThat(place.getClassName()).isEqualTo(JdbcExplorationTest.class.getName())));
    }

    /** Writes since the savepoint are undone, so others do not read them; reads since then stay recorded. */
    @Test
    void whatWasWrittenSinceASavepointIsTakenBack() {
        JdbcProgram program = EMPTY.session("go back", connection -> {
                    execute(connection, "UPDATE item SET seen = 1 WHERE id = 1");
                    var savepoint = connection.setSavepoint();
                    execute(connection, "UPDATE item SET seen = 2 WHERE id = 1");
                    execute(connection, "INSERT INTO item VALUES (2, 2)");
                    long before = ask(connection, "SELECT SUM(seen) FROM item");
                    connection.rollback(savepoint);
                    return List.of(before, ask(connection, "SELECT SUM(seen) FROM item"));
                })
                .session("look", connection -> ask(connection, "SELECT SUM(seen) FROM item"))
                .afterwards("audit", connection -> ask(connection, "SELECT SUM(seen) FROM item"));
        var told = new ArrayList<List<List<Object>>>();
        var tables = new ArrayList<String>();

        ExplorationResult result = all(program, IsolationLevel.CAUSAL, collecting(behaviour -> {
            told.add(behaviour.replies());
            tables.add(behaviour.table());
            assertThat(Exploration.replayed(CheckedProgram.of(program), behaviour.script(), List.of())
                            .behaviour())
                    .isEqualTo(behaviour);
        }));

        assertThat(result.isExhausted()).isTrue();
        assertThat(told)
                .containsExactlyInAnyOrder(
                        List.of(List.of(List.of(4L, 1L)), List.of(0L), List.of(1L)),
                        List.of(List.of(List.of(4L, 1L)), List.of(1L), List.of(1L)));
        assertThat(tables).allMatch(table -> table.contains("back to the savepoint"));
    }

    /** A row that existed only until a rollback to a savepoint blocks nobody. */
    @Test
    void aRefusedStatementIsForgottenWithItsSavepoint() {
        JdbcBody insertOrUpdate = connection -> {
            var savepoint = connection.setSavepoint();
            try {
                execute(connection, "INSERT INTO item VALUES (2, 1)");
                return "inserted";
            } catch (SQLException duplicate) {
                connection.rollback(savepoint);
                execute(connection, "UPDATE item SET seen = seen + 1 WHERE id = 2");
                return "updated";
            }
        };
        JdbcProgram program = EMPTY.session("one", insertOrUpdate)
                .session("other", insertOrUpdate)
                .afterwards("audit", connection -> ask(connection, "SELECT seen FROM item WHERE id = 2"));
        var ends = new ArrayList<Object>();

        all(
                program,
                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                collecting(behaviour -> ends.add(behaviour.replies().get(2))));

        assertThat(ends).containsExactly(List.of(2L), List.of(2L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT seen FROM item FOR SHARE | FOR SHARE (FOR UPDATE can) cannot be explored",
                "SELECT seen FROM item FOR KEY SHARE | FOR KEY SHARE (FOR UPDATE can) cannot be explored",
                "SELECT seen FROM item ORDER BY id LIMIT 1 FOR UPDATE | FOR UPDATE with ORDER BY and LIMIT cannot",
                "SELECT seen FROM item LEFT JOIN note ON text = 'a' FOR UPDATE OF item | FOR UPDATE in an outer join",
                "SELECT pg_advisory_xact_lock(1) | pg_advisory_xact_lock",
                "SELECT seen FROM item LOCK IN SHARE MODE | SELECT seen FROM item LOCK IN SHARE MODE",
                "LOCK TABLE item IN EXCLUSIVE MODE | LOCK TABLE item",
                "SELECT seen FROM item WITH (UPDLOCK) | UPDLOCK",
                "SELECT seen FROM item FOR UPDATE WAIT 5 | NOWAIT or SKIP LOCKED",
                "SELECT seen FROM item FOR UPDATE NOWAIT | NOWAIT or SKIP LOCKED",
                "SELECT seen FROM item FOR UPDATE SKIP LOCKED | NOWAIT or SKIP LOCKED"
            })
    void locksThatCannotBeKeptAreRefusedAndNothingIsConcluded(String sql, String expected) {
        JdbcProgram program = EMPTY.session("lock", connection -> ask(connection, sql));

        assertThatExceptionOfType(UnexplorableException.class)
                .isThrownBy(() -> all(program, IsolationLevel.CAUSAL))
                .withMessageStartingWith("'lock' of session 1 cannot be explored: ")
                .withMessageContaining(expected);
    }
}
