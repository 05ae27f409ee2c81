package moirai.cli.options;

import java.time.Duration;
import moirai.runs.EvidenceRule;
import moirai.runs.Load;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options about the load of a run and its end. */
public final class LoadOptions {

    /**
     * The number of transactions of a simulation. A simulation that only the clock ends would differ from run to run.
     */
    private static final long SIMULATED_TXN_COUNT = 20_000;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = {"-c", "--concurrency"},
            paramLabel = "N",
            converter = Values.OfConcurrency.class,
            description = "Sessions at a time; 3n: three a node. Default: 10.")
    private Values.Concurrency concurrency = new Values.Concurrency(10, false);

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Values.OfDuration.class,
            description = "60 (seconds), 500ms, 5m, 12h. Default: 60.")
    private Duration timeLimit = Duration.ofSeconds(60);

    @Option(
            names = "--rate",
            paramLabel = "N",
            converter = Values.OfRate.class,
            description = "500/s: transactions are due at constant intervals. Default: as fast as sessions can.")
    private double rate;

    @Option(
            names = "--txn-count",
            paramLabel = "N",
            description = "End after N transactions. Default: no limit; with memory 20000.")
    private long txnCount;

    @Option(
            names = "--min-committed",
            paramLabel = "N",
            description = "Committed transactions that a pass needs; 0: one is enough. Default: 100.")
    private int committedMin = EvidenceRule.DEFAULT.committedMin();

    public Load load(boolean isSimulated, int nodes) {
        boolean isCounted = command.has("--txn-count");
        long unasked = isSimulated ? SIMULATED_TXN_COUNT : Load.UNLIMITED;
        if (isSimulated && rate > 0) {
            throw command.refused(
                    "--rate: the simulated database has a clock of its own; expected another --db, such as h2");
        }
        return command.accepted(() -> new Load(concurrency.of(nodes), timeLimit, isCounted ? txnCount : unasked, rate));
    }

    public EvidenceRule evidence() {
        return command.accepted(() -> new EvidenceRule(committedMin));
    }
}
