package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.Axiom.CAUSAL;
import static moirai.analysis.axioms.Axiom.MONOTONIC_READS;
import static moirai.analysis.axioms.Axiom.MONOTONIC_WRITES;
import static moirai.analysis.axioms.Axiom.NONE;
import static moirai.analysis.axioms.Axiom.READ_ATOMIC;
import static moirai.analysis.axioms.Axiom.READ_COMMITTED;
import static moirai.analysis.axioms.Axiom.READ_YOUR_WRITES;
import static moirai.analysis.axioms.Axiom.SERIAL;
import static moirai.analysis.axioms.Axiom.WRITES_FOLLOW_READS;
import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import org.junit.jupiter.api.Test;

/** The smallest histories for each axiom. Keys are x = 0, y = 1. */
class SaturationDeciderTest {

    private static final int X = 0;
    private static final int Y = 1;

    private static KeyValueHistory.Builder untimed() {
        return new KeyValueHistory.Builder(false);
    }

    private static Decision decide(Axiom axiom, BaseOrder order, KeyValueHistory.Builder history) {
        return new SaturationDecider(new AxiomaticLevel(axiom, order)).decide(history.build());
    }

    private static Decision impossible(Integer... suspects) {
        return new Decision.Impossible(List.of(suspects));
    }

    private static Decision ordered(int... txns) {
        return new Decision.Ordered(CommitOrder.of(txns));
    }

