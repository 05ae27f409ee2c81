package moirai.cli.options;

import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about the workload of sessions. */
public final class WorkloadOptions {

    private static final Workload DEFAULT = Workload.append();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-w", "--workload"},
            paramLabel = "NAME",
            converter = Values.OfWorkload.class,
            description = {
                "append: appends to and reads of lists; predicate: with scans, to find phantoms.",
                "register (not mock); set, counter, bank (nor cassandra): Jepsen's. Default: append."
            })
    private Workload workload = DEFAULT;

    @Option(names = "--max-txn-length", paramLabel = "N", description = "Operations a transaction, 1 to N. Default: 4.")
    private int maxTxnLength = DEFAULT.maxTxnLength();

    @Option(names = "--key-count", paramLabel = "N", description = "Keys that are live at a time. Default: 10.")
    private int keyCount = DEFAULT.keyCount();

    @Option(
            names = "--key-dist",
            paramLabel = "DIST",
            converter = Values.OfKeyDistribution.class,
            description = KeyDistribution.ACCEPTED + ". Default: exponential.")
    private KeyDistribution keyDistribution = DEFAULT.keyDistribution();

    @Option(
            names = "--max-writes-per-key",
            paramLabel = "N",
            description = "Changes after which a key is replaced by a fresh one. Default: 32.")
    private int maxWritesPerKey = DEFAULT.maxWritesPerKey();

    @Option(
            names = "--read-share",
            paramLabel = "P",
            description = "Share of reads, 0 to 1, among ops that are no scans. Default: 0.5.")
    private double readShare = DEFAULT.readShare();

    @Option(
            names = "--scan-share",
            paramLabel = "P",
            description = "Share of scans, 0 to 1; more phantoms with few writes per key. Default: 0.")
    private double scanShare = DEFAULT.scans().share();

    @Option(names = "--scan-width", paramLabel = "N", description = "Keys in the range of a scan. Default: 10.")
    private int scanWidth = DEFAULT.scans().width();

    /** Returns the workload; single options override those in {@code --workload}. */
    public Workload workload() {
        try {
            Workload recipe = workload;
            recipe = isGiven("--key-dist") ? recipe.withKeyDistribution(keyDistribution) : recipe;
            recipe = isGiven("--max-txn-length") ? recipe.withMaxTxnLength(maxTxnLength) : recipe;
            recipe = isGiven("--key-count") ? recipe.withKeyCount(keyCount) : recipe;
            recipe = isGiven("--max-writes-per-key") ? recipe.withMaxWritesPerKey(maxWritesPerKey) : recipe;
            recipe = isGiven("--scan-share") ? recipe.withScanShare(scanShare) : recipe;
            recipe = isGiven("--scan-width") ? recipe.withScanWidth(scanWidth) : recipe;
            return isGiven("--read-share") ? recipe.withReadShare(readShare) : recipe;
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
        }
    }

    private boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }
}
