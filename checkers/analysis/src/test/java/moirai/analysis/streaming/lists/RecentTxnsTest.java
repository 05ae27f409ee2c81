package moirai.analysis.streaming.lists;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class RecentTxnsTest {

    private static final int MAX = 1_000;
    private static final int FOUNDERS = 500;
    private static final int RELEASED = 10;

    /** Windows of many founders, in each of which few transactions are released. */
    @Test
    void foundersOfWindowsDoNotStayInMemory() {
        var recent = new RecentTxns(RunHeader.NONE, MAX);
        for (int window = 0; window < 1_000; window++) {
            recent.add(window(window), released(), (window + 1L) * RELEASED);
        }

        assertThat(recent.inMemory()).isLessThan(2 * (MAX + RELEASED));
    }

    @Test
    void whatIsKeptOfWindowsIsWhatWasReleased() {
        var recent = new RecentTxns(RunHeader.NONE, MAX);
        for (int window = 0; window < 1_000; window++) {
            recent.add(window(window), released(), (window + 1L) * RELEASED);
        }
        var builder = new WindowBuilder(RunHeader.NONE);

        recent.addTo(builder, 9_994);

        History kept = builder.build(false);
        assertThat(kept.txnCount()).isEqualTo(RELEASED);
        for (int i = 0; i < RELEASED; i++) {
            assertThat(kept.startNanos(i)).isEqualTo(start(999, i));
            assertThat(kept.element(kept.firstOp(i))).isEqualTo(i);
        }
        assertThat(recent.reachBackTo(9_001)).isTrue();
        assertThat(recent.reachBackTo(9_000)).isFalse();
    }

    private static History window(int number) {
        var window = new HistoryBuilder(RunHeader.NONE);
        for (int founder = 0; founder < FOUNDERS; founder++) {
            window.append(1, -founder - 1).end(0, new Outcome.Committed(), founder, founder);
        }
        for (int i = 0; i < RELEASED; i++) {
            window.append(2, i).end(1, new Outcome.Committed(), start(number, i), start(number, i));
        }
        return window.build();
    }

    private static long start(int window, int i) {
        return 1_000 + (long) window * RELEASED + i;
    }

    private static IntArrayList released() {
        var released = new IntArrayList();
        for (int i = 0; i < RELEASED; i++) {
            released.add(FOUNDERS + i);
        }
        return released;
    }
}
