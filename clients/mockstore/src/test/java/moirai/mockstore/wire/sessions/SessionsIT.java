package moirai.mockstore.wire.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.stream.Stream;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Two sessions of the store, and two of a real server, that do the same. */
@ResourceLock(Twins.LOCK)
class SessionsIT {

    private static final String LONG = "x".repeat(7_999);

    /** The statements of two sessions, a and b; a question mark takes what the session was told. */
    private static final List<String> NOTIFICATIONS = List.of(
            "a LISTEN jobs",
            "b LISTEN \"Odd Name\"",
            "b NOTIFY jobs, 'it''s'",
            "a ?",
            "b NOTIFY jobs, E'a\\nb'; NOTIFY jobs, $$c'd$$",
            "a ?",
            // Duplicates, savepoints and rollbacks.
            "b BEGIN",
            "b NOTIFY jobs, 'one'",
            "b SAVEPOINT s",
            "b NOTIFY jobs, 'lost'",
            "b SELECT pg_notify('jobs', 'one')",
            "b ROLLBACK TO s",
            "b SAVEPOINT s",
            "b SELECT pg_notify('jobs', 'two') AS done",
            "b RELEASE s",
            "b NOTIFY jobs, 'one'",
            "b ROLLBACK TO s",
            "a ?",
            "b COMMIT",
            "a ?",
            "b BEGIN",
            "b NOTIFY jobs, 'lost'",
            "b SELECT 1 / 0",
            "b COMMIT",
            "b NOTIFY jobs, 'lost'; SELECT 1 / 0",
            "a ?",
            // A listener in a transaction is told after it, also on channels that it listens to only then.
            "a BEGIN",
            "b NOTIFY jobs, 'later'",
            "b NOTIFY more, 'known'",
            "a SELECT 1",
            "a ?",
            "a LISTEN more",
            "a SELECT pg_listening_channels()",
            "a COMMIT",
            "a ?",
            "a SELECT * FROM pg_listening_channels() AS c(name) ORDER BY name",
            "a BEGIN; UNLISTEN more; NOTIFY more; COMMIT",
            "a ?",
            "a BEGIN; LISTEN less; ROLLBACK; NOTIFY less",
            "a BEGIN READ ONLY; NOTIFY jobs, 'read-only'; COMMIT",
            "a ?",
            "a SELECT pg_listening_channels()",
            // Rows, values that are missing or too long, and names.
            "a CREATE TABLE told (id int PRIMARY KEY)",
            "a INSERT INTO told VALUES (1), (2), (3)",
            "b SELECT id, pg_notify('jobs', 'row ' || id) FROM told WHERE id > 1 ORDER BY id",
            "a ?",
            "b SELECT pg_notify('jobs', NULL), pg_notify('jobs', '" + LONG + "')",
            "a ?",
            "b SELECT pg_notify('jobs', 'y" + LONG + "')",
            "b SELECT pg_notify(NULL, 'x')",
            "b SELECT pg_notify('" + "c".repeat(64) + "', 'x')",
            "b SELECT pg_notify('jobs')",
            "b NOTIFY \"Odd Name\", 'own'",
            "b ?",
            "a NOTIFY odd, 5",
            "a NOTIFY 'odd'",
            "a LISTEN",
            "a UNLISTEN 5",
            "a UNLISTEN never_listened_to",
            "a UNLISTEN *",
            "b NOTIFY jobs",
            "a ?",
            "a SELECT pg_listening_channels()",
            "a LISTEN jobs",
            "a BEGIN",
            "a DISCARD ALL",
            "a ROLLBACK",
            "a DISCARD ALL",
            "b NOTIFY jobs",
            "a ?",
            "a SELECT pg_listening_channels()");

    private static final List<String> NUMBERS = List.of(
            "a RESET SESSION AUTHORIZATION",
            "a SELECT pg_cancel_backend(2147483647)",
            "a SELECT pg_terminate_backend(2147483647)",
            "a SELECT pg_terminate_backend(2147483647, 10)",
            "a SELECT pg_terminate_backend(2147483647, -1)",
            "a SELECT pg_cancel_backend(NULL), pg_terminate_backend(NULL, 1), pg_backend_pid() > 0 AS is_number",
            "a SELECT pg_backend_pid(1)",
            "a SELECT pg_cancel_backend(pg_backend_pid())",
            "a SELECT 1",
            "a BEGIN",
            "a SELECT pg_terminate_backend(pg_backend_pid())",
            "a SELECT 1");

