package moirai.cli.options;

import java.time.Duration;
import moirai.runs.EvidenceRule;
import moirai.runs.Load;
import moirai.runs.latency.Stages;
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
            description = "60 (seconds), 500ms, 5m, 8h30m. Default: 60, or the time of all --stages.")
    private Duration timeLimit = Duration.ofSeconds(60);

    @Option(
            names = "--rate",
            paramLabel = "N",
            converter = Values.OfRate.class,
            description = "500/s: transactions are due at constant intervals. Default: as fast as sessions can.")
    private double rate;

    @Option(
            names = "--stages",
            paramLabel = "LIST",
            converter = Values.OfStages.class,
            description = "5m:ramp:100/s,8h:500/s: in place of one rate several, constant or reached evenly.")
    private Stages stages = Stages.NONE;

    @Option(
            names = "--txn-count",
            paramLabel = "N",
            description = "End after N transactions. With memory: 20000. See also --min-committed N (100).")
    private long txnCount;

    @Option(
            names = "--min-committed",
            paramLabel = "N",
            hidden = true,
            description = "Committed transactions that a pass needs; 0: one is enough. Default: 100.")
    private int committedMin = EvidenceRule.DEFAULT.committedMin();

    public Load load(boolean isSimulated, int nodes) {
        boolean isCounted = command.has("--txn-count");
        long unasked = isSimulated ? SIMULATED_TXN_COUNT : Load.UNLIMITED;
        return command.accepted(
                () -> new Load(concurrency.of(nodes), time(), isCounted ? txnCount : unasked, paced(isSimulated)));
    }

    private Duration time() {
        return stages.isPaced() && !command.has("--time-limit") ? stages.length() : timeLimit;
    }

    private Stages paced(boolean isSimulated) {
        if (rate > 0 && stages.isPaced()) {
            throw command.refused("--rate and --stages exclude each other: expected one rate for the whole run, or"
                    + " --stages 10m:" + Stages.constant(rate) + " and further stages");
        }
        if (isSimulated && (rate > 0 || stages.isPaced())) {
            throw command.refused((rate > 0 ? "--rate" : "--stages")
                    + ": the simulated database has a clock of its own; expected another --db, such as h2");
        }
        return command.accepted("--rate: ", () -> rate > 0 ? Stages.constant(rate) : stages);
    }

    public EvidenceRule evidence() {
        return command.accepted(() -> new EvidenceRule(committedMin));
    }
}
