package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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
}
