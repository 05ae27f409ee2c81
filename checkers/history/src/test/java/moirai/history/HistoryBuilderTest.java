package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryBuilderTest {

    private static final Outcome COMMITTED = new Outcome.Committed();

    @Test
    void columnsSayWhatWasAdded() {
        var aborted = new Txn(
                4, List.of(new Op.Append(-7, 1), Op.Read.planned(9)), new Outcome.Aborted("40001"), -5, Long.MAX_VALUE);
        var committed = new Txn(
                0, List.of(new Op.Read(9, Elements.of(3, 4)), new Op.Read(-7, Elements.EMPTY)), COMMITTED, 1, 1);
        var empty = new Txn(0, List.of(), new Outcome.Indeterminate("08006"), 2, 3);

        History history = new HistoryBuilder(RunHeader.NONE)
                .add(aborted)
                .add(committed)
                .add(empty)
                .build();

        assertThat(history.txnCount()).isEqualTo(3);
        assertThat(history.opCount()).isEqualTo(4);
        assertThat(history.keyCount()).isEqualTo(2);
        assertThat(List.of(history.txn(0), history.txn(1), history.txn(2))).containsExactly(aborted, committed, empty);
        assertThat(history.keyName(0)).isEqualTo(-7);
        assertThat(history.isAnswered(1)).isFalse();
        assertThat(history.isAnswered(3)).isTrue();
        assertThat(history.isComplete()).isTrue();
    }

    @Test
    void readsThatExtendEachOtherShareOneList() {
        History history = new HistoryBuilder(RunHeader.NONE)
                .read(1, new int[] {5}, 1)
                .read(1, new int[] {5, 6, 7}, 3)
                .read(1, new int[] {5, 6}, 2)
                .read(1, new int[] {5, 8}, 2)
                .end(0, COMMITTED, 0, 0)
                .build();

        assertThat(List.of(history.list(0), history.list(1), history.list(2))).containsOnly(history.list(0));
        assertThat(history.list(3)).isNotEqualTo(history.list(0));
        assertThat(history.listSize(history.list(0))).isEqualTo(3);
        assertThat(history.listKey(history.list(3))).isZero();
        assertThat(history.elements(2)).isEqualTo(Elements.of(5, 6));
        assertThat(history.elements(3)).isEqualTo(Elements.of(5, 8));
    }

    @Test
    void unfinishedTransactionRunsUntilTheLatestTime() {
        History history = new HistoryBuilder(RunHeader.NONE)
                .append(1, 1)
                .endUnfinished(0, 10)
                .end(1, COMMITTED, 5, 99)
                .end(2, COMMITTED, 50, 60)
                .endUnfinished(3, 200)
                .build(false);

        assertThat(history.outcome(0)).isEqualTo(new Outcome.Indeterminate("unfinished"));
        assertThat(history.startNanos(0)).isEqualTo(10);
        assertThat(history.endNanos(0)).isEqualTo(200);
        assertThat(history.endNanos(1)).isEqualTo(99);
        assertThat(history.endNanos(3)).isEqualTo(200);
        assertThat(history.isComplete()).isFalse();
    }

    @Test
    void faultsAreOrderedByTime() {
        var kill = new FaultEvent(7, FaultEvent.Phase.INJECTED, "kill", "n1");
        var heal = new FaultEvent(9, FaultEvent.Phase.HEALED, "kill", "n1");
        var same = new FaultEvent(7, FaultEvent.Phase.INJECTED, "pause", "n2");

        History history = new HistoryBuilder(RunHeader.NONE)
                .fault(heal)
                .fault(kill)
                .fault(same)
                .build();

        assertThat(history.faults()).containsExactly(kill, same, heal);
    }

    @Test
    void nonsenseIsRefused() {
        var builder = new HistoryBuilder(RunHeader.NONE);

        assertThatThrownBy(() -> builder.append(1, Integer.MIN_VALUE)).hasMessageContaining("reserved");
        assertThatThrownBy(() -> builder.read(1, new int[1], 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> builder.end(-1, COMMITTED, 0, 0)).hasMessage("session -1 is negative");
        assertThatThrownBy(() -> builder.end(0, COMMITTED, 5, 4)).hasMessage("ends at 4 ns, before it starts at 5 ns");
        builder.append(1, 1);
        assertThatThrownBy(builder::build).hasMessage("ops were added after the last end of a transaction");
    }

    @Test
    void transactionChecksItself() {
        assertThatThrownBy(() -> new Txn(-1, List.of(), COMMITTED, 0, 0)).hasMessage("session -1 is negative");
        assertThatThrownBy(() -> new Txn(0, List.of(), COMMITTED, 1, 0))
                .hasMessage("ends at 0 ns, before it starts at 1 ns");
    }

    @Test
    void registersKeepNamesAndValuesOf64Bits() {
        var txn = new Txn(
                3,
                List.of(
                        Op.Read.planned(Long.MIN_VALUE),
                        new Op.Write(Long.MAX_VALUE, Long.MIN_VALUE),
                        new Op.ReadValue(1L << 40, 0),
                        new Op.ReadInitial(-1)),
                COMMITTED,
                5,
                9);

        History history = new HistoryBuilder(RunHeader.NONE).add(txn).build();

        assertThat(history.dataModel()).isEqualTo(DataModel.REGISTER);
        assertThat(history.txn(0)).isEqualTo(txn);
        assertThat(history.keyName(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(history.value(1)).isEqualTo(Long.MIN_VALUE);
        assertThat(answered(history)).containsExactly(false, false, true, true);
        assertThat(List.of(history.isWrite(0), history.isWrite(1), history.isWrite(2)))
                .containsExactly(false, true, false);
        assertThat(List.of(history.isInitialRead(0), history.isInitialRead(2), history.isInitialRead(3)))
                .containsExactly(false, false, true);
        assertThat(history.isAppend(1)).isFalse();
        assertThat(history.listCount()).isZero();
    }

    private static List<Boolean> answered(History history) {
        return IntStream.range(0, history.opCount())
                .mapToObj(history::isAnswered)
                .toList();
    }

    @Test
    void historyWithoutWritesAndAnswersHoldsLists() {
        History history = new HistoryBuilder(RunHeader.NONE)
                .unansweredRead(1)
                .end(0, COMMITTED, 0, 0)
                .build();

        assertThat(history.dataModel()).isEqualTo(DataModel.LIST_APPEND);
    }

    @Test
    void listsAndRegistersInOneHistoryAreRefusedWithTheirPlaces() {
        var lists = new HistoryBuilder(RunHeader.NONE)
                .unansweredRead(4)
                .append(1, 1)
                .end(0, COMMITTED, 0, 0)
                .unansweredRead(4);
        var registers =
                new HistoryBuilder(RunHeader.NONE).end(0, COMMITTED, 0, 0).readInitial(5);

        assertThatThrownBy(() -> lists.write(7, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("op 1 of T1 writes to key 7 among registers, but the keys of this history hold lists"
                        + " since op 1 of T0 on key 1; a history holds one kind");
        assertThatThrownBy(() -> lists.readValue(7, 1)).hasMessageContaining("reads key 7 among registers");
        assertThatThrownBy(() -> lists.readInitial(7)).hasMessageContaining("reads key 7 among registers");
        assertThatThrownBy(() -> registers.append(7, 1))
                .hasMessage("op 1 of T1 appends to key 7 among lists, but the keys of this history hold registers"
                        + " since op 0 of T1 on key 5; a history holds one kind");
        assertThatThrownBy(() -> registers.read(7, new int[0], 0)).hasMessageContaining("reads key 7 among lists");
        assertThat(lists.end(0, COMMITTED, 0, 0).build().opCount()).isEqualTo(3);
    }

    @Test
    void sourceWithoutTimesIsNoted() {
        assertThat(new HistoryBuilder(RunHeader.NONE).untimed().build().isTimed())
                .isFalse();
        assertThat(new HistoryBuilder(RunHeader.NONE).build().isTimed()).isTrue();
    }
}