    @Test
    void axiomThatDependsOnTheCommitOrderIsRefused() {
        assertThatThrownBy(() -> new SaturationDecider(new AxiomaticLevel(SERIAL, BaseOrder.NONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SERIAL")
                .hasMessageContaining("READ_COMMITTED");
    }

    @Test
    void emptyHistoryIsOrdered() {
        for (AxiomaticLevel level : RandomHistories.levels()) {
            assertThat(new SaturationDecider(level).decide(untimed().build())).isEqualTo(ordered());
        }
    }

    @Test
    void blindWritesCommitInTheRecordedOrder() {
        for (AxiomaticLevel level : RandomHistories.levels()) {
            var history = untimed().txn(0).write(X).txn(1).write(X).txn(0).write(X);
            assertThat(new SaturationDecider(level).decide(history.build())).isEqualTo(ordered(0, 1, 2));
        }
    }

    @Test
    void readersOfEachOtherHaveNoOrder() {
        var history = untimed().txn(0).read(X, 1).write(Y).txn(1).read(Y, 0).write(X);

        assertThat(decide(NONE, BaseOrder.NONE, history)).isEqualTo(impossible(0, 1));
    }

    @Test
    void readerIsMovedBehindItsSource() {
        var history = untimed().txn(0).read(X, 1).txn(1).write(X);

        assertThat(decide(NONE, BaseOrder.NONE, history)).isEqualTo(ordered(1, 0));
    }

    @Test
    void sessionMustNotReadFromItsFuture() {
        assertThat(decide(
                        NONE, BaseOrder.NONE, untimed().txn(0).read(X, 1).txn(0).write(X)))
                .isEqualTo(ordered(1, 0));
        assertThat(decide(
                        NONE,
                        BaseOrder.SESSION,
                        untimed().txn(0).read(X, 1).txn(0).write(X)))
                .isEqualTo(impossible(0, 1));
    }

    @Test
    void nobodyReadsFromWhoBeganAfterItsEnd() {
        var history = new KeyValueHistory.Builder(true)
                .txn(0, 0, 1, 0)
                .read(X, 1)
                .txn(1, 2, 3, 1)
                .write(X);

        assertThat(decide(NONE, BaseOrder.REALTIME, history)).isEqualTo(impossible(0, 1));
    }

    @Test
    void touchingIntervalsAndUnseenEndsAreConcurrent() {
        var history = new KeyValueHistory.Builder(true)
                .txn(0, 0, 2, 0)
                .read(X, 1)
                .txn(1, 2, Long.MAX_VALUE, 1)
                .write(X)
                .txn(2, 9, 9, 2)
                .read(X, INITIAL);

        assertThat(decide(READ_ATOMIC, BaseOrder.REALTIME, history)).isEqualTo(ordered(1, 0, 2));
    }

    @Test
    void initialStateIsNotReadAfterAnOwnWrite() {
        assertThat(decide(
                        READ_YOUR_WRITES,
                        BaseOrder.NONE,
                        untimed().txn(0).write(X).txn(0).read(X, INITIAL)))
                .isEqualTo(impossible(0, 1));
        assertThat(decide(
                        READ_COMMITTED,
                        BaseOrder.SESSION,
                        untimed().txn(0).write(X).txn(0).read(X, INITIAL)))
                .isEqualTo(ordered(0, 1));
    }

    @Test
    void ownOverwrittenVersionIsReadOnlyIfTheSessionCommitsBackwards() {
        assertThat(decide(
                        READ_YOUR_WRITES,
                        BaseOrder.NONE,
                        untimed().txn(0).write(X).txn(0).write(X).txn(0).read(X, 0)))
                .isEqualTo(ordered(1, 0, 2));
        assertThat(decide(
                        READ_YOUR_WRITES,
                        BaseOrder.SESSION,
                        untimed().txn(0).write(X).txn(0).write(X).txn(0).read(X, 0)))
                .isEqualTo(impossible(0, 1, 2));
    }

    @Test
    void sessionMustNotReadBackToAnEarlierSource() {
        var history = untimed()
                .txn(0)
                .write(X)
                .txn(0)
                .write(X)
                .txn(1)
                .read(X, 1)
                .txn(1)
                .read(X, 0);

        assertThat(decide(MONOTONIC_READS, BaseOrder.SESSION, history)).isEqualTo(impossible(0, 1, 2, 3));
    }

    @Test
    void sessionMustNotReadToAndFro() {
        var history = untimed()
                .txn(0)
                .write(X)
                .txn(1)
                .write(X)
                .txn(2)
                .read(X, 0)
                .txn(2)
                .read(X, 1)
                .txn(2)
                .read(X, 0);

        assertThat(decide(MONOTONIC_READS, BaseOrder.NONE, history)).isEqualTo(impossible(0, 1, 2, 3, 4));
    }

    /** T1's own write is not visible to its reads, though its session has read it before. */
    @Test
    void readerIsNotItsOwnOverwriter() {
        var history =
                untimed().txn(0).read(X, 1).txn(0).read(X, 2).write(X).txn(1).write(X);

        assertThat(decide(MONOTONIC_READS, BaseOrder.NONE, history)).isEqualTo(ordered(2, 1, 0));
    }

    @Test
    void writersOfASessionKeepItsOrderAtMonotonicWrites() {
        var history = untimed().txn(0).read(Y, 1).write(X).txn(0).write(Y);

        assertThat(decide(MONOTONIC_WRITES, BaseOrder.NONE, history)).isEqualTo(impossible(0, 1));
    }

    @Test
    void readersOfASessionMayCommitInAnyOrderAtMonotonicWrites() {
        var history = untimed().txn(0).read(Y, 1).txn(0).write(Y);

        assertThat(decide(MONOTONIC_WRITES, BaseOrder.NONE, history)).isEqualTo(ordered(1, 0));
    }

    /** T1 writes what T2 reads, and T2 wrote what T1's session read before. */
    @Test
    void writerFollowsWhatItsSessionRead() {
        var history =
                untimed().txn(0).read(X, 2).txn(0).write(Y).txn(1).read(Y, 1).write(X);

        assertThat(decide(WRITES_FOLLOW_READS, BaseOrder.NONE, history)).isEqualTo(impossible(0, 1, 2));
    }

    @Test
    void writerNeedNotFollowItself() {
        var history = untimed().txn(0).read(X, 1).txn(0).write(X);

        assertThat(decide(WRITES_FOLLOW_READS, BaseOrder.NONE, history)).isEqualTo(ordered(1, 0));
    }

    @Test
    void earlierReadShowsWhatALaterReadMisses() {
        var later = untimed().txn(0).write(X).write(Y).txn(1).read(X, 0).read(Y, INITIAL);
        var earlier = untimed().txn(0).write(X).write(Y).txn(1).read(Y, INITIAL).read(X, 0);

        assertThat(decide(READ_COMMITTED, BaseOrder.NONE, later)).isEqualTo(impossible(0, 1));
        assertThat(decide(READ_COMMITTED, BaseOrder.NONE, earlier)).isEqualTo(ordered(0, 1));
    }

    @Test
    void fracturedReadIsRefusedAtReadAtomicAlone() {
        assertThat(decide(
                        READ_ATOMIC,
                        BaseOrder.NONE,
                        untimed()
                                .txn(0)
                                .write(X)
                                .write(Y)
                                .txn(1)
                                .read(Y, INITIAL)
                                .read(X, 0)))
                .isEqualTo(impossible(0, 1));
    }

    @Test
    void repeatedReadMayMoveOnAtReadCommittedAlone() {
        assertThat(decide(READ_COMMITTED, BaseOrder.NONE, repeatedRead(0, 1, 1)))
                .isEqualTo(ordered(0, 1, 2));
        assertThat(decide(READ_ATOMIC, BaseOrder.NONE, repeatedRead(0, 1, 1))).isEqualTo(impossible(0, 1, 2));
        assertThat(decide(READ_COMMITTED, BaseOrder.NONE, repeatedRead(0, 1, 0)))
                .isEqualTo(impossible(0, 1, 2));
        assertThat(decide(READ_ATOMIC, BaseOrder.NONE, repeatedRead(0, 0, 0))).isEqualTo(ordered(0, 1, 2));
    }

    private static KeyValueHistory.Builder repeatedRead(int first, int second, int third) {
        return untimed()
                .txn(0)
                .write(X)
                .txn(1)
                .write(X)
                .txn(2)
                .read(X, first)
                .read(X, second)
                .read(X, third);
    }

    @Test
    void whoReadsTheFirstOfTwoThatEndedOrdersThem() {
        assertThat(decide(READ_ATOMIC, BaseOrder.REALTIME, timed(1))).isEqualTo(ordered(1, 0, 2));
        assertThat(decide(READ_ATOMIC, BaseOrder.REALTIME, timed(3))).isEqualTo(impossible(0, 1, 2));
        assertThat(decide(READ_ATOMIC, BaseOrder.SESSION, timed(3))).isEqualTo(ordered(0, 1, 2));
    }

    /** T2 reads from T0 after both T0, in [0, 2], and T1 have ended. */
    private static KeyValueHistory.Builder timed(int startOfT1) {
        return new KeyValueHistory.Builder(true)
                .txn(0, 0, 2, 0)
                .write(X)
                .txn(1, startOfT1, 4, 1)
                .write(X)
                .txn(2, 5, 6, 2)
                .read(X, 0);
    }

    /** T2 learns of T1's y, which knows of T0's x, which T2 has not seen. */
    @Test
    void readThatMissesItsCausalPastIsRefusedAtCausalAlone() {
        assertThat(decide(READ_ATOMIC, BaseOrder.SESSION, missedCause())).isEqualTo(ordered(0, 1, 2));
        assertThat(decide(CAUSAL, BaseOrder.SESSION, missedCause())).isEqualTo(impossible(0, 1, 2));
        assertThat(decide(CAUSAL, BaseOrder.NONE, missedCause())).isEqualTo(impossible(0, 1, 2));
    }

    private static KeyValueHistory.Builder missedCause() {
        return untimed()
                .txn(0)
                .write(X)
                .txn(1)
                .read(X, 0)
                .write(Y)
                .txn(2)
                .read(Y, 1)
                .read(X, INITIAL);
    }

    /** T1 knows of T0 through its session or through time only. */
    @Test
    void causalPastGoesThroughTheBaseOrder() {
        var inSession =
                untimed().txn(0).write(X).txn(0).write(Y).txn(1).read(Y, 1).read(X, INITIAL);
        var inTime = new KeyValueHistory.Builder(true)
                .txn(0, 0, 1, 0)
                .write(X)
                .txn(1, 2, 3, 1)
                .write(Y)
                .txn(2, 0, 4, 2)
                .read(Y, 1)
                .read(X, INITIAL);

        assertThat(decide(CAUSAL, BaseOrder.SESSION, inSession)).isEqualTo(impossible(0, 1, 2));
        assertThat(decide(CAUSAL, BaseOrder.REALTIME, inTime)).isEqualTo(impossible(0, 1, 2));
    }

    @Test
    void knownVersionsKeepTheirOrder() {
        assertThat(decide(NONE, BaseOrder.NONE, versions(1, 0))).isEqualTo(ordered(1, 0, 2));
        assertThat(decide(NONE, BaseOrder.NONE, versions(0, 1, 0))).isEqualTo(impossible(0, 1));
        assertThat(decide(NONE, BaseOrder.NONE, versions(2))).isEqualTo(ordered(2, 0, 1));
        assertThat(decide(NONE, BaseOrder.SESSION, versions(1, 0))).isEqualTo(impossible(0, 1));
    }

    private static KeyValueHistory.Builder versions(int... writers) {
        return untimed().txn(0).write(X).txn(0).write(X).txn(1).write(X).versions(X, writers);
    }

    @Test
    void causalPastThatIsTooLargeIsUndecided() {
        // The sessions contradict the reads, so that without sessions chains of reads are needed.
        var history = untimed().txn(0).read(X, 1).txn(0).write(X).build();
        var level = new AxiomaticLevel(CAUSAL, BaseOrder.NONE);

        assertThat(new SaturationDecider(level, 1).decide(history)).isInstanceOf(Decision.Undecided.class);
        assertThat(new SaturationDecider(level, 2).decide(history)).isEqualTo(ordered(1, 0));
    }
}
