package moirai.runs.store;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import moirai.analysis.Checker;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.RunHeader;
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
import moirai.runs.faults.FaultRun;
import moirai.runs.faults.RemainingReads;
import moirai.runs.files.FullDisk;
import moirai.runs.files.SpareRoom;
import moirai.runs.logs.ServerLogs;
import moirai.runs.measures.RunTerms;
import moirai.runs.parts.PartEnd;
import moirai.runs.parts.RunPart;
import moirai.runs.sessions.BoundedClose;
import moirai.runs.sessions.InitialContents;
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

    /** The settings of the whole run. */
    private final RunSettings ofRun;
    /** The settings of this part of the run. */
    private final RunSettings settings;

    private final Place place;
    private final Checker checker;
    private final StopRequest stop;
    private final RunWatcher watcher;
    private final List<String> notes = new ArrayList<>();
    private final List<RunResult.SmallCase> cases = new ArrayList<>();
    private ExitCode beside = ExitCode.VALID;
    private final RunJudging judging;
    private final Measuring measuring;
    private String stopped = "";
    private final RunPlan.Kept plan;
    private boolean isExisting;
    /** Set if the tables of the part before were taken over. */
    private boolean isAdopted;
    /** The latest time of the run that is known; 0 if none is. */
    private long lastNanos;
    /** The number of writers of the parts before. */
    private int writersBefore;

    /**
     * The place where a run is stored.
     *
     * @param argv the command that asked for it, without secrets
     * @param keep how much of the history stays there
     * @param part the part of the run; if it is not the first, the directory has the others
     */
    public record Place(RunStore store, RunDirectory directory, List<String> argv, Keep keep, RunPart part) {

        public Place {
            argv = List.copyOf(argv);
        }

        /** Makes a place where everything stays. */
        public Place(RunStore store, RunDirectory directory, List<String> argv) {
            this(store, directory, argv, Keep.all(), RunPart.FIRST);
        }
    }

    /** @throws IllegalArgumentException if not all is to be kept of a history of anything but lists */
    public StoredRun(RunSettings settings, Place place, Checker checker, StopRequest stop, RunWatcher watcher) {
        if (!place.keep().equals(Keep.all()) && settings.workload().structure().model() != DataModel.LIST_APPEND) {
            throw new IllegalArgumentException(
                    "--keep " + place.keep() + ": only histories of lists are dropped, not of "
                            + settings.workload().structure().model().plural() + "; expected all");
        }
        this.plan = new RunPlan.Kept(place.directory(), place.argv());
        this.ofRun = settings;
        this.settings = settings.with(place.part().seed(settings.seed()));
        this.place = place;
        this.checker = checker;
        this.stop = stop;
        this.watcher = watcher;
        this.judging = new RunJudging(settings, place, checker);
        this.measuring = new Measuring(place);
    }

    private record Recorded(RunHeader header, RunTotals totals) {}

    /** Sets the terms of the run beside its level, and returns it. */
    public StoredRun under(RunTerms asked) {
        measuring.under(asked);
        return this;
    }

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
        plan.begin(place.part());
        try (judging;
                SpareRoom room = SpareRoom.at(place.directory().spareRoom())) {
            recorded = record(target);
            room.giveBack();
            endPart(how());
            watcher.stage("checking");
            judged = judging.judge();
        }
        notes.addAll(judged.notes());
        var files = new ResultFiles(place, notes);
        files.write(judged, recorded.totals().sessions().places());
        if (judged.judgement().exitCode() == ExitCode.INVALID) {
            watcher.stage("shrinking");
            cases.addAll(files.cases(judged, checker));
        }
        measuring.measure(judged, recorded.header(), recorded.totals());
        keepRecord(files, result(recorded, judged));
        boolean isNews = measuring.compare();
        notes.addAll(measuring.measures().terms().remarks());
        files.page(judged);
        isNews |= tellEnd(judged.history(), result(recorded, judged));
        if (isNews) {
            keepRecord(files, result(recorded, judged));
        }
        return result(recorded, judged);
    }

    private void endPart(String how) {
        try {
            plan.end(how, lastNanos);
        } catch (UncheckedIOException failed) {
            notes.add(String.valueOf(failed.getMessage()));
        }
    }

    private String how() {
        String why = stopped.isEmpty() ? stop.reason().map(ExitCode::words).orElse("") : stopped;
        return why.isEmpty() ? PartEnd.ENDED : "stopped: " + why;
    }

    /** Takes over the tables of the part before, or makes new ones, and notes which of the two. */
    private void prepare(SessionSource source) {
        isAdopted = place.part().isResumed() && source.adopt(place.part().firstKey());
        found(isAdopted ? RunPlan.TABLES_BEFORE : isExisting ? RunPlan.NEW_TABLES : RunPlan.NEW_DATABASE);
        if (!isAdopted) {
            source.prepare(InitialContents.of(settings.workload()));
        }
        if (plan.hasLostTables()) {
            judging.doubt("whether the part that was killed has lost acknowledged writes is not known: its tables are"
                    + " not all there any more, so that nobody can read them again");
        }
    }

    private void found(String database) {
        if (place.part().isResumed()) {
            plan.found(database, place.part().firstKey());
            watcher.stage("part " + place.part().number() + " on " + database);
        }
    }

    private void keepRecord(ResultFiles files, RunResult result) {
        beside = beside.and(files.record(RunRecord.of(settings, result, place.argv(), place.keep())));
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

    private RunResult result(Recorded recorded, Judged judged) {
        Judgement judgement = judged.judgement();
        ExitCode code = this.beside.and(stop.reason().orElse(ExitCode.VALID));
        var beside = new RunResult.Beside(notes, cases, stopped, plan.parts(), code, measuring.measures());
        ExitCode all = measuring.code(judgement, code);
        return new RunResult(place.directory().path(), recorded.header(), recorded.totals(), judgement, all, beside);
    }

    private Recorded record(Target target) throws InterruptedException {
        try {
            return switch (target) {
                case Target.Reached reached -> onReached(reached);
                case Target.Simulated simulated -> onSimulated(simulated);
            };
        } catch (RuntimeException failed) {
            endPart("failed: " + failed.getMessage());
            Optional<String> full = failed instanceof UncheckedIOException
                    ? FullDisk.reason(failed, place.directory().path())
                    : Optional.empty();
            if (notes.isEmpty() && full.isEmpty()) {
                throw failed;
            }
            // No report will follow in which the notes would stand.
            notes.addFirst(full.orElse(String.valueOf(failed.getMessage())));
            ExitCode other = full.isPresent() ? ExitCode.UNKNOWN : ExitCode.INTERNAL_ERROR;
            ExitCode code = failed instanceof RunException known ? known.exitCode() : other;
            throw new RunException(String.join("; ", notes), code.and(beside), failed);
        }
    }

    private Recorded onReached(Target.Reached target) throws InterruptedException {
        isExisting = target.existing().isPresent();
        target.cluster().ifPresent(plan -> watcher.stage("starting " + plan.describe()));
        int sessions = settings.load().concurrency();
        try (Target.Site site = target.site(sessions, settings::mockStoreSeed, false)) {
            site.cluster().ifPresent(this::start);
            SessionSource source = site.sessions(target.clients());
            // Nothing can be left in a database that is removed.
            Consumer<String> onLeft =
                    target.existing().isPresent() ? left -> besides(ExitCode.CLEAN_UP_INCOMPLETE, left) : left -> {};
            Ending logs = () -> site.cluster()
                    .flatMap(cluster ->
                            ServerLogs.keep(cluster, place.directory().path()))
                    .ifPresent(this::withoutLogs);
            Ending removal = source::remove;
            try (removal;
                    logs) {
                return withSessions(
                        source,
                        onLeft,
                        clock -> site.cluster()
                                .map(cluster -> beside(cluster, target.clients(), clock))
                                .orElseGet(() -> remainingReads(target, clock)));
            }
        }
    }

    private void withoutLogs(String why) {
        notes.add(why);
        measuring.withoutLogs();
    }

    /** Is closed when a run ends, whatever ended it. */
    private interface Ending extends AutoCloseable {

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
                new FaultRun.Scene(cluster, clients, clock, place.directory().path(), place.part());
        return new FaultRun(settings, scene, stop, watcher);
    }

    /** Returns the final reads of a database that has outlived a part of the run; nothing for others. */
    private LiveRun.Beside remainingReads(Target.Reached target, RunClock clock) {
        if (!isAdopted && !(isExisting && plan.hasFound(RunPlan.TABLES_BEFORE))) {
            return LiveRun.Beside.NOTHING;
        }
        var keys = new RemainingReads.Keys(settings.workload().structure().model(), plan.firstKey());
        return new RemainingReads(target.clients(), target.existing().orElseThrow(), clock, keys, stop);
    }

    /**
     * @param onLeft receives a description of what may be left in the database
     * @param surroundings the activity beside the sessions
     */
    private Recorded withSessions(
            SessionSource source, Consumer<String> onLeft, Function<RunClock, LiveRun.Beside> surroundings)
            throws InterruptedException {
        var closing = new BoundedClose(source);
        try (closing) {
            prepare(source);
            HistoryDirectory history =
                    history(ofRun.header(source.databaseVersion(), Instant.now()), HistoryDirectory.Options.LIVE);
            RunHeader header = history.header();
            RunClock clock = RunClock.resume(header.started(), place.part().firstNanos());
            plan.beginSessions(clock.getAsLong());
            var run = new LiveRun(settings, history, clock, stop, watcher, place.part());
            watcher.stage("running");
            judging.follow(watcher, writersBefore);
            RunTotals totals = run(run, source, surroundings.apply(clock));
            stopped = stop.because();
            lastNanos = clock.getAsLong();
            RunJudging.confirm(source, history);
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

    private RunTotals run(LiveRun run, SessionSource source, LiveRun.Beside beside) throws InterruptedException {
        Ending closing = () -> run.close(beside);
        try (closing) {
            return run.run(source, beside);
        } finally {
            notes.addAll(beside.notes());
            this.beside = this.beside.and(beside.code());
        }
    }

    private Recorded onSimulated(Target.Simulated simulated) {
        RunClock clock = RunClock.start();
        found(RunPlan.NEW_DATABASE);
        HistoryDirectory history =
                history(ofRun.header(simulated.describe(), VIRTUAL_START), HistoryDirectory.Options.SIMULATION);
        var run = new SimulatedRun(settings, history, clock, stop, watcher, place.part());
        watcher.stage("running");
        judging.follow(watcher, writersBefore);
        RunTotals totals = run.run(simulated.open(settings.plantedBugSeed()));
        lastNanos = run.lastNanos();
        stopped = stop.because();
        run.failure().ifPresent(this::brokeOff);
        return new Recorded(history.header(), totals);
    }

    private void brokeOff(LiveRun.Failure failure) {
        judging.doubt(failure.how());
        if (!failure.isFullDisk()) {
            besides(ExitCode.INTERNAL_ERROR, failure.how());
        } else if (stopped.isEmpty()) {
            stopped = failure.how();
        } else if (!stopped.equals(failure.how())) {
            notes.add(failure.how());
        }
    }

    private void besides(ExitCode code, String note) {
        beside = beside.and(code);
        notes.add(note);
    }

    private HistoryDirectory history(RunHeader header, HistoryDirectory.Options options) {
        Path directory = place.directory().history();
        HistoryDirectory history;
        if (place.part().isResumed()) {
            history = HistoryDirectory.resume(directory, header, options.with(place.keep()));
            // What was concluded from the parts before does not hold for the whole.
            place.directory().removeResults();
        } else {
            history = HistoryDirectory.create(directory, header, options.with(place.keep()));
        }
        writersBefore = history.writersBefore();
        place.store().link(place.directory());
        watcher.recording(history.header());
        return history;
    }
}
