package moirai.history;

import static moirai.history.SameHistory.requireSame;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Histories that are put together are the one that would have been built of their transactions. */
class AddAllProperties {

    @Property
    void columnsAreThoseOfAllTransactions(
            @ForAll("lists") List<Txn> first, @ForAll("lists") List<Txn> second, @ForAll("lists") List<Txn> last) {
        var together = new HistoryBuilder(RunHeader.NONE).addAll(of(first)).addAll(of(second));
        last.forEach(together::add);
        var oneByOne = new HistoryBuilder(RunHeader.NONE);
        List.of(first, second, last).forEach(part -> part.forEach(oneByOne::add));

        requireSame(together.build(), oneByOne.build());
    }

    @Property
    void historiesOfEveryKindCanBeAdded(@ForAll("any") List<Txn> txns) {
        var together = new HistoryBuilder(RunHeader.NONE).addAll(of(txns));
        var oneByOne = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(oneByOne::add);

        requireSame(together.build(), oneByOne.build());
    }

    @Example
    void listsCannotBeAddedToRegisters() {
        var lists = new HistoryBuilder(RunHeader.NONE);
        lists.append(1, 1).end(0, new Outcome.Committed(), 0, 1);
        var registers = new HistoryBuilder(RunHeader.NONE);
        registers.write(2, 2).end(0, new Outcome.Committed(), 0, 1);
        History from = lists.build();

        assertThatThrownBy(() -> registers.addAll(from))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a history holds one kind");
    }

    @Example
    void nothingCanBeAddedWithinATransaction() {
        var begun = new HistoryBuilder(RunHeader.NONE).append(1, 1);
        History from = of(List.of());

        assertThatThrownBy(() -> begun.addAll(from)).hasMessage("a history can be added between transactions only");
    }

    private static History of(List<Txn> txns) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(builder::add);
        return builder.build();
    }

    @Provide
    Arbitrary<List<Txn>> lists() {
        return Recordings.txns(0);
    }

    @Provide
    Arbitrary<List<Txn>> any() {
        return Recordings.anyTxns(0);
    }
}
