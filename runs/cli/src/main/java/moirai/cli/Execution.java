package moirai.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import moirai.cli.terminal.ProgressDisplay;
import moirai.cli.terminal.Terminal;
import moirai.history.keeping.Keep;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.alarms.AlarmPlan;
import moirai.runs.alarms.AnomalyWatch;
import moirai.runs.measures.RunTerms;
import moirai.runs.metrics.BothWatch;
import moirai.runs.metrics.Publication;
import moirai.runs.metrics.RunMetrics;
import moirai.runs.parts.RunPart;
import moirai.runs.report.RunText;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunLock;
import moirai.runs.store.RunStore;
import moirai.runs.store.StoredRun;

/** The execution of a run, which is shown while it goes. */
final class Execution {

    private final Context context;
    private final Terminal terminal;
    private final StopRequest stop;
    private final Watch watch;

    /**
     * The observers of a run beside the terminal.
     *
     * @param isJudged whether the history is checked while the run goes
     * @param alarms the reactions to anomalies
     * @param terms what decides the exit code beside the level
     */
    record Watch(boolean isJudged, Publication metrics, AlarmPlan alarms, RunTerms terms) {

        /** No further observers; the history is checked while the run goes. */
        static final Watch NOBODY = new Watch(true, new Publication.None(), AlarmPlan.NONE, RunTerms.NONE);
    }

    Execution(Context context, Terminal terminal, StopRequest stop, Watch watch) {
        this.context = context;
        this.terminal = terminal;
        this.stop = stop;
        this.watch = watch;
    }

    /**
     * The run to execute, and the place where it is kept.
     *
     * @param argv the command to type again, without secrets
     * @param keep how much of the history stays on the disk
     */
    record Order(RunSettings settings, Target target, Path store, String name, List<String> argv, Keep keep) {

        /**
         * Returns the same order with another load.
         *
         * @param ofRun the command that asked for the run
         */
        Order with(Load load, List<String> ofRun) {
            return new Order(settings.with(load), target, store, name, ofRun, keep);
        }
    }

    /**
     * A run that goes on.
     *
     * @param lock that of the directory, which is held
     */
    record Resumed(RunDirectory directory, RunLock lock, RunPart part) {

        RunStore store() {
            Path path = directory.path();
            // The store's folder, the name's, and the run's own.
            return new RunStore(path.resolve("../..").normalize());
        }
    }

    /** Executes the run, judges its history and stores both. */
    RunResult execute(Order order) throws InterruptedException {
        return execute(order, Optional.empty());
    }

    /**
     * Executes the run, or a further part of it.
     *
     * @param resumed the run of which this is a further part; empty for a new run
     */
    RunResult execute(Order order, Optional<Resumed> resumed) throws InterruptedException {
        RunStore store = resumed.map(Resumed::store).orElseGet(() -> new RunStore(order.store()));
        RunDirectory directory =
                resumed.map(Resumed::directory).orElseGet(() -> store.create(order.name(), Instant.now()));
        try (RunLock lock = resumed.map(Resumed::lock).orElseGet(() -> RunLock.of(directory));
                RunLog log = RunLog.to(directory.log());
                var display = new ProgressDisplay(
                        terminal, order.settings(), new ProgressDisplay.How(watch.isJudged(), context.isColored()));
                AnomalyWatch alarms = alarms(order, directory)) {
            lock.requireOf(directory);
            log.info(ShellLine.of(order.argv()));
            boolean isPublished = !(watch.metrics() instanceof Publication.None);
            var metrics = new RunMetrics(order.settings(), directory.history(), watch.isJudged() && isPublished);
            watch.metrics().begin(metrics);
            try {
                RunPart part = resumed.map(Resumed::part).orElse(RunPart.FIRST);
                var place = new StoredRun.Place(store, directory, order.argv(), order.keep(), part);
                RunResult result = new StoredRun(
                                order.settings(),
                                place,
                                context.checker(),
                                stop,
                                new BothWatch(new BothWatch(display, metrics), alarms))
                        .under(watch.terms())
                        .execute(order.target());
                metrics.ended(result.judgement().word());
                log.info(RunText.of(result));
                return result;
            } catch (InterruptedException | RuntimeException failed) {
                log.failure(failed);
                throw failed;
            }
        }
    }

    private AnomalyWatch alarms(Order order, RunDirectory directory) {
        var place = new AnomalyWatch.Place(
                directory.path(), order.settings().levels().expect(), watch.isJudged(), this::say);
        return new AnomalyWatch(watch.alarms(), place, stop);
    }

    private void say(String message) {
        if (!terminal.isQuiet()) {
            terminal.aside().println(message);
        }
    }
}
