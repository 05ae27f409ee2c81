package moirai.clients.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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

    /** One session alone: every read has to return what was appended before, in its own transaction, too. */
    @ParameterizedTest
    @MethodSource("everyStorage")
    void readsReturnWhatWasAppended(ListStorage storage) {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE, storage)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                var random = new SplittableRandom(storage.hashCode());
                Map<Integer, List<Integer>> expected = new HashMap<>();
                for (int txn = 0; txn < 40; txn++) {
                    var plan = new TxnPlan.Builder(6);
                    var seen = new ArrayList<Op>();
                    for (int op = 0; op < 6; op++) {
                        int key = random.nextInt(-3, 4);
                        var list = expected.computeIfAbsent(key, absent -> new ArrayList<>());
                        if (random.nextBoolean()) {
                            int element = random.nextInt(Integer.MIN_VALUE + 1, Integer.MAX_VALUE);
                            list.add(element);
                            plan.append(key, element);
                            seen.add(new Op.Append(key, element));
                        } else {
                            plan.read(key);
                            seen.add(new Op.Read(key, elements(list)));
                        }
                    }

                    var ran = client.run(plan.build());

                    assertThat(ran.outcome()).isEqualTo(new Outcome.Committed());
                    assertThat(ran.ops()).isEqualTo(seen);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everyStorage")
    void scansReturnTheListsOfARangeInOrder(ListStorage storage) {
        try (var factory = TestServer.factory(SqlIsolation.SERIALIZABLE, storage)) {
            factory.prepare();
            try (var client = factory.open(0, TestServer.ticks())) {
                var plan = new TxnPlan.Builder(20).scan(-9, 9);
                List<Op> seen = new ArrayList<>(List.of(new Op.Scan(-9, 9, 0)));
                for (int key : new int[] {4, -2, 7, 0, 12, 3}) {
                    plan.append(key, key + 100);
                    seen.add(new Op.Append(key, key + 100));
                }
                plan.append(3, 1).scan(-2, 4).scan(8, 11);
                seen.add(new Op.Append(3, 1));
                seen.add(new Op.Scan(-2, 4, 4));
                seen.add(new Op.Read(-2, Elements.of(98)));
                seen.add(new Op.Read(0, Elements.of(100)));
                seen.add(new Op.Read(3, Elements.of(103, 1)));
                seen.add(new Op.Read(4, Elements.of(104)));
                seen.add(new Op.Scan(8, 11, 0));

                var ran = client.run(plan.build());

                assertThat(ran.outcome()).isEqualTo(new Outcome.Committed());
                assertThat(ran.ops()).isEqualTo(seen);
            }
        }
    }

    private static Elements elements(List<Integer> list) {
        return Elements.of(list.stream().mapToInt(Integer::intValue).toArray());
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
