package moirai.junit.fuzzing;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import moirai.analysis.validation.LevelChecker;
import moirai.runs.ExitCode;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;
import org.opentest4j.AssertionFailedError;

/**
 * The run of one test, on a thread of its own. An interrupted test, such as one with a {@code @Timeout}, asks the run
 * to stop and waits for its end, so that sessions and tables do not outlive the test.
 */
final class RunOfTest {

    /** The time that an interrupted run may take to end: sessions, clean-up and judgement have limits of their own. */
    private static final long ENDING_SECONDS = 60;

    private final FuzzPlan plan;
    private final RunStore store;
    private final StopRequest stop = new StopRequest();

    /**
     * The database that a run is for.
     *
     * @param isolation the level that sessions ask for, by its name
     * @param argv the command that does the same; empty if there is none
     * @param place the database, if runs there have to follow each other; otherwise empty
     */
    record Subject(Target target, String isolation, List<String> argv, String place) {

        Subject {
            argv = List.copyOf(argv);
        }
    }

    RunOfTest(FuzzPlan plan, RunStore store) {
        this.plan = plan;
        this.store = store;
    }

    /**
     * Runs, and returns the run if the level held.
     *
     * @throws AssertionFailedError if it did not, or if that is not known
     */
    FuzzedRun execute(Subject subject) {
        Turn turn = turn(subject.place());
        RunDirectory directory;
        FutureTask<RunResult> running;
        try {
            directory = RunFolder.create(store, plan.method());
            running = started(subject, directory, turn);
        } catch (RuntimeException | Error failed) {
            turn.close();
            throw failed;
        }
        try {
            return judged(result(running), subject);
        } catch (ExecutionException failed) {
            RunFolder.remove(directory.path());
            throw unchecked(failed);
        }
    }

    /** Waits in the test's own thread, which is the one that a {@code @Timeout} interrupts. */
    private Turn turn(String place) {
        try {
            return Turn.await(place);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(
                    plan.method() + " was interrupted while another run used " + place, interrupted);
        }
    }

    /** Starts the run. Its thread ends the turn: a test that has given up waiting leaves a run that goes on. */
    private FutureTask<RunResult> started(Subject subject, RunDirectory directory, Turn turn) {
        var running = new FutureTask<>(() -> run(subject, directory));
        Thread.ofPlatform().daemon().name("moirai " + plan.method()).start(() -> {
            try (turn) {
                running.run();
            }
        });
        return running;
    }

    private FuzzedRun judged(RunResult result, Subject subject) {
        if (result.exitCode() == ExitCode.VALID) {
            return new FuzzedRun(result);
        }
        if (result.exitCode() == ExitCode.INTERRUPTED) {
            RunFolder.remove(result.directory());
            throw new IllegalStateException(plan.method() + " was interrupted after "
                    + result.judgement().evidence().committed()
                    + " committed transactions, before anything forbidden was found; seed " + plan.seed());
        }
        throw new AssertionFailedError(new FailureText(plan, subject.target()).of(result));
    }

    private RunResult result(FutureTask<RunResult> running) throws ExecutionException {
        try {
            return running.get();
        } catch (InterruptedException interrupted) {
            stop.ask(ExitCode.INTERRUPTED);
            try {
                return running.get(ENDING_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException | TimeoutException impatient) {
                running.cancel(true);
                throw new IllegalStateException(
                        plan.method() + " was interrupted, and its run did not end within " + ENDING_SECONDS
                                + " s: sessions and Moirai's tables may be left",
                        impatient);
            } finally {
                Thread.currentThread().interrupt();
            }
        }
    }

    private RunResult run(Subject subject, RunDirectory directory) throws InterruptedException {
        RunSettings settings = plan.settings(subject.isolation());
        var place = new StoredRun.Place(store, directory, subject.argv());
        return new StoredRun(settings, place, new LevelChecker(), stop, RunWatcher.SILENT).execute(subject.target());
    }

    /** Returns the cause as the caller would have got it from a run on its own thread. */
    private static RuntimeException unchecked(ExecutionException failed) {
        return switch (Objects.requireNonNull(failed.getCause())) {
            case Error error -> throw error;
            case RuntimeException unchecked -> unchecked;
            case Throwable checked -> new IllegalStateException("the run broke off: " + checked, checked);
        };
    }
}
