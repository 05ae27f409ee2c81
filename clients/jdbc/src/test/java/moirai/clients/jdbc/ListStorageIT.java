package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.clients.jdbc.dialects.Failures;
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
import org.junit.jupiter.params.provider.MethodSource;

class ListStorageIT {

    static Stream<ListStorage> everyStorage() {
        var all = new ArrayList<ListStorage>();
        for (ListEncoding encoding : ListEncoding.values()) {
            for (ListKey key : ListKey.values()) {
                for (ListWrite write : ListWrite.values()) {
                    for (ReadLock lock : ReadLock.values()) {
                        all.add(new ListStorage(1 + all.size() % 4, encoding, key, write, lock));
                    }
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("everyStorage")
    void readsReturnWhatWasAppended(ListStorage storage) {
        ListLaws.readsReturnWhatWasAppended(TestServer.factory(SqlIsolation.SERIALIZABLE, storage), storage.hashCode());
    }

    @ParameterizedTest
    @MethodSource("everyStorage")
    void scansReturnTheListsOfARangeInOrder(ListStorage storage) {
        ListLaws.scansReturnTheListsOfARangeInOrder(TestServer.factory(SqlIsolation.SERIALIZABLE, storage));
    }

    /** Between its update and its insert somebody else inserts the row: the savepoint saves the transaction. */
    @Test
    void insertThatComesTooLateBecomesAnUpdate() throws SQLException {
        assertThat(appendWhileAnotherInserts(SqlIsolation.READ_COMMITTED)).isEqualTo(new Outcome.Committed());
    }

    /** The snapshot has no such row, and yet it cannot be inserted. */
    @Test
    void insertThatComesTooLateForItsSnapshotAborts() throws SQLException {
        assertThat(appendWhileAnotherInserts(SqlIsolation.REPEATABLE_READ))
                .isEqualTo(new Outcome.Aborted(Failures.NO_ROW_WRITTEN));
    }

    private static Outcome appendWhileAnotherInserts(SqlIsolation isolation) throws SQLException {
        var storage = new ListStorage(1, ListEncoding.TEXT, ListKey.PRIMARY, ListWrite.UPDATE_INSERT, ReadLock.NONE);
        try (var factory = TestServer.factory(isolation, storage);
                var other = TestServer.admin();
                var observer = TestServer.admin()) {
            factory.prepare();
            other.setAutoCommit(false);
            TestServer.execute(other, "INSERT INTO moirai_append0 VALUES (5, 5, '1')");
            try (var client = factory.open(0, TestServer.ticks())) {
                var ran = CompletableFuture.supplyAsync(() -> client.run(TxnPlan.of(new Op.Append(5, 2))));
                TestServer.awaitWaiting(observer, "Lock");
                other.commit();

                var outcome = ran.join().outcome();

                assertThat(client.isOpen()).isTrue();
                assertThat(client.run(TxnPlan.of(Op.Read.planned(5))).ops())
                        .containsExactly(
                                new Op.Read(5, outcome.mayHaveTakenEffect() ? Elements.of(1, 2) : Elements.of(1)));
                return outcome;
            }
        }
    }

    @Test
    void keysAreSpreadOverAllTables() {
        var storage = new ListStorage(3, ListEncoding.TEXT, ListKey.PRIMARY, ListWrite.UPSERT, ReadLock.NONE);

        var counts = new int[3];
        IntStream.range(-1_500, 1_500).forEach(key -> counts[storage.tableOf(key)]++);

        assertThat(IntStream.of(counts).boxed()).allMatch(count -> count > 850 && count < 1_150);
        assertThat(IntStream.range(0, 9).map(storage::tableOf)).doesNotContainSequence(0, 1, 2, 0, 1, 2);
    }

    @Test
    void unknownChoicesAreNamedWithWhatIsAllowed() {
        assertThatThrownBy(() -> ListEncoding.parse("json"))
                .hasMessage("'json' is not a list encoding; allowed: text, array");
        assertThatThrownBy(() -> ListKey.parse("tertiary"))
                .hasMessage("'tertiary' is not a list key; allowed: primary, secondary, secondary-scan");
        assertThatThrownBy(() -> ListWrite.parse("merge"))
                .hasMessage("'merge' is not a list write; allowed: upsert, update-insert");
        assertThatThrownBy(() -> ReadLock.parse("share"))
                .hasMessage("'share' is not a read lock; allowed: none, for-update");
        assertThatThrownBy(() -> SqlIsolation.parse("snapshot"))
                .hasMessage("'snapshot' is not a SQL isolation level; allowed: read-uncommitted, read-committed,"
                        + " repeatable-read, serializable");
        assertThatThrownBy(
                        () -> new ListStorage(0, ListEncoding.TEXT, ListKey.PRIMARY, ListWrite.UPSERT, ReadLock.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 1 to 100, not 0");
    }

    @Test
    void choicesAreFoundByTheirLabels() {
        for (ListKey key : ListKey.values()) {
            assertThat(ListKey.parse(key.label())).isEqualTo(key);
        }
        for (SqlIsolation isolation : SqlIsolation.values()) {
            assertThat(SqlIsolation.parse(isolation.label())).isEqualTo(isolation);
        }
        assertThat(ListStorage.DEFAULT).hasToString("3 tables, text, primary, upsert, read lock none");
    }
}
