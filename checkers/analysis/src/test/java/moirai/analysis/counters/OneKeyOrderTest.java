package moirai.analysis.counters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

/** Long runs of what Jepsen's {@code counter} does are decided, and short ones as their bounds say. */
class OneKeyOrderTest {

    private static final int TXNS = 10_000;
    private static final int SESSIONS = 10;

    @Test
    void honestCounterThatGrowsByOneIsDecided() {
        assertThat(strict(honest(1, 1, 0.005))).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void honestCountersThatGrowByDifferentAmountsAreDecided() {
        assertThat(strict(honest(5, 5, 0.005))).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void readBelowWhatWasAcknowledgedIsFound() {
        Findings findings = new CounterChecker().analyze(HistoryNotation.parse("""
                T0 s0 @0..1 i1=2
                T1 s1 @0..5 i1=3
                T2 s2 @2..3 c1=0
                """));

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G_SINGLE_REALTIME);
    }

    /** Either T1 or T2 is in the first sum; it must be the 4, so that the 3 can be in the second with T3's. */
    @Test
    void whoIsInASumMayFollowFromALaterOne() {
        assertThat(strict(HistoryNotation.parse("""
                T0 s0 @0..9 i1=1
                T1 s1 @0..30 i1=3
                T2 s2 @0..30 i1=4
                T3 s3 @1..8 c1=4
                T4 s3 @10..20 c1=5
                T5 s3 @21..29 c1=8
                """))).isInstanceOf(Verdict.Pass.class);
    }

    /** Real time does not order the two, which touch; their session does. */
    @Test
    void incrementThatItsSessionMadeLaterIsNotSeenThoughNobodyKnowsItsOutcome() {
        Findings findings = new CounterChecker().analyze(HistoryNotation.parse("""
                T0 s0 @10..20 c1=1
                T1 s0 info @20..30 i1=1
                """));

        assertThat(findings.phenomena()).containsExactly(Phenomenon.G1C_PROCESS);
        assertThat(findings.at(IsolationLevel.STRICT_SERIALIZABLE)).isInstanceOf(Verdict.Fail.class);
    }

    /** Otherwise the balances of nobody knows what would begin anywhere. */
    @Test
    void counterThatIsIncrementedAndTakenBackIsNoAccount() {
        String text = """
                T0 s0 @0..1 i1=1 i1=-1
                T1 s1 @2..3 c1=7
                """;

        assertThat(new CounterChecker().analyze(HistoryNotation.parse(text)).phenomena())
                .containsExactly(Phenomenon.GARBAGE_READ);
        assertThat(new CounterChecker(BankRules.DEFAULT.of(true))
                        .analyze(HistoryNotation.parse(text))
                        .phenomena())
                .isEmpty();
    }

    private static Verdict strict(History history) {
        return new CounterChecker().check(history, IsolationLevel.STRICT_SERIALIZABLE);
    }

    /** One op at a time and session takes effect at a moment of its own. */
    private static History honest(int keys, int amountMax, double indeterminate) {
        var random = new SplittableRandom(7);
        long[] sums = new long[keys];
        var txns = new ArrayList<Txn>();
        long[] free = new long[SESSIONS];
        int[] numbers = new int[SESSIONS];
        int nextNumber = SESSIONS;
        for (int session = 0; session < SESSIONS; session++) {
            numbers[session] = session;
        }
        for (long moment = 1; txns.size() < TXNS; moment += 1 + random.nextInt(20)) {
            int session = random.nextInt(SESSIONS);
            long start = Math.max(free[session], moment - 1 - random.nextInt(100));
            if (start >= moment) {
                continue;
            }
            long end = moment + 1 + random.nextInt(100);
            free[session] = end + 1;
            int key = random.nextInt(keys);
            if (random.nextBoolean()) {
                txns.add(new Txn(
                        numbers[session],
                        List.of(new Op.ReadCounter(key, sums[key])),
                        new Outcome.Committed(),
                        start,
                        end));
                continue;
            }
            long amount = 1L + random.nextInt(amountMax);
            boolean isLost = random.nextDouble() < indeterminate;
            sums[key] += isLost && random.nextBoolean() ? 0 : amount;
            Outcome outcome = isLost ? new Outcome.Indeterminate("timeout") : new Outcome.Committed();
            txns.add(new Txn(numbers[session], List.of(new Op.Increment(key, amount)), outcome, start, end));
            numbers[session] = isLost ? nextNumber++ : numbers[session];
        }
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(builder::add);
        return builder.build();
    }
}
