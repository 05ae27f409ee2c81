package moirai.cli.metrics;

import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about observing a run: where its metrics are published, and whether it is checked while it goes. */
public final class WatchOptions {

    private static final String METRICS = "--metrics";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = METRICS,
            paramLabel = "PLACE",
            converter = MetricsPlace.Converter.class,
            description = "For Prometheus: a PORT of 127.0.0.1, or a FILE.prom, every 5 s. Default: none.")
    private MetricsPlace place = new MetricsPlace.Nowhere();

    @Option(names = "--no-live-check", description = "Check the history when the run ends, and not while it goes.")
    private boolean isJudgedAtTheEnd;

    /** Returns whether the history is to be checked while the run goes. */
    public boolean isJudgedMeanwhile() {
        return !isJudgedAtTheEnd;
    }

    /**
     * Opens the place of metrics.
     *
     * @param err receives the address of the metrics
     */
    public Publication publish(PrintWriter err) {
        try {
            return Publication.at(place, err);
        } catch (IOException refused) {
            throw new ParameterException(
                    spec.commandLine(),
                    METRICS + ": " + where() + " cannot be had: " + refused.getMessage() + "; expected a free port");
        }
    }

    private String where() {
        return switch (place) {
            case MetricsPlace.Nowhere nowhere -> "nothing";
            case MetricsPlace.Port(int port) -> "127.0.0.1:" + port;
            case MetricsPlace.File(var path) -> path.toString();
        };
    }
}
