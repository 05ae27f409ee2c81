package moirai.runs.scenarios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import moirai.analysis.Checker;
import moirai.analysis.Verdict;
import moirai.analysis.shrinking.Symptom;
import moirai.clients.ClientException;
import moirai.nemesis.ClusterException;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.RunException;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.files.WholeFile;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;

/**
 * A trial that executes scenarios of a run as runs of their own, each on a database that is made for it, and checks
 * whether the same failure occurs. The last run that showed it, at any scenario, is kept; all others are removed.
 */
public final class RunTrial implements Trial {

    private static final String NAME = "attempt";

    private final Whole whole;
    private final Symptom symptom;
    private final RunStore store;
    private final StopRequest stop;
    private Optional<Path> kept = Optional.empty();

    /**
     * The run whose scenarios are executed.
     *
     * @param checker the judge of runs
     */
    public record Whole(RunSettings settings, Target target, Checker checker) {}

    /**
     * Creates trials of one run.
     *
     * @param symptom the symptom that a run has to show; a lost append stands for any lost append
     * @param folder the folder of attempts while they run, and of the one that stays
     */
    public RunTrial(Whole whole, Symptom symptom, Path folder, StopRequest stop) {
        this.whole = whole;
        this.symptom = symptom;
        this.store = new RunStore(folder);
        this.stop = stop;
    }

    @Override
    public Attempt attempt(Scenario scenario) throws InterruptedException {
        RunDirectory directory = store.create(NAME, Instant.now());
        var place = new StoredRun.Place(store, directory, List.of());
        Attempt attempt;
        try {
            var run = new StoredRun(scenario.of(whole.settings()), place, whole.checker(), stop, RunWatcher.SILENT);
            attempt = judged(run.execute(whole.target()));
        } catch (ClientException | ClusterException | RunException failed) {
            attempt = new Attempt.Unknown(reason(failed));
        }
        tidy(directory.path(), attempt);
        return attempt;
    }

    /** The newest run that showed the failure; empty if none did. */
    public Optional<Path> kept() {
        return kept;
    }

    /**
     * Returns the result of a run. A proof stands even if something else went wrong; the answer "not shown" requires
     * that everything else is in order.
     */
    private Attempt judged(RunResult result) {
        Judgement judgement = result.judgement();
        if (judgement.shows(symptom)) {
            return new Attempt.Shown();
        }
        if (stop.isAsked()) {
            return new Attempt.Unknown("stopped");
        }
        if (result.exitCode() == ExitCode.INTERNAL_ERROR || result.exitCode() == ExitCode.CLEAN_UP_INCOMPLETE) {
            return new Attempt.Unknown(String.join("; ", result.notes()));
        }
        return doubt(judgement).<Attempt>map(Attempt.Unknown::new).orElseGet(Attempt.NotShown::new);
    }

    /** Returns why the absence of the failure is not certain; empty if it is. */
    private Optional<String> doubt(Judgement judgement) {
        if (judgement.evidence().committed() == 0) {
            return Optional.of("no transaction committed");
        }
        return switch (symptom) {
            case Symptom.Lost lost ->
                judgement.durability().isDoubtful()
                        ? Optional.of("not every node was read at the end")
                        : Optional.empty();
            case Symptom.Forbidden forbidden -> {
                String doubt = judgement.findings().doubts().get(forbidden.phenomenon());
                Verdict verdict = judgement.findings().at(forbidden.level());
                yield doubt == null && verdict instanceof Verdict.Undecided(String reason)
                        ? Optional.of(reason)
                        : Optional.ofNullable(doubt);
            }
        };
    }

    private static String reason(RuntimeException failed) {
        return String.valueOf(failed.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private void tidy(Path directory, Attempt attempt) {
        if (attempt instanceof Attempt.Shown) {
            kept.ifPresent(RunTrial::remove);
            kept = Optional.of(directory);
        } else {
            remove(directory);
        }
    }

    /**
     * Removes the directory of a run. A directory that cannot be removed stays: it is in a folder of its own, and no
     * reason to end the search.
     */
    private static void remove(Path directory) {
        try {
            WholeFile.removeTree(directory);
        } catch (IOException | UncheckedIOException left) {
            System.getLogger(RunTrial.class.getName()).log(System.Logger.Level.DEBUG, "left: " + directory, left);
        }
    }
}
