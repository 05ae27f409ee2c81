package moirai.runs.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.analysis.Verdict;
import moirai.nemesis.faults.FaultMix;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.files.WholeFile;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;

/**
 * A repetition of the run that a case comes from: the same plans by the same seed, and the same faults at their times.
 * The interleaving in a live database cannot be repeated.
 *
 * @param settings of the run, by its command
 */
public record WholeRun(RunSettings settings, Target target) {

    /**
     * The environment variable that names the folder for the files of repetitions, instead of that of the JVM. Whoever
     * may have to kill this process sets it, and removes what is left there.
     */
    public static final String SCRATCH = "MOIRAI_SCRATCH";

    private static final String PREFIX = "moirai-replay-";
    private static final Duration SIMULATED_MAX = Duration.ofMinutes(10);

    /** Returns whether the run has faults. */
    boolean hasFaults() {
        return !settings.faults().isNone();
    }

    /** Returns the same run without faults. */
    public WholeRun withoutFaults() {
        return new WholeRun(settings.with(FaultMix.NONE), target);
    }

    /**
     * The result of one repetition.
     *
     * @param database product and version, as this run's database reported them
     */
    record Repetition(Sight sight, String database) {}

    /**
     * Returns the settings of a repetition. A simulated database does the same for the same number of transactions, not
     * in the same time, so there the number is that of the run, and the time only limits runs whose number is
     * unlimited.
     */
    RunSettings settings(HistoryCase found) {
        int txnCount = found.origin().txnCount();
        if (!target.isSimulated() || txnCount == 0) {
            return settings;
        }
        Load asked = settings.load();
        return settings.with(new Load(asked.concurrency(), SIMULATED_MAX, Math.min(asked.txnCount(), txnCount)));
    }

    /** Runs it, judges it, and stores nothing. */
    Repetition again(HistoryCase found, StopRequest stop) throws InterruptedException {
        Path root = temporary();
        try {
            var store = new RunStore(root);
            var place = new StoredRun.Place(store, store.create("replay", Instant.now()), List.of("run"));
            var run = new StoredRun(settings(found), place, Claim.CHECKER, stop, RunWatcher.SILENT);
            RunResult result = run.execute(target);
            return new Repetition(
                    sight(found, result, stop.isAsked()), result.header().database());
        } finally {
            delete(root);
        }
    }

    /**
     * Returns what a run shows about a case: "not shown" requires a run that was completed and fully judged.
     *
     * @param isCut whether the run was asked to stop
     */
    static Sight sight(HistoryCase found, RunResult result, boolean isCut) {
        Judgement judgement = result.judgement();
        if (judgement.shows(found.claim().symptom())) {
            return Sight.SHOWN;
        }
        boolean isUndecided = switch (found.claim()) {
            case Claim.Lost lost -> judgement.durability().isDoubtful();
            case Claim.Forbidden forbidden -> judgement.findings().at(forbidden.level()) instanceof Verdict.Undecided;
        };
        boolean isDoubtful = isCut
                || isUndecided
                || isBroken(result.exitCode())
                || judgement.durability().isDoubtful()
                || judgement.verdict() instanceof Verdict.Undecided
                || result.totals().sessions().stuck() > 0;
        return isDoubtful ? Sight.UNKNOWN : Sight.NOT_SHOWN;
    }

    /** Returns whether the run went wrong in a way that outweighs its verdict, or had too little evidence. */
    private static boolean isBroken(ExitCode code) {
        return switch (code) {
            case VALID, INVALID -> false;
            case BAD_ARGUMENTS,
                    REFUSED,
                    CLEAN_UP_INCOMPLETE,
                    INTERNAL_ERROR,
                    INTERRUPTED,
                    TERMINATED,
                    UNKNOWN,
                    INSUFFICIENT_EVIDENCE -> true;
        };
    }

    private static Path temporary() {
        String scratch = System.getenv().getOrDefault(SCRATCH, "");
        try {
            return scratch.isEmpty()
                    ? Files.createTempDirectory(PREFIX)
                    : Files.createTempDirectory(Path.of(scratch), PREFIX);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void delete(Path root) {
        try {
            WholeFile.removeTree(root);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
