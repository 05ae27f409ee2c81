package moirai.analysis.streaming.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

/** The part of a history that another stream needs to go on, which decides what may be dropped from the disk. */
class NeededPartTest {

    private static final int TXNS = 20_000;
    private static final int OF_KEY = 50;

    /** A window may be as long as all that has arrived: what is needed begins with the keys that are still in use. */
    @Test
    void oldTransactionsOfALongWindowAreNotNeeded() {
        var stream = new ListAppendStream(RunHeader.NONE, Past.NONE, StreamLimits.DEFAULT, Optional.empty());

        accept(stream, part(0, TXNS));
        accept(stream, part(TXNS, TXNS + OF_KEY));

        assertThat(stream.neededNanos()).isBetween(start(TXNS / 4), start(TXNS + OF_KEY));
    }

    private static void accept(ListAppendStream stream, History part) {
        int last = part.txnCount() - 1;
        stream.accept(part, new HistoryBuilder(RunHeader.NONE).build(), part.endNanos(last) + 1);
        stream.judge();
    }

    /** Makes transactions that read a list and append to it, one after the other. */
    private static History part(int from, int to) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int txn = from; txn < to; txn++) {
            int count = txn % OF_KEY;
            int[] elements = IntStream.rangeClosed(1, count).toArray();
            builder.read(txn / OF_KEY, elements, count).append(txn / OF_KEY, count + 1);
            builder.end(0, new Outcome.Committed(), start(txn), start(txn) + 5_000_000);
        }
        return builder.build();
    }

    private static long start(int txn) {
        return 10_000_000L * txn;
    }
}
