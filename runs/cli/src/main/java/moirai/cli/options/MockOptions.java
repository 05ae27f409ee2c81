package moirai.cli.options;

import java.util.Arrays;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about the behaviour of a mock store. */
public final class MockOptions {

    private static final String INTERLEAVED = "interleaved";
    private static final String SERIAL = "serial";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            converter = Values.OfStoreLevel.class,
            description = "What the store guarantees, and no more: read-committed, read-atomic, causal, prefix,"
                    + " parallel-snapshot-isolation, snapshot-isolation, strong-snapshot-isolation, serializable or"
                    + " strict-serializable; or rc ra cc pc psi si strong-si ser strict. Default: causal.")
    private IsolationLevel level = IsolationLevel.CAUSAL;

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all choices come from. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "How reads are chosen: uniform, latest, latest-per-session or stale. Default: uniform.")
    private String policy = Policy.UNIFORM.label();

    @Option(
            names = "--schedule",
            paramLabel = "HOW",
            description = "interleaved: transactions begin at once; serial: one at a time. Default: interleaved.")
    private String schedule = INTERLEAVED;

    /** Returns the options of the store, after they were checked. */
    public StoreOptions options() {
        Schedule asked =
                known("--schedule", schedule, List.of(INTERLEAVED, SERIAL)).equals(SERIAL)
                        ? Schedule.serial()
                        : Schedule.interleaved();
        return new StoreOptions(level, seed, chooser()).with(asked);
    }

    /** Returns the options in a few words, for people. */
    public String describe() {
        return StoreLevels.NAMES.label(level) + " · policy " + policy + " · " + schedule;
    }

    private Chooser chooser() {
        List<String> labels = Arrays.stream(Policy.values()).map(Policy::label).toList();
        return Policy.named(known("--policy", policy, labels)).orElseThrow().chooser(seed);
    }

    private String known(String option, String value, List<String> accepted) {
        try {
            return Values.known(option, value, accepted);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
    }
}
