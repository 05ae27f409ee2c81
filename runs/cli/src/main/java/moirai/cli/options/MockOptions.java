package moirai.cli.options;

import java.util.List;
import moirai.history.Seed;
import moirai.mockstore.Chooser;
import moirai.mockstore.StoreLevel;
import moirai.mockstore.StoreOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a mock store behaves. */
public final class MockOptions {

    private static final String UNIFORM = "uniform";
    private static final String LATEST = "latest";

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
    private StoreLevel level = StoreLevel.CAUSAL;

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where all choices come from. Default: a new one each time.")
    private Seed seed = Seed.random();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "uniform: any value that may be read is as likely as any other; latest: the one that was"
                    + " committed last. Default: uniform.")
    private String policy = UNIFORM;

    /** After they were checked. */
    public StoreOptions options() {
        return new StoreOptions(level, seed, chooser());
    }

    /** By its name. */
    public String policy() {
        return policy;
    }

    private Chooser chooser() {
        try {
            String known = Values.known("--policy", policy, List.of(UNIFORM, LATEST));
            return known.equals(LATEST) ? Chooser.latest(seed) : Chooser.uniform(seed);
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
    }
}
