package moirai.analysis.streaming.lists;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import moirai.analysis.Verdict;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/**
 * What transactions did becomes known after they were released, and in an order in which it is easily missed. In
 * whatever pieces such a history arrives, a level that it breaks does not hold.
 */
class LateFactsTest {

    private static final int FEEDINGS = 400;

    /** The longest read of the key is of a transaction that is not released when a shorter one is. */
    @Test
    void theOrderIsShownByAReadThatIsNotTheLongest() {
        assertNeverHolds(IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED, new StreamLimits(0, 20, 2, 0, 100), """
                T0 s2 ok @1..33 a0=1
                T1 s2 ok @66..98 a0=2
                T2 s2 ok @131..195 r0=[2 1] a0=3
                T3 s0 ok @210..274 r0=[2 1 3]
                T4 s2 ok @340..420 r0=[2 1 3]
                """);
    }

    @Test
    void theLastReadIsHeldWhileTheOneThatShowsTheOrderIsReleased() {
        assertNeverHolds(IsolationLevel.READ_UNCOMMITTED, new StreamLimits(1, 20, 4, 2, 100), """
                T0 s1 ok @1..30 a0=1 a1=1
                T1 s3 ok @1..17 a0=2 a1=2 r1=[2 1]
                T2 s3 ok @35..35 a0=3
                T3 s3 ok @84..100 r0=[1 2 3] a0=4
                T4 s3 info @101..101 r2=[1]
                T5 s2 ok @161..266 r0=[1 2 3 4]
                """);
    }

    /** The first read that shows the order counts for nothing, as it is of unknown outcome; the second one does. */
    @Test
    void theOrderIsShownByACommittedReadOfALaterWindow() {
        assertNeverHolds(IsolationLevel.STRONG_READ_UNCOMMITTED, new StreamLimits(3, 4, 0, 100), """
                T0 s0 ok @1..1 r0=[]
                T1 s0 ok @2..2 a1=1
                T2 s1 ok @1..1 a1=2
                T3 s0 ok @3..3 a1=3
                T4 s0 fail @4..4 r0=[] r0=[] r0=[]
                T5 s0 info @5..21 r1=[1 2 3]
                T6 s0 ok @22..38 a0=1 r1=[1 2 3]
                """);
    }

    /** A transaction of unknown outcome makes the read, and only a later one proves that it took effect. */
    @Test
    void whoShowsTheOrderIsSeenToHaveTakenEffectLater() {
        assertNeverHolds(IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED, new StreamLimits(2, 3, 0, 0), """
                T0 s3 ok @1..1 r0=[] a1=1
                T1 s1 info @17..17 r1=[2] a2=1
                T2 s3 ok @2..2 a1=2
                T3 s3 ok @3..55 r2=[1]
                T4 s2 info @65..65 r0=[] r0=[]
                """);
    }

    /** The proof that the first one took effect is on a key that nobody uses any more when the order is shown. */
    @Test
    void theProofOfAnEffectIsForgottenBeforeTheOrderIsShown() {
        assertNeverHolds(IsolationLevel.READ_COMMITTED, new StreamLimits(0, 1, 100, 100), """
                T0 s1 info @1..68 a0=1 a1=1
                T1 s3 ok @1..3 a1=2 r0=[1]
                T2 s2 ok @81..97 r1=[2]
                T3 s0 info @113..129 a1=3
                """);
    }

    /** The short read is released while the only one that contradicts it and counts is not. */
    @Test
    void aReadIsContradictedByOneThatIsReleasedLater() {
        assertNeverHolds(IsolationLevel.READ_COMMITTED, new StreamLimits(0, 20, 0, 100, 100), """
                T0 s0 ok @1..17 a0=1
                T1 s1 ok @34..98 r0=[1]
                T2 s1 ok @99..99 a0=2
                T3 s1 ok @116..220 r0=[2 1]
                T4 s0 ok @130..194 r0=[2 1]
                T5 s0 ok @195..266 a0=4
                """);
    }

    /**
     * A stale read breaks real time, so nobody waits for its sake any more: T3 is released before T2, which had ended
     * before it began, and is forgotten when T5 shows that it follows T3.
     */
    @Test
    void aTransactionIsReleasedAfterOneThatFollowsItInRealTime() {
        History whole = HistoryNotation.parse("example", """
                T0 s0 ok @1..2 a9=1
                T1 s1 ok @5..6 r9=[]
                T2 s3 ok @20..30 r0=[1]
                T3 s4 ok @40..50 a1=1
                T4 s5 ok @60..70 r1=[1] a2=1
                T5 s2 ok @10..500 a0=1 r2=[1]
                T6 s6 ok @81..82 a11=1
                T7 s6 ok @83..84 a12=1
                T8 s6 ok @85..86 a13=1
                T9 s7 ok @80..600 a14=1
                """);
        IsolationLevel level = IsolationLevel.STRONG_READ_COMMITTED;
        assertThat(new ListAppendChecker().analyze(whole).at(level)).isInstanceOf(Verdict.Fail.class);
        var past = new Feeding(whole, new Random(1), 1).past();
        var stream = new ListAppendStream(whole.header(), past, new StreamLimits(0, 1, 100, 100), Optional.empty());

        accept(stream, whole, 0, 2, 8);
        accept(stream, whole, 2, 6, 80);
        for (int txn = 6; txn < 9; txn++) {
            accept(stream, whole, txn, txn + 1, 80);
        }
        accept(stream, whole, 9, 10, Long.MAX_VALUE);
        stream.finish();

        assertThat(stream.progress().levels()).containsEntry(level, Standing.BROKEN);
    }

    private static void accept(ListAppendStream stream, History whole, int from, int to, long watermarkNanos) {
        var part = new HistoryBuilder(whole.header());
        for (int txn = from; txn < to; txn++) {
            part.add(whole.txn(txn));
        }
        stream.accept(part.build(), new HistoryBuilder(whole.header()).build(), watermarkNanos);
        stream.judge();
    }

    private static void assertNeverHolds(IsolationLevel level, StreamLimits limits, String notation) {
        History whole = HistoryNotation.parse("example", notation);
        assertThat(new ListAppendChecker().analyze(whole).at(level)).isInstanceOf(Verdict.Fail.class);
        for (int seed = 0; seed < FEEDINGS; seed++) {
            var feeding = new Feeding(whole, new Random(seed), 3);
            ListAppendStream stream =
                    feeding.feed(new ListAppendStream(whole.header(), feeding.past(), limits, Optional.empty()));
            assertThat(stream.progress().levels().get(level))
                    .as("seed %d", seed)
                    .isNotEqualTo(Standing.HOLDS);
        }
    }
}
