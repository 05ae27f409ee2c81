package moirai.runs.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import moirai.analysis.Checker;
import moirai.clients.ClientException;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.keeping.Keep;
import moirai.nemesis.Cluster;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.LiveRun;
import moirai.runs.RunClock;
import moirai.runs.RunException;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunTotals;
import moirai.runs.RunWatcher;
import moirai.runs.SimulatedRun;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.cases.Distillation;
import moirai.runs.emission.CaseFiles;
import moirai.runs.faults.FaultRun;
import moirai.runs.html.HtmlReport;
import moirai.runs.html.Proofs;
import moirai.runs.html.ReportSource;
import moirai.runs.sessions.SessionSource;

/**
 * A run from an empty directory to {@code run.json}: it sets up the database, runs, reads back the recorded history,
 * judges it, and stores all results. The history on the disk is judged, so a later {@code check} judges the same.
 *
 * <p>For one run and one thread.
 */
public final class StoredRun {

    /**
     * The start time of simulated runs. A simulation's clock is virtual, so the same seed gives the same history to the
     * byte, header included.
     */
    private static final Instant VIRTUAL_START = Instant.EPOCH;

    private static final Duration STUCK_WAIT = Duration.ofSeconds(2);

    private final RunSettings settings;
    private final Place place;
    private final Checker checker;
    private final StopRequest stop;
    private final RunWatcher watcher;
    private final List<String> notes = new ArrayList<>();
    private final List<RunResult.SmallCase> cases = new ArrayList<>();
    private ExitCode beside = ExitCode.VALID;
    private final RunJudging judging;
    private String stopped = "";

    /**
     * The place where a run is stored.
     *
     * @param argv the command that asked for it, without secrets
     * @param keep how much of the history stays there
     */
    public record Place(RunStore store, RunDirectory directory, List<String> argv, Keep keep) {

        public Place {
            argv = List.copyOf(argv);
        }

        /** Makes a place where everything stays. */
        public Place(RunStore store, RunDirectory directory, List<String> argv) {
            this(store, directory, argv, Keep.all());
        }
    }

    /** @throws IllegalArgumentException if not all is to be kept of a history that can only be judged as a whole */
    public StoredRun(RunSettings settings, Place place, Checker checker, StopRequest stop, RunWatcher watcher) {
        if (!place.keep().equals(Keep.all()) && settings.workload().structure().model() != DataModel.LIST_APPEND) {
            throw new IllegalArgumentException("--keep " + place.keep() + ": histories of "
                    + settings.workload().structure().model().plural() + " are judged as a whole; expected all");
        }
        this.settings = settings;
        this.place = place;
        this.checker = checker;
        this.stop = stop;
        this.watcher = watcher;
        this.judging = new RunJudging(settings, place, checker);
    }

    private record Recorded(RunHeader header, RunTotals totals) {}

    /**
     * Runs, judges and stores.
     *
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     * @throws moirai.nemesis.ClusterException if a server cannot be started
     * @throws RunException if the run failed and has left something besides
     */
    public RunResult execute(Target target) throws InterruptedException {
        Recorded recorded;
        Judged judged;
        try (judging) {
            recorded = record(target);
            watcher.stage("checking");
            judged = judging.judge();
        }
        notes.addAll(judged.notes());
        Judgement judgement = judged.judgement();
        keepCourtesies(judged);
        if (judgement.exitCode() == ExitCode.INVALID) {
            watcher.stage("shrinking");
            keepCases(judged.history(), judgement);
        }
        keepRecord(result(recorded, judgement));
        keepPage(judged);
        if (tellEnd(judged.history(), result(recorded, judgement))) {
            keepRecord(result(recorded, judgement));
        }
        return result(recorded, judgement);
    }

    private void keepRecord(RunResult result) {
        try {
            place.directory().write(RunRecord.of(settings, result, place.argv(), place.keep()));
        } catch (IOException failed) {
            besides(ExitCode.INTERNAL_ERROR, "run.json could not be written: " + failed);
        }
    }

    /** Tells the watcher that everything is stored, and returns whether there is something new to be noted. */
    private boolean tellEnd(History history, RunResult result) throws InterruptedException {
        List<String> troubles;
        try {
            troubles = watcher.ended(result, () -> FoundKinds.of(history, result.judgement()));
        } catch (RuntimeException broken) {
            System.getLogger(StoredRun.class.getName()).log(System.Logger.Level.WARNING, "end of the run", broken);
            troubles = List.of("who watches the run was not told of its end: " + broken);
        }
        notes.addAll(troubles);
        return !troubles.isEmpty();
    }

