package moirai.runs.metrics;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * The publication of metrics at one place, for one run after the other, from before the first run to after the last.
 */
public sealed interface Publication extends AutoCloseable permits MetricsFile, MetricsServer, Publication.None {

    /** Publishes the metrics of this run from now on. */
    void begin(RunMetrics metrics);

    /** Publishes the last figures, and ends. */
    @Override
    void close();

    /**
     * Opens the place.
     *
     * @param err receives the address of the metrics, and later errors
     * @throws IOException if nothing can be published there
     */
    static Publication at(MetricsPlace place, PrintWriter err) throws IOException {
        return switch (place) {
            case MetricsPlace.Nowhere nowhere -> new None();
            case MetricsPlace.Port(int port) -> MetricsServer.start(port, err);
            case MetricsPlace.File(var path) -> new MetricsFile(path, err);
        };
    }

    /** A publication of nothing. */
    record None() implements Publication {

        @Override
        public void begin(RunMetrics metrics) {}

        @Override
        public void close() {}
    }
}
