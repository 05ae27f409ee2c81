package moirai.mockstore.wire.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import moirai.mockstore.sql.syntax.Script;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of which each statement has the answer of a real server: its rows, or its error. */
@ResourceLock(Twins.LOCK)
class TwinScriptsIT {

    /** The words that are names of columns or tables in PostgreSQL and not here. */
    private static final String NO_NAMES =
            "'between', 'exists', 'grouping', 'set', 'values', 'xmlserialize', 'like', 'current_schema'";

    /** The statements of two sessions, a and b, about locks. */
    private static final List<String> LOCK_STEPS = List.of(
            "a SELECT pg_try_advisory_lock(5)",
            "b SELECT pg_try_advisory_lock(5)",
            "b SELECT pg_advisory_unlock_all()",
            "b SELECT pg_try_advisory_lock(5)",
            "b SELECT pg_try_advisory_lock(1, 2)",
            "b SELECT pg_try_advisory_lock_shared(6), 1 AS one",
            "a SELECT pg_advisory_unlock(5)",
            "b SELECT pg_try_advisory_lock(5)",
            "a SELECT pg_try_advisory_lock(5)",
            "a BEGIN",
            "a SELECT pg_try_advisory_xact_lock(77)",
            "b SELECT pg_try_advisory_xact_lock(77)",
            "a SELECT pg_advisory_unlock_all()",
            "b SELECT pg_try_advisory_xact_lock(77)",
            "a COMMIT",
            "b SELECT pg_try_advisory_xact_lock(77)",
            "a SELECT pg_try_advisory_lock(77)",
            "a BEGIN",
            "a SELECT pg_advisory_xact_lock(99)",
            "a SELECT 1 / 0",
            "a ROLLBACK",
            "b SELECT pg_try_advisory_lock(99)",
            "b SELECT pg_advisory_unlock_all()",
            "a SELECT pg_try_advisory_lock(5)",
            // A session does not wait for itself.
            "a SELECT pg_advisory_lock(3)",
            "a BEGIN",
            "a SELECT pg_try_advisory_xact_lock(3)",
            "a COMMIT",
            // A wait that is given up takes no lock from the session.
            "b SELECT pg_advisory_lock(88)",
            "b SET statement_timeout = '300ms'",
            "b SELECT pg_advisory_lock(3)",
            "a SELECT pg_try_advisory_lock(88)",
            "b RESET statement_timeout",
            "b SET lock_timeout = '300ms'",
            "b SELECT pg_sleep(0.4) IS NULL",
            "b BEGIN",
            "b SELECT pg_advisory_xact_lock(50)",
            "b SAVEPOINT s",
            "b SELECT pg_advisory_xact_lock(3)",
            "b ROLLBACK TO s",
            "a SELECT pg_try_advisory_lock(50)",
            "b COMMIT",
            "a SELECT pg_try_advisory_lock(50)",
            // The end of a transaction within a message, and what pools send.
            "b BEGIN",
            "b SELECT pg_advisory_xact_lock(60)",
            "b COMMIT; BEGIN; SELECT 1",
            "a SELECT pg_try_advisory_lock(60)",
            "b COMMIT",
            "a DISCARD ALL",
            "b SELECT pg_try_advisory_lock(3)",
            "b SELECT pg_try_advisory_lock(60)");

    private final Twins twins = twins();

    private static Twins twins() {
        try {
            return new Twins();
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    @AfterEach
    void close() throws SQLException {
        twins.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arrays",
                "sequences",
                "dates",
                "intervals",
                "long-names",
                "names",
                "definitions",
                "rollbacks",
                "expressions",
                "settings",
                "settings-of-transactions",
                "labels",
                "read-only",
                "savepoints",
                "tables-in-use",
                "schemas",
                "functions",
                "unique-indexes",
                "like",
                "generated-columns",
                "tables-of-queries",
                "temporary-tables",
                "infinite-times",
                "changes"
            })
    void eachStatementHasTheAnswerOfARealServer(String script) throws SQLException, IOException {
        var answers = new SoftAssertions();
        for (String sql : statements(script)) {
            answers.assertThat(answer(twins.store(), sql)).as(sql).isEqualTo(answer(twins.real(), sql));
        }
        answers.assertAll();
    }

    /** Roles belong to no database, and both databases are of one server here. */
    @Test
    void rolesAndPrivilegesAreKept() throws SQLException, IOException {
        var answers = new SoftAssertions();
        for (String sql : statements("roles")) {
            answers.assertThat(
                            answer(twins.store(), sql.replace("app_", "one_")).replace("one_", "app_"))
                    .as(sql)
                    .isEqualTo(answer(twins.real(), sql.replace("app_", "two_")).replace("two_", "app_"));
        }
        answers.assertAll();
    }

    private static List<String> statements(String script) throws IOException {
        try (var file = requireNonNull(TwinScriptsIT.class.getResourceAsStream(script + ".sql"))) {
            return Script.split(new String(file.readAllBytes(), UTF_8));
        }
    }

    /** Tries each word of PostgreSQL's that is not reserved, so that a new version brings its own. */
    @Test
    void wordsThatAreNotReservedAreNames() throws SQLException {
        List<List<String>> words = Twins.rows(
                twins.real(),
                "SELECT word FROM pg_get_keywords() WHERE catcode IN ('U', 'C') AND word NOT IN (" + NO_NAMES + ")"
                        + " ORDER BY 1");
        var answers = new SoftAssertions();
        for (List<String> row : words.subList(1, words.size())) {
            for (String template : List.of(
                    "CREATE TABLE @ (id int PRIMARY KEY, @ int)",
                    "INSERT INTO @ (id, @) VALUES (1, 2)",
                    "SELECT @.@, id AS @ FROM @ WHERE @ = 2 ORDER BY @",
                    "UPDATE @ SET @ = 3 WHERE @.@ = 2 RETURNING @",
                    "ALTER TABLE @ RENAME COLUMN @ TO other",
                    "DROP TABLE @")) {
                String sql = template.replace("@", row.getFirst());
                answers.assertThat(answer(twins.store(), sql)).as(sql).isEqualTo(answer(twins.real(), sql));
            }
        }
        answers.assertAll();
        assertThat(words).hasSizeGreaterThan(350);
    }

    /** Two sessions and their locks, of the session and of the transaction. */
    @Test
    void advisoryLocksAreHeldAsOnARealServer() throws SQLException {
        // The database begins with its first session.
        twins.real();
        try (Connection store = twins.store("");
                Connection real = twins.real("")) {
            for (String step : LOCK_STEPS) {
                boolean isFirst = step.startsWith("a");
                String sql = step.substring(2);
                assertThat(answer(isFirst ? twins.store() : store, sql))
                        .as(step)
                        .isEqualTo(answer(isFirst ? twins.real() : real, sql));
            }
        }
    }

    private static String answer(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.execute(sql)
                    ? Twins.rows(statement.getResultSet()).toString()
                    : "count " + statement.getUpdateCount();
        } catch (SQLException refused) {
            return refused.getSQLState();
        }
    }
}
