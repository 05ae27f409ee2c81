package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import moirai.analysis.Verdict;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.analysis.streaming.lists.ListAppendStream;
import moirai.history.History;
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
