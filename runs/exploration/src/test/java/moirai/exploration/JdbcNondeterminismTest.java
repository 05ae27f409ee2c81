package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.exploration.jdbc.JdbcBody;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.exploration.search.NondeterminismError;
import moirai.history.level.IsolationLevel;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

/** Shows that JDBC code that does not follow from its session's reads is reported. */
class JdbcNondeterminismTest {

    private static final JdbcProgram ITEM = JdbcProgram.on(
            List.of("CREATE TABLE item (id INT PRIMARY KEY, seen BIGINT)"),
            connection -> execute(connection, "INSERT INTO item VALUES (1, 0)"));

    private static final JdbcBody INCREMENT =
            connection -> execute(connection, "UPDATE item SET seen = seen + 1 WHERE id = 1");

    private static int execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long ask(Connection connection, String sql, Object... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < parameters.length; index++) {
                statement.setObject(index + 1, parameters[index]);
            }
            try (var rows = statement.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private static ThrowableAssertAlternative<NondeterminismError> assertRefused(JdbcProgram program) {
        return assertThatExceptionOfType(NondeterminismError.class)
                .isThrownBy(() -> Exploration.of(
                        program, ExplorationOptions.at(IsolationLevel.CAUSAL).upTo(1_000, 1_000)));
    }

    private static void assertHasPlace(NondeterminismError error) {
        assertThat(error.location())
                .hasValueSatisfying(
                        place -> assertThat(place.getClassName()).isEqualTo(JdbcNondeterminismTest.class.getName()));
    }

    /** The last transaction of a history is not repeated by a later one. */
    @Test
    void anAuditThatTossesACoinIsReported() {
        var coin = new AtomicInteger();

        assertRefused(ITEM.session("add", INCREMENT).session("add", INCREMENT).afterwards("audit", connection -> {
                    long seen = ask(connection, "SELECT seen FROM item WHERE id = 1");
                    if (coin.getAndIncrement() % 2 == 1) {
                        throw new AssertionError("heads");
                    }
                    return seen;
                }))
                .withMessageContaining("'audit', replied ")
                .withMessageContaining("and failed with 'heads'")
                .satisfies(error -> assertThat(error.location()).isEmpty());
    }

    @Test
    void aSessionThatIsAloneAndReadsTheClockIsReportedWithThePlace() {
        assertRefused(ITEM.session(
                        "write the time",
                        connection ->
                                execute(connection, "UPDATE item SET seen = " + System.nanoTime() + " WHERE id = 1")))
                .satisfies(JdbcNondeterminismTest::assertHasPlace);
    }

    /** Both statements read the same rows, and one of them discards them. */
    @Test
    void aStatementWithAnotherConditionIsReportedWithThePlace() {
        var count = new AtomicInteger();

        assertRefused(ITEM.session("add", INCREMENT)
                        .session(
                                "look",
                                connection -> ask(
                                        connection,
                                        "SELECT COUNT(*) FROM item WHERE seen > " + 100 * count.incrementAndGet())))
                .withMessageStartingWith("transaction 1 of session 2 did something else at step 1")
                .satisfies(JdbcNondeterminismTest::assertHasPlace);
    }

    @Test
    void aStatementWithAnotherParameterIsReportedWithThePlace() {
        var count = new AtomicInteger();

        assertRefused(ITEM.session("add", INCREMENT)
                        .session(
                                "look",
                                connection -> ask(
                                        connection,
                                        "SELECT COUNT(*) FROM item WHERE seen > ?",
                                        100 * count.incrementAndGet())))
                .satisfies(JdbcNondeterminismTest::assertHasPlace);
    }

    /** The statement touches no key at all. */
    @Test
    void aStatementThatComesLastAndReadsNothingIsReported() {
        var count = new AtomicInteger();

        assertRefused(ITEM.session("ask", connection -> {
                    ask(connection, "SELECT seen FROM item WHERE id = 1");
                    ask(connection, "SELECT 0 * " + count.incrementAndGet());
                    return "";
                }))
                .satisfies(JdbcNondeterminismTest::assertHasPlace);
    }

    /** Each row is new to all scans, so the search would start again for ever. */
    @Test
    void rowsWithRandomKeysAreReported() {
        var count = new AtomicInteger(1);

        assertRefused(ITEM.session(
                "insert",
                connection -> execute(connection, "INSERT INTO item VALUES (" + count.incrementAndGet() + ", 0)")));
    }
}
