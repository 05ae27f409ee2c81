package moirai.studies.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import moirai.analysis.listappend.ListAppendChecker;
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
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredRun;
import moirai.runs.store.StoredShape;
import moirai.runs.store.StoredWitness;
import moirai.runs.teeth.TeethReport;

/** Runs on the simulated database that are stored, judged and read again as those of a campaign's cells. */
final class SimulatedCell {

    private static final int SESSIONS = 10;
    private static final int WITNESSES_MAX = 200;

    private SimulatedCell() {}

    /** Returns a database that has a bug; an honest one if the probability is 0. */
    static Target target(PlantedBug bug, double probability) {
        return probability > 0
                ? new Target.Planted(bug, probability)
                : new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);
    }

    /** Runs a workload, keeps nothing, and returns what the cell's result would be. */
    static CellResult run(Path store, String cell, Workload workload, Target target, Seed seed, int txns)
            throws InterruptedException, IOException {
        var settings = new RunSettings(
                seed,
                workload,
                new Levels("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE),
                new Load(SESSIONS, Duration.ofHours(1), txns),
                EvidenceRule.DEFAULT);
        var runs = new RunStore(store);
        RunDirectory directory = runs.create(cell, Instant.now());
        try {
            new StoredRun(
                            settings,
                            new StoredRun.Place(runs, directory, List.of()),
                            new ListAppendChecker(),
                            new StopRequest(),
                            RunWatcher.SILENT)
                    .execute(target);
            RunSummary run = RunSummary.read(directory.path());
            List<StoredWitness> witnesses = StoredWitness.of(run.directory(), WITNESSES_MAX);
            return new CellResult(
                    cell,
                    new CellResult.Ending(
                            End.JUDGED, run.ending().exitCode(), run.ending().verdict(), List.of(), ""),
                    "",
                    StoredShape.of(run.directory(), run.ending().expect(), witnesses),
                    Figures.of(run),
                    TeethReport.NONE,
                    new CellResult.Took("", run.seen().seconds()));
        } finally {
            remove(directory.path());
        }
    }

    static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
