package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import moirai.clients.Client;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.EmbeddedDialect;
import moirai.clients.jdbc.dialects.H2Dialect;
import moirai.clients.jdbc.dialects.HsqldbDialect;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.dialects.SqliteDialect;
import moirai.clients.jdbc.tables.ListEncoding;
import moirai.clients.jdbc.tables.ListKey;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.ListWrite;
import moirai.clients.jdbc.tables.ReadLock;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.TxnPlan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that hold no lists. */
class ContentsIT {

    private static final int KEY = 5;

    static Stream<Arguments> databases() {
        return Stream.of(
                        new PostgresDialect(SqlIsolation.SERIALIZABLE),
                        new H2Dialect(SqlIsolation.SERIALIZABLE),
                        new HsqldbDialect(SqlIsolation.SERIALIZABLE),
                        new SqliteDialect(),
                        new MariadbDialect(SqlIsolation.SERIALIZABLE))
                .flatMap(dialect -> Stream.of(ListWrite.values()).map(write -> Arguments.of(dialect, write)));
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aRegisterHoldsWhatWasWrittenLast(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.REGISTER, client -> {
            var plan = new TxnPlan.Builder(DataModel.REGISTER, 5);
            plan.read(KEY).change(KEY, 7).read(KEY).change(KEY, -3).read(KEY);

            assertThat(committed(client, plan))
                    .containsExactly(
                            new Op.ReadInitial(KEY),
                            new Op.Write(KEY, 7),
                            new Op.ReadValue(KEY, 7),
                            new Op.Write(KEY, -3),
                            new Op.ReadValue(KEY, -3));
            assertThat(committed(client, new TxnPlan.Builder(DataModel.REGISTER, 1).read(KEY)))
                    .containsExactly(new Op.ReadValue(KEY, -3));
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aSetIsReadInOrder(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.SET, client -> {
            var plan = new TxnPlan.Builder(DataModel.SET, 4);
            plan.read(KEY).change(KEY, 9).change(KEY, 2).read(KEY);

            assertThat(committed(client, plan))
                    .containsExactly(
                            new Op.ReadSet(KEY, Elements.EMPTY),
                            new Op.Add(KEY, 9),
                            new Op.Add(KEY, 2),
                            new Op.ReadSet(KEY, Elements.of(2, 9)));
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aCounterStandsAtItsSum(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.COUNTER, client -> {
            var plan = new TxnPlan.Builder(DataModel.COUNTER, 4);
            plan.read(KEY).change(KEY, 5).change(KEY, -7).read(KEY);

            assertThat(committed(client, plan))
                    .containsExactly(
                            new Op.ReadCounter(KEY, 0),
                            new Op.Increment(KEY, 5),
                            new Op.Increment(KEY, -7),
                            new Op.ReadCounter(KEY, -2));
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aGuardedTransferTakesNoMoreThanThereIs(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.COUNTER, client -> {
            committed(client, new TxnPlan.Builder(DataModel.COUNTER, 1).change(KEY, 5));

            var tooMuch = client.run(transfer(6));

            assertThat(tooMuch.outcome()).isEqualTo(new Outcome.Aborted("insufficient balance"));
            assertThat(tooMuch.ops())
                    .containsExactly(
                            new Op.ReadCounter(KEY, 5), new Op.Increment(KEY, -6), new Op.Increment(KEY + 1, 6));
            assertThat(client.run(transfer(5)).outcome()).isEqualTo(new Outcome.Committed());
            assertThat(committed(
                            client,
                            new TxnPlan.Builder(DataModel.COUNTER, 2).read(KEY).read(KEY + 1)))
                    .containsExactly(new Op.ReadCounter(KEY, 0), new Op.ReadCounter(KEY + 1, 5));
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aPlannedRollbackComesAfterAllOpsAndLeavesNothing(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.COUNTER, client -> {
            var inVain = client.run(new TxnPlan.Builder(DataModel.COUNTER, 2)
                    .change(KEY, 5)
                    .read(KEY)
                    .rolledBack()
                    .build());

            assertThat(inVain.outcome()).isEqualTo(Outcome.Aborted.AS_PLANNED);
            assertThat(inVain.ops()).containsExactly(new Op.Increment(KEY, 5), new Op.ReadCounter(KEY, 5));
            assertThat(client.isOpen()).isTrue();
            assertThat(committed(client, new TxnPlan.Builder(DataModel.COUNTER, 1).read(KEY)))
                    .containsExactly(new Op.ReadCounter(KEY, 0));
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aRegisterIsSetOnlyIfItHoldsWhatIsExpected(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.REGISTER, (endpoint, options, client) -> {
            try (var connection = DriverManager.getConnection(endpoint.url(), endpoint.user(), endpoint.password())) {
                connection.setAutoCommit(false);
                dialect.isolate(connection);
                var tables = new ListTables(connection, options);

                assertThat(tables.compareAndSet(KEY, OptionalLong.of(7), 8))
                        .as("there is none")
                        .isFalse();
                assertThat(tables.compareAndSet(KEY, OptionalLong.empty(), 7)).isTrue();
                connection.commit();
                assertThat(tables.compareAndSet(KEY, OptionalLong.of(6), 9))
                        .as("it holds 7")
                        .isFalse();
                assertThat(tables.compareAndSet(KEY, OptionalLong.of(7), -8)).isTrue();
                connection.commit();
                assertThat(tables.compareAndSet(KEY, OptionalLong.empty(), 9))
                        .as("there is one")
                        .isFalse();
                connection.rollback();
            }
            assertThat(committed(client, new TxnPlan.Builder(DataModel.REGISTER, 1).read(KEY)))
                    .containsExactly(new Op.ReadValue(KEY, -8));
        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aGuardedPlanComparesWithItsLastReadOrWrite(Dialect dialect, ListWrite write) {
        onEmpty(dialect, write, DataModel.REGISTER, client -> {
            var plan = new TxnPlan.Builder(DataModel.REGISTER, 6).guarded();
            plan.read(KEY)
                    .change(KEY, 7)
                    .change(KEY, 8)
                    .read(KEY)
                    .change(KEY, 9)
                    .change(KEY + 1, 5);

            assertThat(committed(client, plan))
                    .containsExactly(
                            new Op.ReadInitial(KEY),
                            new Op.Write(KEY, 7),
                            new Op.Write(KEY, 8),
                            new Op.ReadValue(KEY, 8),
                            new Op.Write(KEY, 9),
                            new Op.Write(KEY + 1, 5));
            assertThat(committed(client, new TxnPlan.Builder(DataModel.REGISTER, 1).read(KEY)))
                    .containsExactly(new Op.ReadValue(KEY, 9));
        });
    }

    private static TxnPlan transfer(int amount) {
        return new TxnPlan.Builder(DataModel.COUNTER, 3)
                .read(KEY)
                .change(KEY, -amount)
                .change(KEY + 1, amount)
                .guarded()
                .build();
    }

    private static List<Op> committed(Client client, TxnPlan.Builder plan) {
        var ran = client.run(plan.build());
        assertThat(ran.outcome()).isEqualTo(new Outcome.Committed());
        return ran.ops();
    }

    /** A test that is given what sessions are opened with, and one of them. */
    private interface Test {
        void run(Endpoint endpoint, JdbcOptions options, Client client) throws SQLException;
    }

    private static void onEmpty(Dialect dialect, ListWrite write, DataModel contents, Consumer<Client> test) {
        onEmpty(dialect, write, contents, (endpoint, options, client) -> test.accept(client));
    }

    private static void onEmpty(Dialect dialect, ListWrite write, DataModel contents, Test test) {
        var storage = new ListStorage(contents, 2, ListEncoding.TEXT, ListKey.PRIMARY, write, ReadLock.NONE);
        if (dialect instanceof EmbeddedDialect embedded) {
            try (var database = embedded.create()) {
                onEmpty(database.endpoint(), new JdbcOptions(dialect, storage, 2, 5), test);
            }
        } else {
            Endpoint server = dialect instanceof MariadbDialect ? TestServer.mariadb() : TestServer.endpoint();
            onEmpty(server, new JdbcOptions(dialect, storage, 2, 5), test);
        }
    }

    private static void onEmpty(Endpoint endpoint, JdbcOptions options, Test test) {
        try (var factory = new JdbcClientFactory(endpoint, options)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                test.run(endpoint, options, client);
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }
    }
}
