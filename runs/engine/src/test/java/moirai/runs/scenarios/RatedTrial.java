package moirai.runs.scenarios;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** A trial of known rates on a clock of its own, on which each attempt takes ten seconds. */
final class RatedTrial implements Trial {

    static final Duration ATTEMPT = Duration.ofSeconds(10);

    private final ToDoubleFunction<Scenario> rates;
    private final Random random;
    private final double unknownRate;
    private final List<Scenario> attempted = new ArrayList<>();
    private long nanos;

    RatedTrial(long seed, ToDoubleFunction<Scenario> rates) {
        this(seed, rates, 0);
    }

    RatedTrial(long seed, ToDoubleFunction<Scenario> rates, double unknownRate) {
        this.rates = rates;
        this.random = new Random(seed);
        this.unknownRate = unknownRate;
    }

    @Override
    public Attempt attempt(Scenario scenario) {
        attempted.add(scenario);
        nanos += ATTEMPT.toNanos();
        if (random.nextDouble() < unknownRate) {
            return new Attempt.Unknown("the server did not start");
        }
        return random.nextDouble() < rates.applyAsDouble(scenario) ? new Attempt.Shown() : new Attempt.NotShown();
    }

    Budget budget(Duration total) {
        return new Budget(total, () -> nanos, () -> false);
    }

    List<Scenario> attempted() {
        return List.copyOf(attempted);
    }
}