    private RunResult result(Recorded recorded, Judgement judgement) {
        ExitCode code = judgement.exitCode().and(this.beside).and(stop.reason().orElse(ExitCode.VALID));
        var beside = new RunResult.Beside(notes, cases, stopped);
        return new RunResult(place.directory().path(), recorded.header(), recorded.totals(), judgement, code, beside);
    }

    private Recorded record(Target target) throws InterruptedException {
        try {
            return switch (target) {
                case Target.Reached reached -> onReached(reached);
                case Target.Simulated simulated -> onSimulated(simulated);
            };
        } catch (RuntimeException failed) {
            if (notes.isEmpty()) {
                throw failed;
            }
            // No report will follow in which the notes would stand.
            ExitCode code = failed instanceof RunException known ? known.exitCode() : ExitCode.INTERNAL_ERROR;
            throw new RunException(failed.getMessage() + "; " + String.join("; ", notes), code.and(beside), failed);
        }
    }

    private Recorded onReached(Target.Reached target) throws InterruptedException {
        target.cluster().ifPresent(plan -> watcher.stage("starting " + plan.describe()));
        int sessions = settings.load().concurrency();
        try (Target.Site site = target.site(sessions, settings::mockStoreSeed, false)) {
            site.cluster().ifPresent(this::start);
            SessionSource source = site.sessions(target.clients());
            // Nothing can be left in a database that is removed.
            Consumer<String> onLeft =
                    target.existing().isPresent() ? left -> besides(ExitCode.CLEAN_UP_INCOMPLETE, left) : left -> {};
            Removal removal = source::remove;
            try (removal) {
                return withSessions(
                        source,
                        onLeft,
                        clock -> site.cluster()
                                .map(cluster -> beside(cluster, target.clients(), clock))
                                .orElse(LiveRun.Beside.NOTHING));
            }
        }
    }

    /** The removal of a database that was made for the run. */
    private interface Removal extends AutoCloseable {

        @Override
        void close();
    }

    private void start(Cluster cluster) {
        // Links have to be asked for before the start, and this asks.
        settings.faults().kinds().forEach(kind -> kind.require(cluster));
        cluster.start();
    }

    private LiveRun.Beside beside(Cluster cluster, Target.Clients clients, RunClock clock) {
        if (settings.faults().isNone()) {
            return LiveRun.Beside.NOTHING;
        }
        var scene =
                new FaultRun.Scene(cluster, clients, clock, place.directory().path());
        return new FaultRun(settings, scene, stop, watcher);
    }

    /**
     * @param onLeft receives a description of what may be left in the database
     *
     * @param surroundings the activity beside the sessions
     */
    private Recorded withSessions(
            SessionSource source, Consumer<String> onLeft, Function<RunClock, LiveRun.Beside> surroundings)
            throws InterruptedException {
        var closing = new BoundedClose(source);
        try (closing) {
            source.prepare(initial());
            RunClock clock = RunClock.start();
            RunHeader header = header(source.databaseVersion(), clock.started());
            HistoryDirectory history = history(header, HistoryDirectory.Options.LIVE);
            var run = new LiveRun(settings, history, clock, stop, watcher);
            watcher.stage("running");
            RunTotals totals;
            RunJudging.Meanwhile meanwhile = judging.meanwhile(watcher);
            try (meanwhile) {
                totals = run(run, source, surroundings.apply(clock));
                stopped = stop.because();
            }
            confirm(source, history);
            closing.close();
            if (totals.sessions().stuck() > 0) {
                run.awaitStuck(STUCK_WAIT);
                notes.add(totals.sessions().stuck() + " sessions did not answer after the end and were left behind");
            }
            run.failure().ifPresent(this::brokeOff);
            return new Recorded(header, totals);
        } finally {
            closing.trouble().ifPresent(onLeft);
        }
    }

    /**
     * Checks that others did not write to the tables of the run. A history that they may have written to says nothing
     * about the database; it is stored all the same, with a mark.
     */
    private static void confirm(SessionSource source, HistoryDirectory history) {
        try {
            source.confirm();
        } catch (ClientException displaced) {
            HistoryDirectory.displaced(history.path(), String.valueOf(displaced.getMessage()));
            throw new RunException(String.valueOf(displaced.getMessage()), ExitCode.UNKNOWN, displaced);
        }
    }