    /**
     * What tells of sessions; of prepared statements and cursors, of the session's own. The real server has sessions of
     * other databases, too: those that answer for the store.
     */
    private static final List<String> RELATIONS = List.of(
            "a RESET SESSION AUTHORIZATION",
            "b RESET SESSION AUTHORIZATION",
            "a SET application_name = 'alpha'",
            "b SET application_name = 'beta'",
            "a PREPARE find (int, text) AS SELECT $1 + 1 AS x, $2 AS y",
            "a PREPARE change AS CREATE TABLE changed (id int PRIMARY KEY)",
            "a PREPARE change AS INSERT INTO told VALUES (1)",
            "a CREATE TABLE told (id int PRIMARY KEY)",
            "a PREPARE change AS INSERT INTO told VALUES (1)",
            "a SELECT name, statement, parameter_types, result_types, from_sql FROM pg_prepared_statements"
                    + " ORDER BY name",
            "a SELECT p.name, pg_typeof(prepare_time), prepare_time <= now() AS past"
                    + " FROM pg_catalog.pg_prepared_statements AS p WHERE p.name LIKE 'f%'",
            "b SELECT count(*) FROM pg_prepared_statements",
            "a DEALLOCATE find",
            "a SELECT name FROM pg_prepared_statements",
            "a BEGIN",
            "a DECLARE c SCROLL CURSOR FOR SELECT 1",
            "a DECLARE d BINARY NO SCROLL CURSOR WITH HOLD FOR SELECT 2",
            "a SELECT name, statement, is_holdable, is_binary, is_scrollable FROM pg_cursors ORDER BY name",
            "a COMMIT",
            "a SELECT name FROM pg_cursors WHERE name <> ''",
            "a SELECT application_name, state, query, backend_type, xact_start IS NULL AS idle, wait_event,"
                    + " backend_start < now() AS past, leader_pid FROM pg_stat_activity"
                    + " WHERE application_name IN ('alpha', 'beta') AND datname = current_database() ORDER BY 1",
            "b BEGIN",
            "b SELECT 42 AS mine",
            "a SELECT state, query FROM pg_stat_activity WHERE application_name = 'beta'"
                    + " AND datname = current_database()",
            "b SELECT 1 / 0",
            "a SELECT state, query FROM pg_stat_activity WHERE application_name = 'beta'"
                    + " AND datname = current_database()",
            "a SELECT pg_backend_pid() = pid AS own, count(*) FROM pg_stat_activity"
                    + " WHERE application_name IN ('alpha', 'beta') AND datname = current_database()"
                    + " GROUP BY 1 ORDER BY 1",
            "a SELECT count(*) FROM pg_stat_activity a JOIN pg_database d ON d.oid = a.datid"
                    + " WHERE application_name = 'beta' AND a.datname = current_database()",
            "a LISTEN told",
            "a SELECT pg_notify('told', n::text) FROM generate_series(1, 3) AS s(n)",
            "a ?",
            "a CREATE VIEW others AS SELECT state FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    + " AND application_name = 'beta' AND datname = current_database()",
            "a SELECT * FROM others",
            "a SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    + " AND application_name = 'beta' AND datname = current_database()",
            "b SELECT 1");

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

    @Test
    void notificationsAreThoseOfARealServer() throws SQLException {
        runOnBoth(NOTIFICATIONS);
    }

    @Test
    void numbersOfSessionsMeanWhatTheyMeanOnARealServer() throws SQLException {
        runOnBoth(NUMBERS);
    }

    @Test
    void relationsTellWhatThoseOfARealServerTell() throws SQLException {
        runOnBoth(RELATIONS);
    }

