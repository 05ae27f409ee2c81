package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import moirai.clients.ClientException;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import moirai.clients.jdbc.tables.TableSql;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;

class SchemaIT {

    private static final String OURS = "SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class"
            + " WHERE relkind = 'r' AND relname LIKE 'moirai%'";

    private static ListStorage tables(int count) {
        return new ListStorage(count, ListEncoding.ARRAY, ListKey.PRIMARY, ListWrite.UPSERT, ReadLock.NONE);
    }

    @Test
    void nextRunSeesNothingOfThePreviousOne() throws SQLException {
        try (var observer = TestServer.admin()) {
            leaveTables(tables(5));
            assertThat(TestServer.ask(observer, OURS)).contains("moirai_append4");

            try (var next = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
                next.prepare();

                assertThat(TestServer.ask(observer, OURS)).isEqualTo("moirai_append0 moirai_append1 moirai_append2");
                try (var client = next.open(0, TestServer.ticks())) {
                    assertThat(client.run(TxnPlan.of(Op.Read.planned(1))).ops())
                            .containsExactly(new Op.Read(1, Elements.EMPTY));
                }
            }
            assertThat(TestServer.ask(observer, OURS)).isEqualTo("null");
        }
    }

    @Test
    void tablesThatCannotBeDroppedAreSaid() throws SQLException {
        try (var observer = TestServer.admin()) {
            observer.setAutoCommit(false);
            var factory = TestServer.factory(SqlIsolation.SERIALIZABLE);
            factory.prepare();
            TestServer.execute(observer, "LOCK TABLE moirai_append0 IN ACCESS SHARE MODE");

            assertThatThrownBy(factory::close)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("moirai_append")
                    .hasMessageContaining("left");

            observer.rollback();
            run();
            assertThat(TestServer.ask(observer, OURS)).isEqualTo("null");
        }
    }

    @Test
    void tablesAreDroppedAlthoughTheConnectionThatMadeThemIsLost() throws SQLException {
        try (var observer = TestServer.admin()) {
            var factory = TestServer.factory(SqlIsolation.SERIALIZABLE);
            factory.prepare();
            TestServer.execute(
                    observer,
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");

            factory.close();

            assertThat(TestServer.ask(observer, OURS)).isEqualTo("null");
        }
    }

    @Test
    void tablesOfOthersAreRefusedAndStay() throws SQLException {
        try (var other = TestServer.admin()) {
            TestServer.execute(other, "CREATE TABLE moirai_append1 AS SELECT 'precious' AS content");
            try {
                assertThatThrownBy(SchemaIT::run)
                        .isInstanceOf(ClientException.class)
                        .hasMessageContaining("moirai_append1 was not made by Moirai");

                assertThat(TestServer.ask(other, OURS)).isEqualTo("moirai_append1");
                assertThat(TestServer.ask(other, "SELECT content FROM moirai_append1"))
                        .isEqualTo("precious");
            } finally {
                TestServer.execute(other, "DROP TABLE moirai_append1");
            }
        }
    }

    @Test
    void namesThatOnlyLookLikeOursAreLeftAlone() throws SQLException {
        try (var other = TestServer.admin()) {
            TestServer.execute(
                    other,
                    "CREATE TABLE moirai_append9x (content text)",
                    "CREATE TABLE moirai_append77 (content text)",
                    "COMMENT ON TABLE moirai_append77 IS 'mine'");
            try {
                run();

                assertThat(TestServer.ask(other, OURS)).isEqualTo("moirai_append77 moirai_append9x");
            } finally {
                TestServer.execute(other, "DROP TABLE moirai_append9x, moirai_append77");
            }
        }
    }

    /** Were the second let in, the first would see its lists vanish, and the database would be blamed. */
    @Test
    void runBesideAnotherIsRefusedAndHarmsNothing() {
        try (var first = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            first.prepare();
            try (var client = first.open(0, TestServer.ticks())) {
                client.run(TxnPlan.of(new Op.Append(1, 10)));

                assertThatThrownBy(SchemaIT::run)
                        .isInstanceOf(ClientException.class)
                        .hasMessageContaining("another run is using these tables");

                assertThat(client.run(TxnPlan.of(Op.Read.planned(1))).ops())
                        .containsExactly(new Op.Read(1, Elements.of(10)));
            }
        }
    }

    @Test
    void sameRunMayPrepareAgain() {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                client.run(TxnPlan.of(new Op.Append(1, 10)));
            }
            factory.prepare();
            try (var client = factory.open(1, TestServer.ticks())) {
                assertThat(client.run(TxnPlan.of(Op.Read.planned(1))).ops())
                        .containsExactly(new Op.Read(1, Elements.EMPTY));
            }
        }
    }

    private static void run() {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE)) {
            factory.prepare();
        }
    }

    /** Makes what a run leaves that was killed: tables with lists in them. */
    private static void leaveTables(ListStorage storage) throws SQLException {
        try (var connection = TestServer.admin()) {
            connection.setAutoCommit(false);
            new PostgresDialect(SqlIsolation.SERIALIZABLE).createTables(connection, storage);
            for (TableSql sql : storage.tables(Grammar.POSTGRES)) {
                TestServer.execute(connection, "INSERT INTO " + sql.table() + " VALUES (1, 1, '{10}')");
            }
            connection.commit();
        }
    }
}
