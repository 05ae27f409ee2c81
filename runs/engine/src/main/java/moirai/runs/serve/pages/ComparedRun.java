package moirai.runs.serve.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.runs.RunException;
import moirai.runs.files.JsonRecord;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredShape;
import moirai.runs.store.StoredWitness;

/**
 * One side of a comparison.
 *
 * @param shapes the shapes that it found, by fingerprint
 * @param hasShapes whether they are known; false if its {@code results.json} cannot be read
 */
record ComparedRun(Row row, RunSummary summary, Latency latency, Map<String, StoredShape> shapes, boolean hasShapes) {

    private static final int WITNESSES_MAX = 200;

    ComparedRun {
        shapes = Map.copyOf(shapes);
    }

    /** The latency of committed transactions; 0 if the run is of a version that did not measure it. */
    record Latency(long p50Micros, long p99Micros) {}

    /** What a run says of a level. */
    enum Standpoint {
        HOLDS("holds"),
        BROKEN("broken"),
        OPEN("not known");

        private final String words;

        Standpoint(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        String style() {
            return switch (this) {
                case HOLDS -> "valid";
                case BROKEN -> "broken";
                case OPEN -> "open";
            };
        }
    }

    /**
     * Reads a run.
     *
     * @throws RunException if it did not end, or is not readable by this version
     */
    static ComparedRun read(Row row) {
        Path run = row.directory();
        RunSummary summary = RunSummary.read(run);
        Latency latency = latency(run);
        try {
            var shapes = StoredShape.of(run, summary.ending().expect(), StoredWitness.of(run, WITNESSES_MAX)).stream()
                    .collect(Collectors.toMap(StoredShape::fingerprint, shape -> shape));
            return new ComparedRun(row, summary, latency, shapes, true);
        } catch (UncheckedIOException unreadable) {
            return new ComparedRun(row, summary, latency, Map.of(), false);
        }
    }

    private static Latency latency(Path run) {
        try {
            JsonRecord latency =
                    JsonRecord.read(new RunDirectory(run).record(), "seen").object("latency-micros");
            return new Latency(latency.number("p50", 0), latency.number("p99", 0));
        } catch (IOException gone) {
            return new Latency(0, 0);
        }
    }

    /** Returns whether a level holds, since one that implies it does, or is broken, since it implies one that is. */
    Standpoint at(IsolationLevel level) {
        if (levels(summary.found().holds()).stream().anyMatch(held -> held.implies(level))) {
            return Standpoint.HOLDS;
        }
        return levels(summary.found().broken()).stream().anyMatch(level::implies) ? Standpoint.BROKEN : Standpoint.OPEN;
    }

    private static List<IsolationLevel> levels(List<String> labels) {
        return labels.stream()
                .flatMap(label -> IsolationLevel.NAMES.named(label).stream())
                .toList();
    }

    /** Returns committed transactions a second; 0 if the run took no time. */
    double rate() {
        double seconds = summary.seen().seconds();
        return seconds > 0 ? summary.seen().committed() / seconds : 0;
    }

    /** Returns the aborted transactions in a hundred. */
    double abortPercent() {
        RunSummary.Seen seen = summary.seen();
        long all = seen.committed() + seen.aborted() + seen.indeterminate();
        return all == 0 ? 0 : 100.0 * seen.aborted() / all;
    }
}
