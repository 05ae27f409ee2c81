package moirai.cli.faults;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import moirai.cli.options.NemesisOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.history.Seed;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.PlannedFault;
import moirai.runs.RunSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai nemesis plan}, which shows the faults that a seed would inject. */
@Command(
        name = "plan",
        description = "Prints the faults that a run with these flags and this seed would have; touches nothing.",
        sortOptions = false,
        footer =
                "Example: ${ROOT-COMMAND-NAME} nemesis plan --db postgres --nemesis kill,pause --seed 7f3a91c2d04be611")
final class NemesisPlanCommand implements Callable<Integer> {

    private static final int LINES_MAX = 10_000;

    /** The most steps of one kind of fault; more would be planned for minutes and fill the memory. */
    private static final long STEPS_MAX = 1_000_000;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private MadeDatabase database = new MadeDatabase();

    @Mixin
    private NemesisOptions nemesis = new NemesisOptions();

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "How long the run would be. Default: 60.")
    private Duration timeLimit = Duration.ofSeconds(60);

    @Option(names = "--seed", paramLabel = "HEX", converter = Values.OfSeed.class, description = "The run's seed.")
    private Seed seed = Seed.random();

    @Override
    public Integer call() {
        FaultMix mix = nemesis.mix();
        if (mix.isNone()) {
            throw command.refused("--nemesis is missing: expected e.g. --nemesis kill,pause");
        }
        mix.kinds()
                .forEach(kind -> database.lack(kind).ifPresent(lack -> {
                    throw command.refused("--nemesis: " + lack);
                }));
        requireBounded(mix);
        List<PlannedFault> planned = FaultSchedule.until(timeLimit, RunSettings.faultSeed(seed), mix, database.nodes());
        PrintWriter out = command.out();
        out.println("seed " + seed + " · " + String.join(" ", database.nodes()) + " · " + timeLimit.toSeconds() + " s");
        planned.stream().limit(LINES_MAX).forEach(fault -> out.println(line(fault)));
        if (planned.size() > LINES_MAX) {
            out.println("… and " + (planned.size() - LINES_MAX) + " more");
        }
        if (planned.isEmpty()) {
            out.println("no fault: the first one would come after the end; shorten --nemesis-interval");
        }
        return 0;
    }

    private void requireBounded(FaultMix mix) {
        Duration step = mix.interval().compareTo(mix.duration()) < 0 ? mix.interval() : mix.duration();
        long steps = timeLimit.dividedBy(step);
        if (steps > STEPS_MAX) {
            throw command.refused("--time-limit: " + timeLimit.toSeconds() + " s are " + steps + " intervals of "
                    + step.toMillis() + " ms between faults: expected at most " + STEPS_MAX
                    + "; shorten it, or lengthen --nemesis-interval and --nemesis-duration");
        }
    }

    private static String line(PlannedFault planned) {
        String healed = planned.fault().isBrief() ? "" : ", healed at " + seconds(planned.until());
        String rest = planned.fault()
                .describe()
                .substring(planned.fault().kind().label().length());
        return String.format(Locale.ROOT, "%11s  %s%s%s", seconds(planned.at()), planned.name(), rest, healed);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.3f s", time.toMillis() / 1e3);
    }
}
