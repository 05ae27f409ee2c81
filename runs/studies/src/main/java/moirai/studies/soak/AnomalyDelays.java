package moirai.studies.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunClock;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.SimulatedRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.interim.HistoryFollower;
import moirai.runs.interim.InterimVerdict;

/**
 * Measures how long after the end of its last transaction an anomaly is told. For each planted bug, the history of a
 * simulated run is recorded again at a rate in real time, and followed as a run is.
 */
public final class AnomalyDelays {

    private static final double SHARE = 0.001;

    private AnomalyDelays() {}

    /** Takes the number of transactions of each history and their rate a second. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int txns = Integer.parseInt(args[0]);
        int rate = Integer.parseInt(args[1]);
        PrintStream out = System.out;
        var all = new ArrayList<Long>();
        for (PlantedBug bug : PlantedBug.values()) {
            Path place = Files.createTempDirectory("moirai-delays");
            try {
                List<Long> delays = delays(simulated(place.resolve("once"), bug, txns), rate, place.resolve("paced"));
                all.addAll(delays);
                out.println(bug.cliName() + ": " + line(delays));
            } finally {
                remove(place);
            }
        }
        out.println("all: " + line(all));
    }

    private static String line(List<Long> delays) {
        List<Long> sorted = delays.stream().sorted().toList();
        return sorted.isEmpty()
                ? "no anomaly"
                : sorted.size() + " kinds, ms after the commit: median " + sorted.get(sorted.size() / 2) + ", 99 % "
                        + sorted.get(Math.min(sorted.size() - 1, sorted.size() * 99 / 100)) + ", max "
                        + sorted.getLast();
    }

    private static History simulated(Path directory, PlantedBug bug, int txns) {
        var settings = new RunSettings(
                new Seed(7),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                new Load(20, Duration.ofHours(10), txns),
                EvidenceRule.DEFAULT);
        HistoryDirectory history = HistoryDirectory.create(
                directory,
                new RunHeader(settings.seed(), "append", "serializable", "serializable", "", Instant.EPOCH),
                HistoryDirectory.Options.SIMULATION);
        new SimulatedRun(settings, history, RunClock.start(), new StopRequest(), RunWatcher.SILENT)
                .run(new Target.Planted(bug, SHARE).open(settings.plantedBugSeed()));
        return HistoryReader.read(directory).history();
    }

    /** Returns for each kind of anomaly the milliseconds from the end of its last transaction to when it was told. */
    private static List<Long> delays(History history, int rate, Path place) throws InterruptedException {
        var recording = new PacedRecording(history, rate, place);
        Map<String, Long> told = new HashMap<>();
        long began = System.nanoTime();
        HistoryFollower follower = HistoryFollower.start(
                place, IsolationLevel.SERIALIZABLE, verdict -> tell(verdict, System.nanoTime() - began, told));
        try (follower) {
            recording.run();
            follower.rest();
        }
        return told.values().stream().map(nanos -> nanos / 1_000_000).toList();
    }

    private static void tell(InterimVerdict verdict, long nanos, Map<String, Long> told) {
        for (InterimVerdict.Sighting seen : verdict.sightings()) {
            told.putIfAbsent(seen.shape(), nanos - seen.completeNanos());
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
