package moirai.history;

import static moirai.history.SameHistory.requireSame;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A history that is put into another order is the one that would have been built in it, to the last dense id. */
class ReorderProperties {

    @Property
    void reorderedColumnsAreThoseOfTheOtherOrder(@ForAll("txns") List<Txn> txns, @ForAll Random random) {
        int[] order = shuffled(txns.size(), random);
        var inOrder = new HistoryBuilder(RunHeader.NONE);
        for (int txn : order) {
            inOrder.add(txns.get(txn));
        }
        var reordered = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(reordered::add);

        requireSame(reordered.reorder(order).build(), inOrder.build());
    }

    @Property
    void columnsThatRoomWasMadeForAreTheSame(
            @ForAll("txns") List<Txn> txns,
            @ForAll @IntRange(max = 3000) int txnCount,
            @ForAll @IntRange(max = 3000) int ops) {
        var grown = new HistoryBuilder(RunHeader.NONE);
        var roomy = new HistoryBuilder(RunHeader.NONE).reserve(txnCount, ops);
        for (Txn txn : txns) {
            grown.add(txn);
            roomy.add(txn).reserve(txnCount, ops);
        }

        requireSame(roomy.build(), grown.build());
    }

    @Example
    void whatNeverEndedStillRunsUntilTheLatestTime() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        builder.append(1, 1).endUnfinished(0, 5);
        builder.append(1, 2).end(1, new Outcome.Committed(), 6, 9);
        var expected = new HistoryBuilder(RunHeader.NONE);
        expected.append(1, 2).end(1, new Outcome.Committed(), 6, 9);
        expected.append(1, 1).end(0, Outcome.Indeterminate.UNFINISHED, 5, 9);

        requireSame(builder.reorder(new int[] {1, 0}).build(), expected.build());
    }

    @Example
    void anOrderHasEachTransactionOnce() {
        requireRefused();
        requireRefused(0);
        requireRefused(0, 0);
        requireRefused(0, 2);
        requireRefused(-1, 0);
        requireRefused(0, 1, 1);
    }

    private static void requireRefused(int... order) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        builder.append(1, 1).end(0, new Outcome.Committed(), 0, 1);
        builder.append(1, 2).end(0, new Outcome.Committed(), 2, 3);

        assertThatThrownBy(() -> builder.reorder(order)).hasMessage("an order that does not have each of 2 once");
    }

    private static int[] shuffled(int count, Random random) {
        int[] order = IntStream.range(0, count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = order[i];
            order[i] = order[other];
            order[other] = moved;
        }
        return order;
    }

    @Provide
    Arbitrary<List<Txn>> txns() {
        return Recordings.anyTxns(0);
    }
}
