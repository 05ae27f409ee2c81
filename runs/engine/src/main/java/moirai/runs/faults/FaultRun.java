package moirai.runs.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import moirai.analysis.durability.Durability;
import moirai.clients.Endpoint;
import moirai.history.FaultEvent;
import moirai.history.files.HistoryWriter;
import moirai.nemesis.Cluster;
import moirai.nemesis.Node;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.injection.Nemesis;
import moirai.runs.ExitCode;
import moirai.runs.LiveRun;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.files.FullDisk;
import moirai.runs.parts.RunPart;

/**
 * The faults of one run, from the first transaction to the final reads. However the run ends, {@link #close} heals
 * them.
 *
 * <p>The writer of faults belongs to the threads that the nemesis reports its news on, one after the other; when the
 * nemesis has ended, it belongs to the run's thread.
 */
public final class FaultRun implements LiveRun.Beside {

    /** The time that transactions still under way are given to arrive where their arrival cannot be observed. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /** The time that the nodes may take until all of them show every acknowledged write. */
    private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final RunSettings settings;
    private final Scene scene;
    private final StopRequest stop;
    private final RunWatcher watcher;
    private final List<String> notes = new ArrayList<>();

    /** Sentences about faults that stay to the end of the run; guarded as the writer of faults is. */
    private final List<String> remains = new ArrayList<>();

    private final List<HistoryWriter> writers = new ArrayList<>();
    private final ActiveFaults active = new ActiveFaults();
    private Optional<Nemesis> nemesis = Optional.empty();
    private Optional<FaultJournal> journal = Optional.empty();
    private boolean isHealed;
    private boolean isAllHealed = true;
    private boolean isBroken;

    /**
     * The environment of the faults of a run.
     *
     * @param cluster runs already
     * @param clients the clients for the final reads
     * @param clock the run's clock
     * @param directory the run's directory, for the journal
     * @param part the part of the run, whose cluster is new
     */
    public record Scene(Cluster cluster, Target.Clients clients, LongSupplier clock, Path directory, RunPart part) {}

    public FaultRun(RunSettings settings, Scene scene, StopRequest stop, RunWatcher watcher) {
        this.settings = settings;
        this.scene = scene;
        this.stop = stop;
        this.watcher = watcher;
    }

    /** Returns one writer for faults, and one for the final reads of each node. */
    @Override
    public int writerCount() {
        return 1 + scene.cluster().nodes().size();
    }

    @Override
    public void begin(List<HistoryWriter> own) {
        writers.addAll(own);
        List<String> nodes = scene.cluster().nodes().stream().map(Node::name).toList();
        var schedule = new FaultSchedule(settings.faultSeed(), settings.faults(), nodes);
        var written = FaultJournal.create(
                scene.directory().resolve(FaultJournal.NAME),
                scene.directory().toAbsolutePath().toString());
        journal = Optional.of(written);
        var made = new Nemesis(scene.cluster(), schedule, written, scene.clock(), this::heard);
        nemesis = Optional.of(made);
        made.start();
    }

    private void heard(FaultNews news) {
        if (news.step() == FaultStep.STAYS) {
            remains.add(news.describe());
        }
        active.heard(news).ifPresent(writers.getFirst()::fault);
        watcher.fault(news.describe(), active.names());
    }

    @Override
    public void end(int keyCount, AtomicInteger sessions) throws InterruptedException {
        heal();
        String missing = missing(keyCount);
        // Wanted in any case: without its end, this mark says that nobody knows.
        recordFinalReads(FaultEvent.Phase.INJECTED);
        if (!missing.isEmpty()) {
            notes.add("there are no final reads, since " + missing
                    + ": whether acknowledged writes were lost is not known");
            return;
        }
        var keys = new FinalReading.Keys(
                settings.workload().structure().model(), scene.part().firstKey(), keyCount);
        Cluster cluster = scene.cluster();
        List<FinalReading.Place> nodes = cluster.nodes().stream()
                .map(node -> new FinalReading.Place(
                        node.name(), new Endpoint(node.url(), cluster.user(), cluster.password())))
                .toList();
        List<String> unread = new FinalReading(scene.clients(), scene.clock(), keys, sessions, stop)
                .run(nodes, writers.subList(1, writers.size()));
        if (unread.isEmpty()) {
            recordFinalReads(FaultEvent.Phase.HEALED);
        } else {
            notes.addAll(unread);
        }
    }

    /** Waits until final reads are possible, and returns the reason if they are not; empty if they are. */
    private String missing(int keyCount) throws InterruptedException {
        if (!isAllHealed) {
            return "not all faults are healed";
        }
        watcher.stage("healed, waiting until all nodes have caught up, then reading "
                + (keyCount - scene.part().firstKey()) + " keys at each");
        long deadline = System.nanoTime() + CATCH_UP_MAX.toNanos();
        while (!stop.isAsked() && !scene.cluster().awaitCaughtUp(LOOK)) {
            if (System.nanoTime() - deadline > 0) {
                return "not all nodes had caught up " + CATCH_UP_MAX.toSeconds() + " s after the heal";
            }
        }
        return stop.await(QUIET) ? "the run was stopped before them" : "";
    }

    private void recordFinalReads(FaultEvent.Phase phase) {
        String names = String.join(
                " ", scene.cluster().nodes().stream().map(Node::name).toList());
        long now = scene.clock().getAsLong();
        writers.getFirst().fault(new FaultEvent(now, phase, Durability.FINAL_READS, names));
    }

    /** Ends the nemesis; has an effect only once. */
    private void heal() {
        if (isHealed) {
            return;
        }
        isHealed = true;
        nemesis.ifPresent(ending -> {
            ending.close();
            isAllHealed = ending.unhealed().isEmpty();
            notes.addAll(ending.unhealed());
            noteRemains();
            ending.failure().ifPresent(broken -> {
                // A full disk ends the sessions as well, and their failure decides about the exit code.
                Optional<String> full = FullDisk.reason(broken, scene.directory());
                isBroken |= full.isEmpty();
                notes.add("the nemesis ended early: " + full.orElseGet(broken::toString));
            });
        });
    }

    /** Notes the first of what stays: many faults may leave something, and the journal has all. */
    private void noteRemains() {
        if (!remains.isEmpty()) {
            int others = remains.size() - 1;
            notes.add(remains.getFirst() + "; wrong or lost data after it may come from it"
                    + (others == 0 ? "" : "; and so of " + others + " more, see the fault journal"));
        }
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /**
     * Returns the exit code. A nemesis that ended early has shown less than was requested, and how much less is
     * unknown.
     */
    @Override
    public ExitCode code() {
        ExitCode ended = isBroken ? ExitCode.INTERNAL_ERROR : ExitCode.VALID;
        return isAllHealed ? ended : ExitCode.CLEAN_UP_INCOMPLETE;
    }

    @Override
    public void close() {
        try {
            heal();
        } finally {
            try {
                HistoryWriter.closeAll(writers);
            } finally {
                journal.ifPresent(FaultJournal::close);
            }
        }
    }
}
