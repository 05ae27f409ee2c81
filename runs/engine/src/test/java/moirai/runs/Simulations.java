package moirai.runs;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.analysis.Checker;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.validation.LevelChecker;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;

/** Whole runs against the simulated database, for tests. */
public final class Simulations {

    private static final int SESSIONS = 10;

    private Simulations() {}

    static RunSettings settings(Seed seed, IsolationLevel expect, long txnCount) {
        return settings(Workload.append(), seed, expect, txnCount);
    }

    public static RunSettings settings(Workload workload, Seed seed, IsolationLevel expect, long txnCount) {
        return new RunSettings(
                seed,
                workload,
                new Levels("strict-serializable", expect),
                new Load(SESSIONS, Duration.ofMinutes(10), txnCount),
                EvidenceRule.DEFAULT);
    }

    /** Runs, judges and stores a run in the given store. */
    public static RunResult run(Path store, RunSettings settings, Target target) throws InterruptedException {
        var runs = new RunStore(store);
        RunDirectory directory = runs.create("simulated", Instant.EPOCH);
        var place = new StoredRun.Place(runs, directory, List.of());
        return new StoredRun(settings, place, checker(settings.workload()), new StopRequest(), RunWatcher.SILENT)
                .execute(target);
    }

    private static Checker checker(Workload workload) {
        return workload.structure() == Structure.LISTS ? new ListAppendChecker() : new LevelChecker();
    }
}
