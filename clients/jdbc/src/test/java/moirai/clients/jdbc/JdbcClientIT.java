package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcClientIT {

    private static final ListStorage ONE_TABLE =
            new ListStorage(1, ListEncoding.TEXT, ListKey.PRIMARY, ListWrite.UPSERT, ReadLock.NONE);

    private static final TxnPlan READ_THEN_APPEND = TxnPlan.of(Op.Read.planned(1), new Op.Append(2, 22));

    @ParameterizedTest
    @EnumSource(SqlIsolation.class)
    void everyLevelIsAcceptedAndKept(SqlIsolation isolation) {
        try (var factory = TestServer.factory(isolation)) {
            factory.prepare();
            try (var client = factory.open(3, TestServer.ticks())) {
                assertThat(client.run(TxnPlan.of(new Op.Append(1, 10), Op.Read.planned(1))))
                        .isEqualTo(new Txn(
                                3,
                                List.of(new Op.Append(1, 10), new Op.Read(1, Elements.of(10))),
                                new Outcome.Committed(),
                                1,
                                2));
            }
        }
    }

    @Test
    void emptyPlanCommits() {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                assertThat(client.run(TxnPlan.of()).outcome()).isEqualTo(new Outcome.Committed());
            }
        }
    }

    /** Somebody commits between the snapshot and the append. */
    @Test
    void lostUpdateIsAnAbortAtRepeatableRead() throws SQLException {
        var ran = runWhileAnotherAppends(SqlIsolation.REPEATABLE_READ, "COMMIT");

        assertThat(ran.outcome()).isEqualTo(new Outcome.Aborted("40001"));
        assertThat(ran.ops()).containsExactly(new Op.Read(1, Elements.EMPTY), new Op.Append(2, 22));
    }

    @Test
    void lostUpdateIsNoMatterAtReadCommitted() throws SQLException {
        assertThat(runWhileAnotherAppends(SqlIsolation.READ_COMMITTED, "COMMIT").outcome())
                .isEqualTo(new Outcome.Committed());
    }

    /** Runs a plan that has to wait for a row, lets another end, and uses the session once more. */
    private static Txn runWhileAnotherAppends(SqlIsolation isolation, String end) throws SQLException {
        try (var factory = TestServer.factory(isolation, ONE_TABLE);
                var other = TestServer.admin();
                var observer = TestServer.admin()) {
            factory.prepare();
            lockRow(other);
            try (var client = factory.open(0, TestServer.ticks())) {
                var ran = CompletableFuture.supplyAsync(() -> client.run(READ_THEN_APPEND));
                TestServer.awaitWaiting(observer, "Lock");
                TestServer.execute(other, end);
                var txn = ran.join();

                assertThat(client.isOpen()).isTrue();
                assertThat(client.run(READ_THEN_APPEND).outcome()).isEqualTo(new Outcome.Committed());
                return txn;
            }
        }
    }

    private static void lockRow(Connection other) throws SQLException {
        TestServer.execute(
                other,
                "INSERT INTO moirai_append0 VALUES (2, 2, '20')",
                "BEGIN",
                "UPDATE moirai_append0 SET val = '20,21' WHERE id = 2");
    }

    /** COMMIT was never sent: that is an abort, although nobody answered, and yet the session is over. */
    @Test
    void connectionLostInAStatementIsAnAbortAndTheEndOfTheSession() throws SQLException {
        try (var factory = TestServer.factory(SqlIsolation.READ_COMMITTED, ONE_TABLE);
                var other = TestServer.admin();
                var observer = TestServer.admin()) {
            factory.prepare();
            lockRow(other);
            try (var client = factory.open(0, TestServer.ticks())) {
                var ran = CompletableFuture.supplyAsync(() -> client.run(READ_THEN_APPEND));
                kill(observer, TestServer.awaitWaiting(observer, "Lock"));

                assertThat(ran.join().outcome()).isEqualTo(new Outcome.Aborted("57P01"));
                assertThat(client.isOpen()).isFalse();
                assertThatThrownBy(() -> client.run(READ_THEN_APPEND))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("session 0 is over");
            }
            TestServer.execute(other, "COMMIT");
            assertThat(TestServer.ask(other, "SELECT val FROM moirai_append0 WHERE id = 2"))
                    .isEqualTo("20,21");
        }
    }

    /** The commit record is written, and the answer waits for a replica that does not exist. */
    @Test
    void connectionLostInCommitIsIndeterminateAndMayHaveCommitted() throws SQLException {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE, ONE_TABLE);
                var observer = TestServer.admin()) {
            factory.prepare();
            TestServer.execute(
                    observer,
                    "SET synchronous_commit = local",
                    "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
                    "SELECT pg_reload_conf()");
            try (var client = factory.open(0, TestServer.ticks())) {
                var ran = CompletableFuture.supplyAsync(() -> client.run(TxnPlan.of(new Op.Append(1, 10))));
                kill(observer, TestServer.awaitWaiting(observer, "SyncRep"));

                assertThat(ran.join().outcome()).isInstanceOf(Outcome.Indeterminate.class);
                assertThat(client.isOpen()).isFalse();
            } finally {
                TestServer.execute(observer, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            }

            try (var next = factory.open(1, TestServer.ticks())) {
                assertThat(next.run(TxnPlan.of(Op.Read.planned(1))).ops())
                        .containsExactly(new Op.Read(1, Elements.of(10)));
            }
        }
    }

    /** A client has a timeout of its own, so it does not wait for ever for a commit that nobody answers. */
    @Test
    void commitThatIsNeverAnsweredTimesOut() throws SQLException {
        var options = new JdbcOptions(new PostgresDialect(SqlIsolation.SERIALIZABLE), ONE_TABLE, 2, 1);
        try (var factory = new JdbcClientFactory(TestServer.endpoint(), options);
                var observer = TestServer.admin()) {
            factory.prepare();
            TestServer.execute(
                    observer,
                    "SET synchronous_commit = local",
                    "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
                    "SELECT pg_reload_conf()");
            try (var client = factory.open(0, TestServer.ticks())) {
                assertThat(client.run(TxnPlan.of(new Op.Append(1, 10))).outcome())
                        .isEqualTo(new Outcome.Indeterminate("08006"));
            } finally {
                TestServer.execute(observer, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            }
        }
    }

    /** Why COMMIT must never follow a failed statement: the driver does not tell that it was answered with ROLLBACK. */
    @Test
    void commitAfterAFailedStatementOnlyLooksLikeASuccess() throws SQLException {
        var server = new Server(TestServer.endpoint(), new PostgresDialect(SqlIsolation.SERIALIZABLE), 10);
        try (var connection = server.connect()) {
            connection.setAutoCommit(false);
            TestServer.execute(connection, "CREATE TABLE never (k integer)");
            assertThatThrownBy(() -> TestServer.execute(connection, "SELECT 1 / 0"))
                    .isInstanceOf(SQLException.class);

            assertThatCode(connection::commit).doesNotThrowAnyException();

            assertThat(TestServer.ask(connection, "SELECT to_regclass('never') IS NULL"))
                    .isEqualTo("t");
        }
    }

    @Test
    void sessionsThatEndMakeRoomForOthers() {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            factory.prepare();
            for (int session = 0; session < 10; session++) {
                try (var client = factory.open(session, TestServer.ticks())) {
                    assertThat(client.run(TxnPlan.of(new Op.Append(1, session))).session())
                            .isEqualTo(session);
                }
            }
        }
    }

    /** A wrong content is what a checker is there to find; a session that ends there would hide it. */
    @Test
    void textThatIsNoListIsRecordedAsAnElementThatNobodyAppended() throws SQLException {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE, ONE_TABLE);
                var other = TestServer.admin()) {
            factory.prepare();
            TestServer.execute(other, "INSERT INTO moirai_append0 VALUES (7, 7, '1,?')");
            try (var client = factory.open(0, TestServer.ticks())) {
                assertThat(client.run(TxnPlan.of(Op.Read.planned(7))).ops())
                        .containsExactly(new Op.Read(7, Elements.of(1, Lists.elementFor("?"))));
                assertThat(client.isOpen()).isTrue();
            }
        }
    }

    /** NULL is no content that a client has written, and must not pass for the 0 at which counters begin. */
    @Test
    void nothingWhereAContentWasIsRecordedAsWhatNobodyWrote() throws SQLException {
        for (DataModel model : List.of(DataModel.LIST_APPEND, DataModel.COUNTER)) {
            try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE, ONE_TABLE.of(model));
                    var other = TestServer.admin()) {
                factory.prepare();
                TestServer.execute(
                        other,
                        "ALTER TABLE moirai_append0 ALTER COLUMN val DROP NOT NULL",
                        "INSERT INTO moirai_append0 VALUES (7, 7, NULL)");
                try (var client = factory.open(0, TestServer.ticks())) {
                    Txn read = client.run(new TxnPlan.Builder(model, 1).read(7).build());
                    int nobodys = Lists.elementFor("NULL");
                    assertThat(read.ops())
                            .containsExactly(
                                    model == DataModel.COUNTER
                                            ? new Op.ReadCounter(7, nobodys)
                                            : new Op.Read(7, Elements.of(nobodys)));
                }
            }
        }
    }

    private static void kill(Connection observer, String backend) throws SQLException {
        TestServer.execute(observer, "SELECT pg_terminate_backend(" + backend + ")");
    }
}
