package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MariadbIT {

    private static final String OURS = "SELECT group_concat(table_name ORDER BY table_name SEPARATOR ' ')"
            + " FROM information_schema.tables WHERE table_schema = database() AND table_name LIKE 'moirai%'";

    static Stream<Arguments> storages() {
        return Stream.of(ListKey.values())
                .flatMap(key -> Stream.of(ListWrite.values())
                        .flatMap(write -> Stream.of(ReadLock.values()).map(lock -> Arguments.of(key, write, lock))));
    }

    @ParameterizedTest
    @MethodSource("storages")
    void readsReturnWhatWasAppended(ListKey key, ListWrite write, ReadLock lock) {
        ListLaws.readsReturnWhatWasAppended(factory(SqlIsolation.REPEATABLE_READ, storage(key, write, lock)), 7);
    }

    @ParameterizedTest
    @EnumSource(ReadLock.class)
    void scansReturnTheListsOfARangeInOrder(ReadLock lock) {
        ListLaws.scansReturnTheListsOfARangeInOrder(
                factory(SqlIsolation.SERIALIZABLE, storage(ListKey.PRIMARY, ListWrite.UPSERT, lock)));
    }

    @ParameterizedTest
    @EnumSource(SqlIsolation.class)
    void sessionsHaveTheLevelThatTheyAskedFor(SqlIsolation isolation) {
        try (var factory = factory(isolation, ListStorage.DEFAULT)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                assertThat(client.run(TxnPlan.of(Op.Read.planned(1))).outcome()).isEqualTo(new Outcome.Committed());
            }
            assertThat(factory.databaseVersion()).startsWith("MariaDB 1").doesNotContain("Galera");
        }
    }

    /** The longest list that fits into the column "text" would have 64 KiB. */
    @Test
    void listsGrowBeyondTheShortText() throws SQLException {
        try (var factory = factory(SqlIsolation.READ_COMMITTED, ListStorage.DEFAULT);
                var other = TestServer.mariadbAdmin()) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                append(client, 1, 1);
                TestServer.execute(other, "UPDATE " + table(1) + " SET val = CONCAT(REPEAT('1000000000,', 7000), val)");
                append(client, 1, 2);

                assertThat(client.run(TxnPlan.of(Op.Read.planned(1))).ops())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Op.Read.class,
                                read -> assertThat(read.elements().count()).isEqualTo(7_002));
            }
        }
    }

    /** Each has one of two rows and wants the other: one of them is told 1213, and its append was never there. */
    @Test
    void deadlockIsAnAbortAndTheSessionGoesOn() throws Exception {
        try (var factory = factory(SqlIsolation.REPEATABLE_READ, ListStorage.DEFAULT);
                var other = TestServer.mariadbAdmin()) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                var both = new TxnPlan.Builder(2).append(1, 10).append(2, 20).build();
                assertThat(client.run(both).outcome()).isEqualTo(new Outcome.Committed());
                // It has changed more than the client, so it is not the one that is given up.
                TestServer.execute(other, "CREATE TABLE heavy (id integer PRIMARY KEY)");
                other.setAutoCommit(false);
                TestServer.execute(other, "INSERT INTO heavy SELECT seq FROM seq_1_to_100", lock(2));
                var blocked = new FutureTask<>(() -> client.run(
                        new TxnPlan.Builder(2).append(1, 11).append(2, 21).build()));
                Thread.ofPlatform().daemon().start(blocked);
                awaitLockWait(other);

                TestServer.execute(other, lock(1));

                assertThat(blocked.get().outcome()).isEqualTo(new Outcome.Aborted("1213"));
                assertThat(client.isOpen()).isTrue();
                other.rollback();
                assertThat(client.run(TxnPlan.of(Op.Read.planned(1))).ops())
                        .containsExactly(new Op.Read(1, Elements.of(10)));
            } finally {
                TestServer.execute(other, "DROP TABLE heavy");
            }
        }
    }

    /** The server looks anew only if nobody has asked for a tenth of a second. */
    private static void awaitLockWait(Connection connection) throws SQLException {
        String waiting = "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
        // A quarter of a minute, for cores that are busy.
        for (int attempt = 0; attempt < 100; attempt++) {
            if (!TestServer.ask(connection, waiting).equals("0")) {
                return;
            }
            TestServer.execute(connection, "DO SLEEP(0.15)");
        }
        throw new AssertionError("nobody waits for a lock");
    }

    @Test
    void tablesOfOthersAreRefusedAndStay() throws SQLException {
        try (var other = TestServer.mariadbAdmin()) {
            TestServer.execute(other, "CREATE TABLE moirai_append1 (content text)");
            try (var factory = factory(SqlIsolation.SERIALIZABLE, ListStorage.DEFAULT)) {
                assertThatThrownBy(factory::prepare)
                        .isInstanceOf(ClientException.class)
                        .hasMessageContaining("moirai_append1 was not made by Moirai");
                assertThat(TestServer.ask(other, OURS)).isEqualTo("moirai_append1");
            } finally {
                TestServer.execute(other, "DROP TABLE moirai_append1");
            }
        }
    }

    @Test
    void runBesideAnotherIsRefusedAndLeavesNothing() throws SQLException {
        try (var first = factory(SqlIsolation.SERIALIZABLE, ListStorage.DEFAULT);
                var second = factory(SqlIsolation.SERIALIZABLE, ListStorage.DEFAULT)) {
            first.prepare();
            assertThatThrownBy(second::prepare)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("another run is using these tables");
        }
        try (var observer = TestServer.mariadbAdmin()) {
            assertThat(TestServer.ask(observer, OURS)).isEqualTo("null");
        }
    }

    private static String lock(int key) {
        return "SELECT * FROM " + table(key) + " WHERE id = " + key + " FOR UPDATE";
    }

    private static String table(int key) {
        return "moirai_append" + ListStorage.DEFAULT.tableOf(key);
    }

    private static void append(Client client, int key, int element) {
        assertThat(client.run(TxnPlan.of(new Op.Append(key, element))).outcome())
                .isEqualTo(new Outcome.Committed());
    }

    private static ListStorage storage(ListKey key, ListWrite write, ReadLock lock) {
        return new ListStorage(2, ListEncoding.TEXT, key, write, lock);
    }

    private static JdbcClientFactory factory(SqlIsolation isolation, ListStorage storage) {
        return new JdbcClientFactory(
                TestServer.mariadb(), new JdbcOptions(new MariadbDialect(isolation), storage, 4, 10));
    }
}
