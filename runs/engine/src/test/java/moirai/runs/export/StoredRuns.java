package moirai.runs.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.latency.Latency;
import moirai.runs.measures.Measures;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredRun;

/** Runs on the simulated database, stored as any other, and summaries of runs that are hard to produce. */
public final class StoredRuns {

    private StoredRuns() {}

    /** Makes a run in which two of a few thousand transactions show write skew. */
    public static Path invalid(Path root) throws InterruptedException {
        return run(root, new Target.Planted(PlantedBug.WRITE_SKEW, 0.5), 3_000);
    }

    /** Makes a run in which everything holds. */
    public static Path valid(Path root) throws InterruptedException {
        return run(root, new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE), 1_000);
    }

    /** Makes a run that is too short to show anything. */
    public static Path tooShort(Path root) throws InterruptedException {
        return run(root, new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE), 50);
    }

    private static Path run(Path root, Target target, long txnCount) throws InterruptedException {
        var settings = new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE),
                new Load(10, Duration.ofMinutes(10), txnCount),
                EvidenceRule.DEFAULT);
        var store = new RunStore(root);
        var place = new StoredRun.Place(store, store.create("test", Instant.EPOCH), List.of("run", "--seed", "2a"));
        return new StoredRun(settings, place, new LevelChecker(), new StopRequest(), RunWatcher.SILENT)
                .execute(target)
                .directory();
    }

    /** Returns the directory of the run, whose {@code run.json} now has another text. */
    static Path edited(Path run, String old, String replacement) throws IOException {
        Path file = run.resolve("run.json");
        Files.writeString(file, Files.readString(file).replace(old, replacement));
        return run;
    }

    /** Returns the summary of a run with this end, in which no level holds and none is broken. */
    static RunSummary ending(String verdict, int exitCode) {
        return ending(
                verdict,
                exitCode,
                new RunSummary.Setup(
                        "some database", "serializable", "append", "2a", "1970-01-01T00:00:00Z", List.of()));
    }

    static RunSummary ending(String verdict, int exitCode, RunSummary.Setup setup) {
        return new RunSummary(
                Path.of("run"),
                new RunSummary.Ending(verdict, exitCode, 0, "serializable", "", "", List.of("a note")),
                setup,
                new RunSummary.Found(
                        Map.of(),
                        List.of("serializable"),
                        List.of(),
                        Map.of(),
                        new RunSummary.Durability(false, false, 0, 0, 0),
                        Measures.NONE),
                new RunSummary.Seen(1.5, 100, 2, 3, Map.of("all", new Latency(1, 4, 5)), "test"),
                new RunSummary.Evidence(0.5, 6, 7));
    }
}
