package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Compares two histories in all columns, which is stricter than comparing their transactions. */
public final class SameHistory {

    private SameHistory() {}

    /** Fails with the first column that differs. */
    public static void requireSame(History actual, History expected) {
        assertThat(actual.header()).isEqualTo(expected.header());
        requireSameColumns(actual, expected);
        assertThat(actual.faults()).isEqualTo(expected.faults());
        assertThat(actual.isComplete()).isEqualTo(expected.isComplete());
    }

    /** Compares all but what only our own formats have: the origin of the history, and faults. */
    public static void requireSameColumns(History actual, History expected) {
        assertThat(actual.dataModel()).isEqualTo(expected.dataModel());
        assertThat(actual.isTimed()).isEqualTo(expected.isTimed());
        assertThat(actual.labels()).isEqualTo(expected.labels());
        assertThat(keys(actual)).as("keys").containsExactly(keys(expected));
        assertThat(txns(actual)).as("transactions").containsExactly(txns(expected));
        assertThat(ops(actual)).as("ops").containsExactly(ops(expected));
        assertThat(lists(actual)).as("lists").containsExactly(lists(expected));
        assertThat(Recordings.txns(actual)).isEqualTo(Recordings.txns(expected));
    }

    private static long[] keys(History history) {
        return IntStream.range(0, history.keyCount())
                .mapToLong(history::keyName)
                .toArray();
    }

    private static long[] txns(History history) {
        return IntStream.range(0, history.txnCount())
                .mapToObj(txn -> LongStream.of(
                        history.session(txn),
                        history.startNanos(txn),
                        history.endNanos(txn),
                        history.firstOp(txn),
                        history.endOp(txn)))
                .flatMapToLong(columns -> columns)
                .toArray();
    }

    private static long[] ops(History history) {
        boolean holdsNumbers = history.dataModel() == DataModel.REGISTER || history.dataModel() == DataModel.COUNTER;
        return IntStream.range(0, history.opCount())
                .mapToObj(op -> LongStream.of(
                        history.key(op), history.list(op), holdsNumbers ? history.value(op) : history.element(op)))
                .flatMapToLong(columns -> columns)
                .toArray();
    }

    private static int[] lists(History history) {
        return IntStream.range(0, history.listCount())
                .mapToObj(list -> IntStream.concat(
                        IntStream.of(history.listKey(list), history.listSize(list)),
                        IntStream.range(0, history.listSize(list)).map(i -> history.listElement(list, i))))
                .flatMapToInt(columns -> columns)
                .toArray();
    }
}
