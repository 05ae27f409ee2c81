package moirai.cli.options;

import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about the workload of sessions. */
public final class WorkloadOptions {

    private static final Workload DEFAULT = Workload.append();

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = {"-w", "--workload"},
            paramLabel = "NAME",
            converter = Values.OfWorkload.class,
            description = "append: lists; predicate: with scans; long-fork, causal-reverse, causal, dirty-read, g2,"
                    + " monotonic, cas: in shapes; register, set, counter, bank. Default: append.")
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
            description = "Share of scans, 0 to 1. Default: 0. See also --scan-width N: keys in their range.")
    private double scanShare = DEFAULT.scans().share();

    @Option(names = "--scan-width", paramLabel = "N", hidden = true, description = "Keys in the range of a scan.")
    private int scanWidth = DEFAULT.scans().width();

    /** Returns the workload; single options override those in {@code --workload}. */
    public Workload workload() {
        return command.accepted(() -> {
            Workload recipe = workload;
            recipe = command.has("--key-dist") ? recipe.withKeyDistribution(keyDistribution) : recipe;
            recipe = command.has("--max-txn-length") ? recipe.withMaxTxnLength(maxTxnLength) : recipe;
            recipe = command.has("--key-count") ? recipe.withKeyCount(keyCount) : recipe;
            recipe = command.has("--max-writes-per-key") ? recipe.withMaxWritesPerKey(maxWritesPerKey) : recipe;
            recipe = command.has("--scan-share") ? recipe.withScanShare(scanShare) : recipe;
            recipe = command.has("--scan-width") ? recipe.withScanWidth(scanWidth) : recipe;
            return command.has("--read-share") ? recipe.withReadShare(readShare) : recipe;
        });
    }
}