    /** Compares the answers of two sessions with those of a real server. */
    private void runOnBoth(List<String> steps) throws SQLException {
        twins.real();
        try (Connection storeA = twins.store("");
                Connection storeB = twins.store("");
                Connection realA = twins.real("");
                Connection realB = twins.real("")) {
            for (String step : steps) {
                boolean isFirst = step.startsWith("a");
                String sql = step.substring(2);
                assertThat(answer(isFirst ? storeA : storeB, sql))
                        .as(step)
                        .isEqualTo(answer(isFirst ? realA : realB, sql));
            }
        }
    }

    @Test
    void idleListenerIsToldAtOnceWithTheNumberOfTheSender() throws SQLException {
        try (Connection listener = twins.store("");
                Connection sender = twins.store("")) {
            Twins.execute(listener, "LISTEN jobs");
            Twins.execute(sender, "NOTIFY jobs, 'one'");

            PGNotification[] told = listener.unwrap(PGConnection.class).getNotifications(10_000);

            assertThat(told).hasSize(1);
            assertThat(told[0].getParameter()).isEqualTo("one");
            assertThat(told[0].getPID()).isEqualTo(process(sender));
        }
    }

    @Test
    void numberIsThatWhichTheProtocolTells() throws SQLException {
        try (Connection session = twins.store("")) {
            assertThat(process(session))
                    .isEqualTo(session.unwrap(PGConnection.class).getBackendPID());
        }
    }

    @Test
    void sessionThatIsIdleOrRunsAStatementIsEnded() throws SQLException {
        try (Connection admin = twins.store("");
                Connection idle = twins.store("");
                Connection pending = twins.store("")) {
            Twins.execute(admin, "CREATE TABLE t (id int PRIMARY KEY)");
            pending.setAutoCommit(false);
            Twins.execute(pending, "INSERT INTO t VALUES (1)");

            for (Connection each : List.of(idle, pending)) {
                int process = process(each);
                assertThat(Twins.rows(admin, "SELECT pg_terminate_backend(" + process + ", 10000)"))
                        .contains(List.of("t"));
                assertThatThrownBy(() -> Twins.execute(each, "SELECT 1"))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                lost -> assertThat(lost.getSQLState()).isIn("57P01", "08006"));
            }

            assertThat(Twins.rows(admin, "SELECT count(*) FROM t")).contains(List.of("0"));
        }
    }

    @Test
    void statementIsCancelledAndItsSessionGoesOn() throws Exception {
        try (Connection admin = twins.store("");
                Connection busy = twins.store("")) {
            int process = process(busy);
            var cancelled = Thread.ofVirtual().start(() -> {
                for (int tries = 0; tries < 100; tries++) {
                    try {
                        Thread.sleep(100);
                        Twins.execute(admin, "SELECT pg_cancel_backend(" + process + ")");
                    } catch (SQLException | InterruptedException done) {
                        return;
                    }
                }
            });
            assertThatThrownBy(() -> Twins.execute(busy, "SELECT pg_sleep(30)"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("57014"));
            cancelled.interrupt();
            cancelled.join();
            assertThat(Twins.rows(busy, "SELECT 1")).hasSize(2);
        }
    }

    private static int process(Connection session) throws SQLException {
        return Integer.parseInt(
                Twins.rows(session, "SELECT pg_backend_pid()").get(1).getFirst());
    }

    private static String answer(Connection connection, String sql) throws SQLException {
        if (sql.equals("?")) {
            // What the session was told comes before the end of this answer.
            Twins.execute(connection, "SELECT 1");
            PGNotification[] told = connection.unwrap(PGConnection.class).getNotifications();
            return told == null
                    ? ""
                    : Stream.of(told)
                            .map(each -> each.getName() + " " + each.getParameter())
                            .toList()
                            .toString();
        }
        try (var statement = connection.createStatement()) {
            String answer = statement.execute(sql)
                    ? Twins.rows(statement.getResultSet()).toString()
                    : "count " + statement.getUpdateCount();
            SQLWarning warning = statement.getWarnings();
            return warning == null ? answer : answer + " " + warning.getSQLState() + " " + warning.getMessage();
        } catch (SQLException refused) {
            return refused.getSQLState();
        }
    }
}
