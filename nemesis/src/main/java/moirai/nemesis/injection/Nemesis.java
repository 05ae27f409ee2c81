package moirai.nemesis.injection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import moirai.nemesis.Cluster;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.process.Pauses;

/**
 * Carries out a schedule of faults, each kind on a thread of its own, and heals all of them at the end. The end may be
 * a call of {@link #close}, an error of its own or, through watchdogs, the death of the process.
 *
 * <p>A fault that cannot be injected is undone and told. A fault that cannot be healed is tried again, at last at the
 * end. News is told one after the other, on threads of the nemesis; after {@link #close} has returned, no more comes.
 */
public final class Nemesis implements AutoCloseable {

    private static final long MEND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LAST_ATTEMPTS = 3;

    /** The time after which no further attempt is begun. */
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Site site;
    private final Ending ending;
    private final Chronicle chronicle;
    private final List<Lane> lanes;
    private final Thread thread = new Thread(this::run, "nemesis");

    /**
     * Makes a nemesis that waits for {@link #start}.
     *
     * @param clock nanoseconds since the run began, on which the schedule's times are
     */
    public Nemesis(
            Cluster cluster,
            FaultSchedule schedule,
            FaultJournal journal,
            LongSupplier clock,
            Consumer<FaultNews> listener) {
        site = Site.of(cluster, schedule.isOverlapping());
        ending = new Ending(clock);
        chronicle = new Chronicle(journal, clock, listener);
        lanes = schedule.byKind().stream()
                .map(kind -> new Lane(kind, site, ending, chronicle))
                .toList();
        thread.setDaemon(true);
    }

    /** Begins; may be called once. */
    public void start() {
        thread.start();
    }

    /** Injects nothing more, heals everything, and returns when that is done or has failed for good. */
    @Override
    public void close() {
        ending.begin();
        // An interruption does not cut healing short.
        Pauses.join(thread);
    }

    /** Returns what could not be healed; to be called after {@link #close}. */
    public List<String> unhealed() {
        return chronicle.unhealed();
    }

    /** Returns the error that ended the nemesis early, such as a full disk; to be called after {@link #close}. */
    public Optional<Throwable> failure() {
        return chronicle.failure();
    }

    private void run() {
        var threads = new ArrayList<Thread>();
        try {
            for (Lane lane : lanes) {
                threads.add(Thread.ofPlatform()
                        .daemon()
                        .name("nemesis-" + threads.size())
                        .start(lane));
            }
            while (ending.awaitUntil(chronicle.now() + MEND_NANOS)) {
                site.mend();
                tellMoves();
            }
        } catch (Throwable broken) {
            chronicle.fail(broken);
            ending.begin();
        } finally {
            threads.forEach(Pauses::join);
            healAll();
            tellLastMoves();
        }
    }

    private void tellMoves() {
        site.cluster().ownMoves().forEach(chronicle::tellMove);
    }

    private void tellLastMoves() {
        try {
            tellMoves();
        } catch (RuntimeException untold) {
            chronicle.fail(untold);
        }
    }

    /**
     * Heals everything as the last step. A fault that a lane could not heal may have needed another fault healed first,
     * so it is tried again after the cluster as a whole was started. No failure keeps another fault from being healed.
     */
    private void healAll() {
        List<Active> left = new ArrayList<>(
                lanes.stream().flatMap(lane -> lane.left().stream()).toList());
        String why = "";
        long deadline = System.nanoTime() + LAST_NANOS;
        for (int attempt = 0; attempt < LAST_ATTEMPTS; attempt++) {
            if (attempt > 0 && ((left.isEmpty() && why.isEmpty()) || System.nanoTime() > deadline)) {
                break;
            }
            long began = chronicle.now();
            why = failure(site::healAll);
            left.removeIf(fault -> isHealed(fault, began));
        }
        for (Active fault : left) {
            chronicle.tellAtLast(fault, FaultStep.NOT_HEALED, why);
        }
        if (left.isEmpty() && !why.isEmpty()) {
            chronicle.tellBrokenCluster(why);
        }
    }

    private boolean isHealed(Active fault, long beganNanos) {
        boolean isHealed = failure(fault.injection()::heal).isEmpty();
        if (isHealed) {
            chronicle.tellHealedAtLast(fault, beganNanos);
        }
        return isHealed;
    }

    /** Runs the healing and returns why it failed; empty if it did not. */
    private static String failure(Runnable healing) {
        try {
            healing.run();
            return "";
        } catch (RuntimeException failed) {
            System.getLogger(Nemesis.class.getName())
                    .log(System.Logger.Level.WARNING, "healing is tried again", failed);
            return Chronicle.reason(failed);
        }
    }
}
