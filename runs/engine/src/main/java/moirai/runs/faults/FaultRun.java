package moirai.runs.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.files.HistoryWriter;
import moirai.nemesis.Cluster;
import moirai.nemesis.Node;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.injection.Nemesis;
import moirai.runs.LiveRun;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;

/**
 * The faults of one run, from the first transaction to the final reads. Whatever ends the run, {@link #close} heals.
 *
 * <p>The writer of faults belongs to whoever the nemesis tells its news on, one after the other, until that has ended,
 * and to the run's thread then.
 */
public final class FaultRun implements LiveRun.Beside {

    /** Long enough for replicas to follow their primary again, and for what was under way to arrive. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final RunSettings settings;
    private final Scene scene;
    private final StopRequest stop;
    private final RunWatcher watcher;
    private final List<String> notes = new ArrayList<>();
    private final List<HistoryWriter> writers = new ArrayList<>();
    private final Map<Integer, String> active = new LinkedHashMap<>();
    private Optional<Nemesis> nemesis = Optional.empty();
    private Optional<FaultJournal> journal = Optional.empty();
    private boolean isHealed;
    private boolean isAllHealed = true;
    private int injected;

    /**
     * Where it happens.
     *
     * @param cluster runs already
     * @param clients who reads finally
     * @param clock the run's
     * @param directory the run's, for the journal
     */
    public record Scene(Cluster cluster, Target.Clients clients, LongSupplier clock, Path directory) {}

    public FaultRun(RunSettings settings, Scene scene, StopRequest stop, RunWatcher watcher) {
        this.settings = settings;
        this.scene = scene;
        this.stop = stop;
        this.watcher = watcher;
    }

    /** One for faults, and one for the final reads of each node. */
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
        switch (news.step()) {
            case INTENT, FAILED -> {}
            case INJECTED -> {
                injected++;
                active.put(news.id(), news.fault() + " " + news.target());
                record(FaultEvent.Phase.INJECTED, news.fault(), news.target(), news.nanos());
            }
            case HEALED -> {
                if (active.remove(news.id()) != null) {
                    record(FaultEvent.Phase.HEALED, news.fault(), news.target(), news.nanos());
                }
            }
            case NOT_HEALED -> active.remove(news.id());
        }
        watcher.fault(news.describe(), String.join(", ", active.values()));
    }

    private void record(FaultEvent.Phase phase, String fault, String target, long nanos) {
        writers.getFirst().fault(new FaultEvent(nanos, phase, fault, target));
    }

    @Override
    public void end(int keyCount, AtomicInteger sessions) throws InterruptedException {
        heal();
        boolean isQuiet = false;
        if (isAllHealed && !stop.isAsked()) {
            watcher.stage(
                    "healed, waiting " + QUIET.toSeconds() + " s, then reading " + keyCount + " keys at each node");
            isQuiet = !stop.await(QUIET);
        }
        // Wanted in any case: without its end, this mark says that nobody knows.
        recordFinalReads(FaultEvent.Phase.INJECTED);
        if (!isQuiet) {
            notes.add("there are no final reads, since "
                    + (isAllHealed ? "the run was stopped before them" : "not all faults are healed")
                    + ": whether acknowledged appends were lost is not known");
            return;
        }
        var reading = new FinalReading(scene, settings.workload().structure().model(), keyCount, sessions, stop);
        List<String> unread = reading.run(scene.cluster().nodes(), writers.subList(1, writers.size()));
        if (unread.isEmpty()) {
            recordFinalReads(FaultEvent.Phase.HEALED);
        } else {
            notes.addAll(unread);
        }
    }

    private void recordFinalReads(FaultEvent.Phase phase) {
        String names = String.join(
                " ", scene.cluster().nodes().stream().map(Node::name).toList());
        record(phase, Durability.FINAL_READS, names, scene.clock().getAsLong());
    }

    /** Ends the nemesis, once. */
    private void heal() {
        if (isHealed) {
            return;
        }
        isHealed = true;
        nemesis.ifPresent(ending -> {
            ending.close();
            isAllHealed = ending.unhealed().isEmpty();
            notes.addAll(ending.unhealed());
            ending.failure().ifPresent(broken -> notes.add("the nemesis ended early: " + broken));
        });
        if (injected == 0) {
            notes.add(
                    "no fault was injected: the run was over before the first one was due, or nobody was there to meet"
                            + " it");
        }
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public boolean isUndone() {
        return isAllHealed;
    }

    @Override
    public void close() {
        try {
            heal();
        } finally {
            writers.forEach(HistoryWriter::close);
            journal.ifPresent(FaultJournal::close);
        }
    }
}
