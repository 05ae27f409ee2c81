package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    private static void onEmpty(Dialect dialect, ListWrite write, DataModel contents, Consumer<Client> test) {
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

    private static void onEmpty(Endpoint endpoint, JdbcOptions options, Consumer<Client> test) {
        try (var factory = new JdbcClientFactory(endpoint, options)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                test.accept(client);
            }
        }
    }
}
