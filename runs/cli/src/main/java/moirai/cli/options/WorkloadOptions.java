package moirai.cli.options;

import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What sessions are asked to run. */
public final class WorkloadOptions {

    private static final Workload DEFAULT = Workload.append();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-w", "--workload"},
            paramLabel = "NAME",
            converter = Values.OfWorkload.class,
            description = "append: random appends to and reads of lists. Default: append.")
    private Workload workload = DEFAULT;

    @Option(names = "--max-txn-length", paramLabel = "N", description = "Operations a transaction, 1 to N. Default: 4.")
    private int maxTxnLength = DEFAULT.maxTxnLength();

    @Option(names = "--key-count", paramLabel = "N", description = "Lists that are live at a time. Default: 10.")
    private int keyCount = DEFAULT.keyCount();

    @Option(
            names = "--key-dist",
            paramLabel = "DIST",
            converter = Values.OfKeyDistribution.class,
            description = "Which are hot: " + KeyDistribution.ACCEPTED + ". Default: exponential.")
    private KeyDistribution keyDistribution = DEFAULT.keyDistribution();

    @Option(
            names = "--max-writes-per-key",
            paramLabel = "N",
            description = "Appends after which a list is replaced by a fresh one. Default: 32.")
    private int maxWritesPerKey = DEFAULT.maxWritesPerKey();

    @Option(names = "--read-share", paramLabel = "P", description = "Share of reads, 0 to 1. Default: 0.5.")
    private double readShare = DEFAULT.readShare();

    /** The recipe; single options win over those in {@code --workload}. */
    public Workload workload() {
        try {
            Workload recipe = workload;
            recipe = isGiven("--key-dist") ? recipe.withKeyDistribution(keyDistribution) : recipe;
            recipe = isGiven("--max-txn-length") ? recipe.withMaxTxnLength(maxTxnLength) : recipe;
            recipe = isGiven("--key-count") ? recipe.withKeyCount(keyCount) : recipe;
            recipe = isGiven("--max-writes-per-key") ? recipe.withMaxWritesPerKey(maxWritesPerKey) : recipe;
            return isGiven("--read-share") ? recipe.withReadShare(readShare) : recipe;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
        }
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }
}
