package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.analysis.axioms.Answer;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.StepBudget;
import org.junit.jupiter.api.Test;

class GrowingHistoryTest {

    private static final int X = 0;
    private static final int Y = 1;

    private static GrowingHistory growing(Axiom axiom, BaseOrder base) {
        return new GrowingHistory(
                new AxiomaticLevel(axiom, base), new StepBudget(1000), history -> new Decision.Undecided("not asked"));
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

        assertThat(history.readable(reader, X)).isEqualTo(new Candidates(List.of(second, first, INITIAL), List.of()));
    }

    @Test
    void whatPrecedesInRealTimeIsVisibleOnlyWhereTheBaseOrderIsOfThat() {
        GrowingHistory sessions = growing(Axiom.CAUSAL, BaseOrder.SESSION);
        GrowingHistory realtime = growing(Axiom.CAUSAL, BaseOrder.REALTIME);
        for (GrowingHistory history : List.of(sessions, realtime)) {
            committedWriter(history, 0, X);
            history.begin(1);
        }

        assertThat(sessions.mayRead(1, X, INITIAL)).isEqualTo(Answer.YES);
        assertThat(realtime.mayRead(1, X, INITIAL)).isEqualTo(Answer.NO);
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

        assertThat(atomic.mayRead(0, X, INITIAL)).isEqualTo(Answer.YES);
        assertThat(causal.mayRead(0, X, INITIAL)).isEqualTo(Answer.NO);
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
        assertThat(history.readable(next, X)).isEqualTo(new Candidates(List.of(first), List.of()));
        assertThat(history.history().writes(aborted, X)).isFalse();
        assertThat(history.history().readCount()).isEqualTo(1);
    }

    /** Both read the initial x; the second to write it would overwrite a version that it did not see. */
    @Test
    void lostUpdateIsRefusedAtTheWriteOfTheSecond() {
        GrowingHistory history = growing(Axiom.SNAPSHOT, BaseOrder.SESSION);
        int first = history.begin(0);
        int second = history.begin(1);
        history.read(first, X, INITIAL);
        history.read(second, X, INITIAL);
        history.write(first, X);
        history.commit(first);

        assertThat(history.mayWrite(second, X)).isEqualTo(Answer.NO);
        assertThat(history.mayWrite(second, Y)).isEqualTo(Answer.YES);
        assertThatThrownBy(() -> history.write(second, X))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("T1 writes key 0, which SNAPSHOT over SESSION forbids");
    }

    /** No serial order has both write; to see that takes a step for each writer of another key. */
    @Test
    void exhaustedBudgetIsNeitherYesNorNo() {
        var history = new GrowingHistory(
                new AxiomaticLevel(Axiom.SERIAL, BaseOrder.SESSION),
                new StepBudget(1),
                recorded -> new Decision.Undecided("one step"));
        committedWriter(history, 2, 2);
        committedWriter(history, 2, 2);
        int first = history.begin(0);
        int second = history.begin(1);
        history.read(first, X, INITIAL);
        history.read(second, Y, INITIAL);
        history.write(second, X);
        history.commit(second);

        assertThat(history.mayWrite(first, Y)).isEqualTo(Answer.UNDECIDED);
        assertThatThrownBy(() -> history.write(first, Y))
                .hasMessage("T2 writes key 1, which SERIAL over SESSION may or may not allow: the budget ended first");
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
        assertThatThrownBy(() -> history.rollback(0))
                .hasMessage("rollback to event 0; expected a mark from mark(), which was not called");
        assertThatThrownBy(() -> new GrowingHistory(new AxiomaticLevel(Axiom.SERIAL, BaseOrder.NONE)))
                .hasMessage("SERIAL over NONE needs a search; expected a saturable axiom, or a budget and a decider");
        assertThatThrownBy(() -> new GrowingHistory(new AxiomaticLevel(Axiom.PRAM, BaseOrder.NONE)))
                .hasMessage("PRAM over NONE is not decided read by read; expected another axiom");
    }
}
