package moirai.runs.metrics;

import java.nio.file.Path;

/** The place where metrics are published. */
public sealed interface MetricsPlace {

    /** No place, the default: metrics are not published. */
    record Nowhere() implements MetricsPlace {}

    /** A server on 127.0.0.1. */
    record Port(int port) implements MetricsPlace {}

    /** A file that is replaced every few seconds. */
    record File(Path path) implements MetricsPlace {}
}
