package moirai.cli.metrics;

import java.io.IOException;
import java.io.PrintWriter;

/** Metrics of one run after the other at one place, from before the first to after the last. */
public sealed interface Publication extends AutoCloseable permits MetricsFile, MetricsServer, Publication.None {

    /** From now on it is about this run. */
    void begin(RunMetrics metrics);

    /** The last figures are there. */
    @Override
    void close();

    /**
     * Opens the place.
     *
     * @param err told where they are, and what goes wrong later
     * @throws IOException if nothing can be published there
     */
    static Publication at(MetricsPlace place, PrintWriter err) throws IOException {
        return switch (place) {
            case MetricsPlace.Nowhere nowhere -> new None();
            case MetricsPlace.Port(int port) -> MetricsServer.start(port, err);
            case MetricsPlace.File(var path) -> new MetricsFile(path, err);
        };
    }

    /** Of nothing. */
    record None() implements Publication {

        @Override
        public void begin(RunMetrics metrics) {}

        @Override
        public void close() {}
    }
}
