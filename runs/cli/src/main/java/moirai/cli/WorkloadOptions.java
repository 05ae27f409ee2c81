package moirai.cli;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import moirai.generators.KeyDistribution;
import moirai.generators.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What sessions are asked to run. */
final class WorkloadOptions {

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
    private OptionalInt maxTxnLength = OptionalInt.empty();

    @Option(names = "--key-count", paramLabel = "N", description = "Lists that are live at a time. Default: 10.")
    private OptionalInt keyCount = OptionalInt.empty();

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
    private OptionalInt maxWritesPerKey = OptionalInt.empty();

    @Option(names = "--read-share", paramLabel = "P", description = "Share of reads, 0 to 1. Default: 0.5.")
    private OptionalDouble readShare = OptionalDouble.empty();

    /** The recipe; single options win over those in {@code --workload}. */
    Workload workload() {
        try {
            Workload recipe = workload;
            if (spec.commandLine().getParseResult().hasMatchedOption("--key-dist")) {
                recipe = recipe.withKeyDistribution(keyDistribution);
            }
            recipe = recipe.withMaxTxnLength(maxTxnLength.orElse(recipe.maxTxnLength()));
            recipe = recipe.withKeyCount(keyCount.orElse(recipe.keyCount()));
            recipe = recipe.withMaxWritesPerKey(maxWritesPerKey.orElse(recipe.maxWritesPerKey()));
            return recipe.withReadShare(readShare.orElse(recipe.readShare()));
        } catch (IllegalArgumentException refused) {
            throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
        }
    }
}
