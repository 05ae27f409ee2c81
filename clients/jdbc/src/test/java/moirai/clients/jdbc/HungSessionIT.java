package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.jdbc.dialects.Answers;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that wait for something that does not come, and what they leave at the server. */
@Timeout(120)
class HungSessionIT {

    private static final int SESSIONS = 2;

    private static final TxnPlan APPEND = TxnPlan.of(new Op.Append(1, 10));

    private static JdbcClientFactory factory(int timeoutSeconds) {
        return new JdbcClientFactory(
                TestServer.endpoint(),
                new JdbcOptions(
                        new PostgresDialect(SqlIsolation.SERIALIZABLE), ListStorage.DEFAULT, SESSIONS, timeoutSeconds));
    }

    private static int connections(Connection observer) throws SQLException {
        return Integer.parseInt(
                TestServer.ask(observer, "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'moirai'"));
    }

    /** Waits, as the server ends a connection a moment after its client has left. */
    private static void awaitConnections(Connection observer, int atMost) throws SQLException {
        for (int attempt = 0; attempt < 500 && connections(observer) > atMost; attempt++) {
            TestServer.execute(observer, "SELECT pg_sleep(0.01)");
        }
        assertThat(connections(observer)).isLessThanOrEqualTo(atMost);
    }

    private static void lockTables(Connection other) throws SQLException {
        other.setAutoCommit(false);
        for (int table = 0; table < ListStorage.DEFAULT.tableCount(); table++) {
            TestServer.execute(other, "LOCK TABLE moirai_append" + table + " IN ACCESS EXCLUSIVE MODE");
        }
    }

    /** The server is told how long to wait, so the session ends the transaction and goes on with its connection. */
    @Test
    void lockThatSomebodyHoldsEndsTheTransactionAndNotTheSession() throws SQLException {
        try (var factory = factory(6);
                var observer = TestServer.admin();
                var other = TestServer.admin()) {
            factory.prepare();
            lockTables(other);
            try (var client = factory.open(0, TestServer.ticks())) {
                assertThat(client.run(APPEND).outcome()).isEqualTo(new Outcome.Aborted("55P03"));
                assertThat(client.run(APPEND).outcome()).isEqualTo(new Outcome.Aborted("55P03"));
                assertThat(client.isOpen()).isTrue();
                // The session's, and that of the tables.
                assertThat(connections(observer)).isEqualTo(2);

                other.rollback();

                assertThat(client.run(APPEND).outcome()).isEqualTo(new Outcome.Committed());
            }
        }
    }

    /** A wait that is none for a lock: the statement is cancelled before the connection counts as lost. */
    @Test
    void statementThatHangsIsCancelled() throws SQLException {
        try (var factory = factory(3);
                var observer = TestServer.admin()) {
            factory.prepare();
            TestServer.execute(
                    observer,
                    "CREATE OR REPLACE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS "
                            + "'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'");
            for (int table = 0; table < ListStorage.DEFAULT.tableCount(); table++) {
                TestServer.execute(
                        observer,
                        "CREATE TRIGGER hang BEFORE INSERT ON moirai_append" + table
                                + " FOR EACH ROW EXECUTE FUNCTION hang()");
            }
            try (var client = factory.open(0, TestServer.ticks())) {
                assertThat(client.run(APPEND).outcome()).isEqualTo(new Outcome.Aborted("57014"));
                assertThat(client.isOpen()).isTrue();
                assertThat(connections(observer)).isEqualTo(2);
            }
        }
    }

    /**
     * A commit that waits for a replica must not be cancelled: it would be shown to others, and could be lost. So its
     * connection stays at the server, and sessions wait for room.
     */
    @Test
    void sessionsWaitWhereTheServerKeepsWhatWasGivenUp() throws SQLException {
        try (var factory = factory(3);
                var observer = TestServer.admin()) {
            factory.prepare();
            TestServer.execute(
                    observer,
                    "SET synchronous_commit = local",
                    "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
                    "SELECT pg_reload_conf()");
            try {
                for (int session = 0; session < SESSIONS + Abandoned.SPARE_MAX; session++) {
                    try (var client = factory.open(session, TestServer.ticks())) {
                        assertThat(client.run(TxnPlan.of(new Op.Append(session, 10)))
                                        .outcome())
                                .isEqualTo(new Outcome.Indeterminate("08006"));
                    }
                }

                assertThatThrownBy(() -> factory.open(99, TestServer.ticks()))
                        .isInstanceOf(ClientException.class)
                        .hasMessageContaining("6 connections that sessions gave up are still at the server");
                awaitConnections(observer, SESSIONS + Abandoned.SPARE_MAX + 1);
            } finally {
                TestServer.execute(observer, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            }
            awaitConnections(observer, 1);
            var opened = new ArrayList<Client>();
            for (int session = 0; session < SESSIONS; session++) {
                opened.add(factory.open(100 + session, TestServer.ticks()));
            }
            opened.forEach(client -> assertThat(
                            client.run(TxnPlan.of(Op.Read.planned(1))).outcome())
                    .isEqualTo(new Outcome.Committed()));
            opened.forEach(Client::close);
        }
    }

    /** A server that goes on with a statement whose client is gone is made to stop. */
    @Test
    void whatIsGivenUpWithinAStatementIsEnded() throws SQLException {
        var dialect = new PostgresDialect(SqlIsolation.SERIALIZABLE);
        try (var observer = TestServer.admin();
                var left = TestServer.admin()) {
            String backend = dialect.backend(left).orElseThrow();

            assertThat(dialect.remaining(observer, Map.of(backend, false))).containsExactly(backend);
            dialect.remaining(observer, Map.of(backend, true));

            for (int attempt = 0; attempt < 500; attempt++) {
                TestServer.execute(observer, "SELECT pg_sleep(0.01)");
                if (dialect.remaining(observer, Map.of(backend, false)).isEmpty()) {
                    break;
                }
            }
            assertThat(dialect.remaining(observer, Map.of(backend, false))).isEmpty();
            assertThatThrownBy(() -> TestServer.ask(left, "SELECT 1")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void limitsOfTheServerThatAreShorterStay() throws SQLException {
        var dialect = new PostgresDialect(SqlIsolation.SERIALIZABLE);
        try (var connection = TestServer.admin()) {
            TestServer.execute(connection, "SET lock_timeout = '200ms'");
            dialect.bound(connection, 10);
            assertThat(TestServer.ask(connection, "SHOW lock_timeout")).isEqualTo("200ms");

            TestServer.execute(connection, "SET lock_timeout = 0");
            dialect.bound(connection, 10);
            assertThat(TestServer.ask(connection, "SHOW lock_timeout")).isEqualTo("7500ms");
            assertThat(TestServer.ask(connection, "SHOW client_connection_check_interval"))
                    .isEqualTo("1s");
        }
    }

    /** By default MariaDB waits a day for the lock of a table. */
    @Test
    void mariadbIsToldHowLongToWait() throws SQLException {
        try (var connection = TestServer.mariadbAdmin()) {
            new MariadbDialect(SqlIsolation.SERIALIZABLE).bound(connection, 10);

            assertThat(List.copyOf(Answers.named(connection, "SHOW VARIABLES LIKE '%lock_wait_timeout'")
                            .values()))
                    .containsExactly("5", "7");
        }
    }
}
