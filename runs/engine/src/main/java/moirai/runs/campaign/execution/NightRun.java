package moirai.runs.campaign.execution;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.teeth.TeethReport;

/** The execution of the cells of a night that have no result yet, several at a time. */
public final class NightRun {

    private static final String SPENT = "the budget was spent";

    /** The copies of a history for each kind of bug that is planted into it. */
    private static final int TEETH_COPIES = 20;

    private static final Duration TEETH_LIMIT = Duration.ofMinutes(2);

    private final NightDirectory directory;
    private final Path store;
    private final CellLauncher launcher;
    private final boolean hasTeeth;
    private final StopRequest stop;
    private final Watcher watcher;

    /** The first failure of a thread, for which the night cannot go on. */
    private final AtomicReference<Optional<RuntimeException>> failure = new AtomicReference<>(Optional.empty());

    /** Stops the cells when the night is stopped, and also when it cannot go on. */
    private final StopRequest ending = new StopRequest();

    /** Is told what goes on, by one thread at a time. */
    public interface Watcher {

        /** A cell begins. */
        void begun(Cell cell);

        /** A cell is over, and its result is on the disk. */
        void ended(CellResult result);
    }

    /**
     * Prepares the execution.
     *
     * @param store the directory of all runs
     * @param hasTeeth whether it is measured what each run could have noticed
     * @param stop ends the night: cells that are under way are stopped, and have no result
     */
    public NightRun(
            NightDirectory directory,
            Path store,
            CellLauncher launcher,
            boolean hasTeeth,
            StopRequest stop,
            Watcher watcher) {
        this.directory = directory;
        this.store = store;
        this.launcher = launcher;
        this.hasTeeth = hasTeeth;
        this.stop = stop;
        this.watcher = watcher;
    }

    /**
     * Executes the cells that are missing, in their order, and returns the night with all its results.
     *
     * @param budget the wall time after which no cell begins
     * @throws RuntimeException if a result could not be written; nothing runs any more then
     */
    public Night run(int parallel, Duration budget) throws InterruptedException {
        Queue<Cell> missing = new ConcurrentLinkedQueue<>(directory.read().missing());
        long begun = System.nanoTime();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < Math.min(parallel, missing.size()); i++) {
            threads.add(Thread.ofPlatform().name("cell-" + i).start(() -> guard(missing, begun, budget)));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException stopped) {
            ending.ask("interrupted");
            for (Thread thread : threads) {
                thread.join();
            }
            throw stopped;
        }
        failure.get().ifPresent(failed -> {
            throw failed;
        });
        return directory.read();
    }

    private void guard(Queue<Cell> missing, long begun, Duration budget) {
        try {
            for (Cell cell = missing.poll(); cell != null && !isStopped(); cell = missing.poll()) {
                boolean isSpent = Duration.ofNanos(System.nanoTime() - begun).compareTo(budget) > 0;
                if (isSpent) {
                    record(CellRecord.notStarted(cell, SPENT));
                } else {
                    execute(cell);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            ending.ask("interrupted");
        } catch (RuntimeException failed) {
            failure.compareAndSet(Optional.empty(), Optional.of(failed));
            ending.ask("failed");
        }
    }

    private boolean isStopped() {
        return stop.isAsked() || ending.isAsked();
    }

    private void execute(Cell cell) throws InterruptedException {
        synchronized (watcher) {
            watcher.begun(cell);
        }
        Set<Path> before = CellRecord.runs(store, cell);
        Path output = directory.output(cell);
        CellProcess.Ended ended = CellProcess.run(
                launcher.command(argv(cell)),
                output,
                Duration.ofMillis((long) (cell.limitSeconds() * 1e3)),
                this::isStopped);
        // Ctrl-C in a terminal reaches the cells too: what they say then is not what they would have found.
        if (ended.how() == CellProcess.How.STOPPED || isStopped()) {
            return;
        }
        CellResult result = result(cell, before, ended, output);
        if (cell.isCanary()) {
            record(CellRecord.ofCanary(result));
            return;
        }
        CellResult measured = hasTeeth && isTelling(result) ? result.with(teeth(cell, result)) : result;
        if (!isStopped()) {
            record(measured);
        }
    }

    /** Returns whether a run showed nothing that is forbidden, so that it is worth knowing what it could have shown. */
    private static boolean isTelling(CellResult result) {
        boolean isHeld = result.ending().exitCode() == ExitCode.VALID.code()
                || result.ending().exitCode() == ExitCode.INSUFFICIENT_EVIDENCE.code();
        return result.ending().end() == End.JUDGED && isHeld;
    }

    private TeethReport teeth(Cell cell, CellResult result) throws InterruptedException {
        Path run = store.resolve(result.run());
        Path report = directory.teeth(cell);
        List<String> arguments = List.of(
                "history",
                "teeth",
                run.toString(),
                "--copies=" + TEETH_COPIES,
                "--seed=" + cell.hash(),
                "--json=" + report);
        Path output = directory.teethOutput(cell);
        CellProcess.Ended ended = CellProcess.run(launcher.command(arguments), output, TEETH_LIMIT, this::isStopped);
        return CellRecord.teeth(ended, run, report, output);
    }

    private CellResult result(Cell cell, Set<Path> before, CellProcess.Ended ended, Path output) {
        try {
            return CellRecord.of(store, cell, before, ended, output);
        } catch (RuntimeException unreadable) {
            return CellRecord.unreadable(cell, ended, unreadable);
        }
    }

    private List<String> argv(Cell cell) {
        var argv = new ArrayList<String>();
        argv.add("run");
        argv.addAll(cell.argv());
        argv.addAll(List.of("--store", store.toString(), "--name", cell.runName(), "--quiet"));
        return argv;
    }

    private void record(CellResult result) {
        synchronized (watcher) {
            directory.append(result);
            watcher.ended(result);
        }
    }
}