    private RunTotals run(LiveRun run, SessionSource source, LiveRun.Beside beside) throws InterruptedException {
        try (beside) {
            return run.run(source, beside);
        } finally {
            notes.addAll(beside.notes());
            this.beside = this.beside.and(beside.code());
        }
    }

    /**
     * Returns the plan of the initial contents. Accounts begin with a balance, which no transaction of the history has
     * written. Where sessions may read a state older than the run, a wrong total may only be such a state.
     */
    private TxnPlan initial() {
        List<Integer> balances = settings.workload().balances();
        var plan = new TxnPlan.Builder(settings.workload().structure().model(), balances.size());
        for (int account = 0; account < balances.size(); account++) {
            plan.change(account, balances.get(account));
        }
        return plan.build();
    }

    private Recorded onSimulated(Target.Simulated simulated) {
        RunClock clock = RunClock.start();
        RunHeader header = header(simulated.describe(), VIRTUAL_START);
        var run =
                new SimulatedRun(settings, history(header, HistoryDirectory.Options.SIMULATION), clock, stop, watcher);
        watcher.stage("running");
        RunJudging.Meanwhile meanwhile = judging.meanwhile(watcher);
        try (meanwhile) {
            RunTotals totals = run.run(simulated.open(settings.plantedBugSeed()));
            stopped = stop.because();
            run.failure().ifPresent(this::brokeOff);
            return new Recorded(header, totals);
        }
    }

    private void brokeOff(String how) {
        judging.doubt(how);
        besides(ExitCode.INTERNAL_ERROR, how);
    }

    private void besides(ExitCode code, String note) {
        beside = beside.and(code);
        notes.add(note);
    }

    private RunHeader header(String database, Instant started) {
        return new RunHeader(
                settings.seed(),
                settings.workload().toString(),
                settings.levels().isolation(),
                settings.levels().expect().label(),
                database,
                started);
    }

    private HistoryDirectory history(RunHeader header, HistoryDirectory.Options options) {
        HistoryDirectory history =
                HistoryDirectory.create(place.directory().history(), header, options.with(place.keep()));
        place.store().link(place.directory());
        watcher.recording(header);
        return history;
    }

    /** Writes the files for readers, whose failure does not change the verdict: all of them can be made again. */
    private void keepCourtesies(Judged judged) {
        try {
            place.directory().write(Results.of(judged.history(), judged.judgement()));
            AnomalyFiles.write(
                    place.directory().anomalies(),
                    Proofs.of(judged.history(), judged.judgement()).explanations());
        } catch (IOException | RuntimeException failed) {
            notes.add("not all result files could be written: " + failed);
            System.getLogger(StoredRun.class.getName()).log(System.Logger.Level.WARNING, "result files", failed);
        }
    }

    /**
     * Writes the page, as the last file: it names the other files, and a process that is killed meanwhile has lost
     * nothing else.
     */
    private void keepPage(Judged judged) {
        Path run = place.directory().path();
        var besides = new ReportSource.Circumstances(
                place.argv(), notes, place.directory().places());
        HtmlReport.attempt(() -> judged.page(run, besides), run.resolve(HtmlReport.NAME))
                .ifPresent(notes::add);
    }

    /** Writes the small cases of all findings; {@code shrink} can make them again. */
    private void keepCases(History history, Judgement judgement) {
        try {
            var source = new Distillation.Source(history, place.argv());
            var found = Distillation.of(source, judgement.findings(), judgement.expect(), checker);
            for (Distillation.Distilled one : found.cases()) {
                Path folder = CaseFiles.write(place.directory().anomalies(), one.found());
                cases.add(new RunResult.SmallCase(
                        one.name(), one.found().history().txnCount(), folder));
            }
            if (found.skipped() > 0) {
                notes.add(found.skipped() + " of the witnesses were not shrunk: enough was spent on the others");
            }
        } catch (IOException | RuntimeException failed) {
            notes.add("not all cases could be written: " + failed);
            System.getLogger(StoredRun.class.getName()).log(System.Logger.Level.WARNING, "cases", failed);
        }
    }
}
