package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import moirai.runs.scenarios.BisectStep.Answer;
import moirai.runs.scenarios.statistics.Tally;
import org.junit.jupiter.api.Test;

class BisectStepTest {

    private static final Attempt SHOWN = new Attempt.Shown();
    private static final Attempt NOT_SHOWN = new Attempt.NotShown();
    private static final Attempt UNKNOWN = new Attempt.Unknown("no server");

    private static BisectStep.Result run(double rate, Attempt... attempts) throws InterruptedException {
        Iterator<Attempt> next = Stream.concat(Stream.of(attempts), Stream.generate(() -> NOT_SHOWN))
                .iterator();
        return new BisectStep(rate, 0.99).run(next::next, () -> false);
    }

    @Test
    void oneShowIsBadAtOnce() throws InterruptedException {
        assertThat(run(0.2, NOT_SHOWN, NOT_SHOWN, SHOWN))
                .isEqualTo(new BisectStep.Result(Answer.BAD, new Tally(1, 2, 0)));
    }

    @Test
    void asManyAttemptsWithoutAShowAsTheRateAsksForAreGood() throws InterruptedException {
        assertThat(run(0.2)).isEqualTo(new BisectStep.Result(Answer.GOOD, new Tally(0, 21, 0)));
        assertThat(run(1)).isEqualTo(new BisectStep.Result(Answer.GOOD, new Tally(0, 1, 0)));
    }

    @Test
    void attemptsThatCannotBeJudgedAreNeitherGoodNorBad() throws InterruptedException {
        assertThat(run(0.2, UNKNOWN, UNKNOWN, UNKNOWN))
                .isEqualTo(new BisectStep.Result(Answer.SKIP, new Tally(0, 0, 3)));
        assertThat(run(0.2, UNKNOWN, NOT_SHOWN, UNKNOWN))
                .isEqualTo(new BisectStep.Result(Answer.GOOD, new Tally(0, 21, 2)));
        assertThat(run(0.2, UNKNOWN, UNKNOWN, SHOWN).answer()).isEqualTo(Answer.BAD);
    }

    @Test
    void whoeverStopsItGetsNoAnswer() throws InterruptedException {
        var made = new AtomicInteger();

        BisectStep.Result result = new BisectStep(0.2, 0.99)
                .run(
                        () -> {
                            made.incrementAndGet();
                            return NOT_SHOWN;
                        },
                        () -> made.get() == 4);

        assertThat(result).isEqualTo(new BisectStep.Result(Answer.SKIP, new Tally(0, 4, 0)));
    }

    /** The confidence is kept: at most one in a hundred steps misses a failure with that rate. */
    @Test
    void aFailureOfTheKnownRateIsRarelyMissed() throws InterruptedException {
        var random = new Random(42);
        var step = new BisectStep(0.2, 0.99);
        int good = 0;
        for (int repetition = 0; repetition < 10_000; repetition++) {
            Answer answer = step.run(() -> random.nextDouble() < 0.2 ? SHOWN : NOT_SHOWN, () -> false)
                    .answer();
            good += answer == Answer.GOOD ? 1 : 0;
        }

        assertThat(good).isBetween(1, 130);
    }

    @Test
    void answersAreThoseOfGit() {
        assertThat(List.of(Answer.values())).extracting(Answer::code).containsExactly(0, 1, 125);
    }
}
