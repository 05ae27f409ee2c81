package moirai.cli.shrinking;

import java.time.Duration;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.runs.scenarios.ShrinkingRules;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about executing the run again: whether, and how often. */
final class ScenarioOptions {

    private static final String EXECUTE = "--execute";
    private static final String BUDGET = "--budget";
    private static final String TIMES = "--times";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = EXECUTE,
            description = "Executes the run again, with fewer faults, fewer sessions, less of everything: what does it"
                    + " need?")
    private boolean isAsked;

    @Option(
            names = BUDGET,
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "How long; an attempt that has begun is not cut short. Default: 10m.")
    private Duration budget = Duration.ofMinutes(10);

    @Option(
            names = TIMES,
            paramLabel = "N",
            description = "How often it has to fail to count, in at most ten times as many attempts. Default: 3.")
    private int times = 3;

    boolean isAsked() {
        return isAsked;
    }

    Duration budget() {
        return budget;
    }

    /** Refuses options that mean nothing without {@code --execute}, and values that mean nothing at all. */
    void require() {
        String idle = command.first(BUDGET, TIMES);
        if (!isAsked && !idle.isEmpty()) {
            throw command.refused(idle + " is about executing the run again: expected " + EXECUTE + " as well");
        }
        rules(1);
        if (budget.isZero()) {
            throw command.refused(BUDGET + ": '0' is no time to execute anything: expected e.g. 10m");
        }
    }

    /**
     * Returns the rules of shrinking.
     *
     * @param sessionsMin fewer are not tried
     */
    ShrinkingRules rules(int sessionsMin) {
        return command.accepted(TIMES + ": ", () -> new ShrinkingRules(times, sessionsMin));
    }
}
