package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.EmbeddedDialect;
import moirai.clients.jdbc.dialects.Failures.Phase;
import moirai.clients.jdbc.dialects.H2Dialect;
import moirai.clients.jdbc.dialects.HsqldbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.dialects.SqliteDialect;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import moirai.history.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EmbeddedDialectsIT {

    private static final ListStorage ONE_TABLE =
            new ListStorage(1, ListEncoding.TEXT, ListKey.PRIMARY, ListWrite.UPSERT, ReadLock.NONE);

    static Stream<EmbeddedDialect> dialects() {
        return Stream.of(
                new H2Dialect(SqlIsolation.SERIALIZABLE),
                new HsqldbDialect(SqlIsolation.SERIALIZABLE),
                new SqliteDialect());
    }

    static Stream<Arguments> everyStorage() {
        var all = new ArrayList<Arguments>();
        for (EmbeddedDialect dialect : dialects().toList()) {
            for (ListKey key : ListKey.values()) {
                for (ListWrite write : ListWrite.values()) {
                    all.add(Arguments.of(
                            dialect,
                            new ListStorage(1 + all.size() % 4, ListEncoding.TEXT, key, write, ReadLock.NONE)));
                }
            }
        }
        return all.stream();
    }

    private static JdbcClientFactory factory(EmbeddedDialect dialect, ListStorage storage, Endpoint endpoint) {
        return new JdbcClientFactory(endpoint, new JdbcOptions(dialect, storage, 4, 2));
    }

    @ParameterizedTest
    @MethodSource("everyStorage")
    void readsReturnWhatWasAppended(EmbeddedDialect dialect, ListStorage storage) {
        try (var database = dialect.create()) {
            ListLaws.readsReturnWhatWasAppended(factory(dialect, storage, database.endpoint()), storage.hashCode());
        }
    }

    @ParameterizedTest
    @MethodSource("everyStorage")
    void scansReturnTheListsOfARangeInOrder(EmbeddedDialect dialect, ListStorage storage) {
        try (var database = dialect.create()) {
            ListLaws.scansReturnTheListsOfARangeInOrder(factory(dialect, storage, database.endpoint()));
        }
    }

    @Test
    void everyLevelThatIsGivenIsReadBack() throws SQLException {
        for (SqlIsolation isolation : SqlIsolation.values()) {
            isolate(new H2Dialect(isolation));
        }
        isolate(new HsqldbDialect(SqlIsolation.READ_COMMITTED));
    }

    /** It takes the words and gives another level. */
    @Test
    void aLevelThatIsRaisedIsRefused() {
        assertThatThrownBy(() -> isolate(new HsqldbDialect(SqlIsolation.READ_UNCOMMITTED)))
                .isInstanceOf(ClientException.class)
                .hasMessage("asked for isolation 'read uncommitted', the database gives 'read committed'");
        assertThatThrownBy(() -> isolate(new HsqldbDialect(SqlIsolation.REPEATABLE_READ)))
                .isInstanceOf(ClientException.class)
                .hasMessage("asked for isolation 'repeatable read', the database gives 'serializable'");
    }

    private static void isolate(EmbeddedDialect dialect) throws SQLException {
        try (var database = dialect.create();
                var connection = session(dialect, database.endpoint())) {
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    /** Both have read; the first who writes wins, and the second's append has no effect. */
    @ParameterizedTest
    @MethodSource("dialects")
    void whoWritesSecondIsRefused(EmbeddedDialect dialect) throws SQLException {
        try (var database = dialect.create();
                var factory = factory(dialect, ONE_TABLE, database.endpoint());
                var first = session(dialect, database.endpoint());
                var second = session(dialect, database.endpoint())) {
            factory.prepare();
            execute(first, "INSERT INTO moirai_append0 (id, sk, val) VALUES (1, 1, '7')");
            first.commit();
            assertThat(TestServer.ask(second, "SELECT val FROM moirai_append0")).isEqualTo("7");
            execute(first, "UPDATE moirai_append0 SET val = '7,8' WHERE id = 1");
            first.commit();

            var refused = catchThrowableOfType(
                    SQLException.class, () -> execute(second, "UPDATE moirai_append0 SET val = '7,9' WHERE id = 1"));

            var code = dialect instanceof SqliteDialect ? "SQLITE_BUSY" : "40001";
            assertThat(dialect.outcome(Phase.STATEMENT, refused)).isEqualTo(new Outcome.Aborted(code));
            second.rollback();
            assertThat(TestServer.ask(second, "SELECT val FROM moirai_append0")).isEqualTo("7,8");
            second.rollback();
        }
    }

    /** A rollback journal makes SQLite refuse at COMMIT, which the log does not: somebody still reads. */
    @Test
    void aCommitThatIsBusyDidNotCommit() throws SQLException {
        var dialect = new SqliteDialect();
        try (var database = dialect.create();
                var reader = DriverManager.getConnection(database.endpoint().url() + "?busy_timeout=1");
                var writer = DriverManager.getConnection(database.endpoint().url() + "?busy_timeout=1")) {
            execute(writer, "PRAGMA journal_mode=delete", "CREATE TABLE t (a integer)");
            reader.setAutoCommit(false);
            writer.setAutoCommit(false);
            assertThat(TestServer.ask(reader, "SELECT count(*) FROM t")).isEqualTo("0");
            execute(writer, "INSERT INTO t VALUES (1)");

            var refused = catchThrowableOfType(SQLException.class, writer::commit);

            assertThat(dialect.outcome(Phase.COMMIT, refused)).isEqualTo(new Outcome.Aborted("SQLITE_BUSY"));
            // The driver's transaction is still open: what does not roll back commits it later.
            writer.rollback();
            reader.rollback();
            assertThat(TestServer.ask(reader, "SELECT count(*) FROM t")).isEqualTo("0");
            reader.rollback();
        }
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void anEmptyDatabaseIsMadeForEachRunAndGoesWithIt(EmbeddedDialect dialect) throws SQLException {
        Endpoint gone;
        try (var database = dialect.create();
                var factory = factory(dialect, ONE_TABLE, database.endpoint())) {
            gone = database.endpoint();
            factory.prepare();
        }

        try (var again = dialect.create();
                var factory = factory(dialect, ONE_TABLE, again.endpoint())) {
            assertThat(again.endpoint()).isNotEqualTo(gone);
            // It has no such table yet, or this would fail.
            factory.prepare();
        }
    }

    private static Connection session(EmbeddedDialect dialect, Endpoint endpoint) throws SQLException {
        var properties = dialect.properties(1);
        properties.setProperty("user", endpoint.user());
        properties.setProperty("password", endpoint.password());
        var connection = DriverManager.getConnection(endpoint.url(), properties);
        connection.setAutoCommit(false);
        dialect.isolate(connection);
        connection.commit();
        return connection;
    }

    private static void execute(Connection connection, String... commands) throws SQLException {
        for (String command : List.of(commands)) {
            try (var statement = connection.createStatement()) {
                statement.execute(command);
            }
        }
    }
}
