package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import org.junit.jupiter.api.Test;

class GrowingHistoryTest {

    private static final int X = 0;
    private static final int Y = 1;

    private static GrowingHistory growing(Axiom axiom, BaseOrder base) {
        return new GrowingHistory(new AxiomaticLevel(axiom, base));
    }

    private static int committedWriter(GrowingHistory history, int session, int key) {
        int txn = history.begin(session);
        history.write(txn, key);
        history.commit(txn);
        return txn;
    }

    @Test
    void candidatesComeNewestFirstAndTheInitialStateLast() {
        GrowingHistory history = growing(Axiom.CAUSAL, BaseOrder.SESSION);
        int first = committedWriter(history, 0, X);
        int second = committedWriter(history, 1, X);
        int reader = history.begin(2);

        assertThat(List.copyOf(history.readable(reader, X))).isEqualTo(List.of(second, first, INITIAL));
    }

    @Test
    void whatPrecedesInRealTimeIsVisibleOnlyWhereTheBaseOrderIsOfThat() {
        GrowingHistory sessions = growing(Axiom.CAUSAL, BaseOrder.SESSION);
        GrowingHistory realtime = growing(Axiom.CAUSAL, BaseOrder.REALTIME);
        for (GrowingHistory history : List.of(sessions, realtime)) {
            committedWriter(history, 0, X);
            history.begin(1);
        }

        assertThat(sessions.mayRead(1, X, INITIAL)).isTrue();
        assertThat(realtime.mayRead(1, X, INITIAL)).isFalse();
    }

    /** T1 reads y from T2, which follows T0 in real time, though T0 does not precede T1: causal only. */
    @Test
    void readAtomicSeesItsSourcesAndCausalTheirPastToo() {
        GrowingHistory atomic = growing(Axiom.READ_ATOMIC, BaseOrder.REALTIME);
        GrowingHistory causal = growing(Axiom.CAUSAL, BaseOrder.REALTIME);
        for (GrowingHistory history : List.of(atomic, causal)) {
            int reader = history.begin(0);
            committedWriter(history, 1, X);
            int source = committedWriter(history, 2, Y);
            history.read(reader, Y, source);
        }

        assertThat(atomic.mayRead(0, X, INITIAL)).isTrue();
        assertThat(causal.mayRead(0, X, INITIAL)).isFalse();
    }

    @Test
    void abortTakesWritesAwayAndLeavesReads() {
        GrowingHistory history = growing(Axiom.MONOTONIC_READS, BaseOrder.SESSION);
        int first = committedWriter(history, 0, X);
        int aborted = history.begin(1);
        history.read(aborted, X, first);
        history.write(aborted, X);
        history.abort(aborted);
        int next = history.begin(1);

        assertThat(history.writerCount(X)).isEqualTo(1);
        assertThat(List.copyOf(history.readable(next, X))).isEqualTo(List.of(first));
        assertThat(history.history().writes(aborted, X)).isFalse();
        assertThat(history.history().readCount()).isEqualTo(1);
    }

    @Test
    void mistakesAreNamed() {
        GrowingHistory history = growing(Axiom.CAUSAL, BaseOrder.SESSION);
        int pending = history.begin(0);
        history.write(pending, X);

        assertThatThrownBy(() -> history.begin(0)).hasMessage("session 0 begins a transaction while its T0 is pending");
        assertThatThrownBy(() -> history.mayRead(pending, X, INITIAL))
                .hasMessage("T0 reads key 0, which it wrote itself; expected a key that it did not write");
        assertThatThrownBy(() -> history.mayRead(history.begin(1), X, pending))
                .hasMessage(
                        "T1 reads key 0 from T0; expected a committed transaction that writes the key, or -1 for the"
                                + " initial state");
        assertThatThrownBy(() -> history.commit(7))
                .hasMessage("T7 has not begun; expected one of the first 2 transactions");
        for (Axiom axiom : List.of(Axiom.SERIAL, Axiom.PRAM)) {
            assertThatThrownBy(() -> growing(axiom, BaseOrder.NONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(axiom + " over NONE is not decided read by read; expected a saturable axiom other than"
                            + " PRAM");
        }
        assertThatThrownBy(() -> read(growing(Axiom.CAUSAL, BaseOrder.SESSION)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("T1 reads key 0 from the initial state, which CAUSAL over SESSION forbids");
    }

    /** Reads the initial state of a key in a session that has written it. */
    private static void read(GrowingHistory history) {
        committedWriter(history, 0, X);
        history.read(history.begin(0), X, INITIAL);
    }
}
