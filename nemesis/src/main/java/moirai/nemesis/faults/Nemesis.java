package moirai.nemesis.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import moirai.nemesis.Cluster;

/**
 * Carries out a schedule of faults on a thread of its own, and heals all of them at the end, whichever that is: the
 * call of {@link #close}, an error of its own, or, through watchdogs, the death of the process.
 *
 * <p>A fault that cannot be injected is undone and told; one that cannot be healed is tried again, at last at the end.
 * News is told on the nemesis' thread, one after the other; when {@link #close} has returned, no more comes.
 */
public final class Nemesis implements AutoCloseable {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int LAST_ATTEMPTS = 3;

    /** After which no further attempt is begun. */
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Cluster cluster;
    private final FaultSchedule schedule;
    private final FaultJournal journal;
    private final LongSupplier clock;
    private final Consumer<FaultNews> listener;
    private final Thread thread = new Thread(this::run, "nemesis");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition end = lock.newCondition();
    private boolean isEnding;
    private boolean isStarted;

    /** Belongs to the thread, as all below, until that has ended. */
    private final List<Active> active = new ArrayList<>();

    private final List<FaultNews> unhealed = new ArrayList<>();
    private Optional<Throwable> failure = Optional.empty();
    private int faults;

    /** A fault that is there, and when to heal it, on the run's clock. */
    private record Active(int id, Injection injection, String target, long dueNanos) {}

    /**
     * A nemesis that waits for {@link #start}.
     *
     * @param clock nanoseconds since the run began, which the schedule's times are on
     */
    public Nemesis(
            Cluster cluster,
            FaultSchedule schedule,
            FaultJournal journal,
            LongSupplier clock,
            Consumer<FaultNews> listener) {
        this.cluster = cluster;
        this.schedule = schedule;
        this.journal = journal;
        this.clock = clock;
        this.listener = listener;
        thread.setDaemon(true);
    }

    /** Begins. */
    public void start() {
        lock.lock();
        try {
            if (!isStarted && !isEnding) {
                isStarted = true;
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Injects nothing more, heals everything, and returns when that is done or has failed for good. */
    @Override
    public void close() {
        lock.lock();
        try {
            isEnding = true;
            end.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException again) {
                // Healing is not cut short.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What could not be healed; to be asked after {@link #close}. */
    public List<String> unhealed() {
        return unhealed.stream().map(FaultNews::describe).toList();
    }

    /** What ended the nemesis early, such as a full disk; to be asked after {@link #close}. */
    public Optional<Throwable> failure() {
        return failure;
    }

    private void run() {
        try {
            PlannedFault next = schedule.next();
            while (await(Math.min(next.at().toNanos(), due()))) {
                Optional<Active> healing = active.stream()
                        .filter(fault -> fault.dueNanos() <= clock.getAsLong())
                        .min(Comparator.comparingLong(Active::dueNanos));
                if (healing.isPresent()) {
                    heal(healing.get());
                } else if (next.at().toNanos() <= clock.getAsLong()) {
                    inject(next);
                    next = schedule.next();
                }
            }
        } catch (Throwable broken) {
            // Whatever it is, healing comes first.
            failure = Optional.of(broken);
        } finally {
            healAll();
        }
    }

    private long due() {
        return active.stream().mapToLong(Active::dueNanos).min().orElse(Long.MAX_VALUE);
    }

    /** Waits for that time; false as soon as the end has come. */
    private boolean await(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos - clock.getAsLong();
            while (!isEnding && left > 0) {
                if (end.awaitNanos(left) > 0) {
                    left = nanos - clock.getAsLong();
                } else {
                    left = 0;
                }
            }
            return !isEnding;
        } finally {
            lock.unlock();
        }
    }

    private void inject(PlannedFault planned) {
        Injection injection = Injection.of(planned.fault(), cluster);
        if (injection.isVain()) {
            return;
        }
        int id = ++faults;
        var fault =
                new Active(id, injection, injection.target(), planned.until().toNanos());
        List<ProcessMark> processes =
                injection.pids().stream().map(ProcessMark::of).toList();
        journal.write(news(fault, FaultStep.INTENT, ""), processes);
        active.add(fault);
        try {
            injection.inject();
            tell(news(fault, FaultStep.INJECTED, ""));
        } catch (RuntimeException failed) {
            tell(news(fault, FaultStep.FAILED, reason(failed)));
        }
        if (planned.fault().isBrief()) {
            heal(fault);
        }
    }

    /** Tries; if it fails, it will be tried again a little later. */
    private void heal(Active fault) {
        active.remove(fault);
        try {
            fault.injection().heal();
        } catch (RuntimeException failed) {
            System.getLogger(Nemesis.class.getName())
                    .log(System.Logger.Level.WARNING, "healing " + fault.target() + " is tried again", failed);
            active.add(new Active(fault.id(), fault.injection(), fault.target(), clock.getAsLong() + RETRY_NANOS));
            return;
        }
        tell(news(fault, FaultStep.HEALED, ""));
    }

    /**
     * The last thing that is done. What cannot be healed may need another fault healed first, as a replica needs its
     * primary, so all are tried again after the cluster as a whole was started; no failure keeps another from it.
     */
    private void healAll() {
        String why = "";
        long deadline = System.nanoTime() + LAST_NANOS;
        for (int attempt = 0; attempt < LAST_ATTEMPTS; attempt++) {
            if (attempt > 0 && ((active.isEmpty() && why.isEmpty()) || System.nanoTime() > deadline)) {
                break;
            }
            for (Active fault : List.copyOf(active).reversed()) {
                healAtLast(fault);
            }
            why = healCluster();
            if (why.isEmpty()) {
                // All nodes run and all links are open, so nothing is left of whichever fault did not heal by itself.
                active.forEach(fault -> lastNews(news(fault, FaultStep.HEALED, "")));
                active.clear();
            }
        }
        for (Active fault : active) {
            lastNews(news(fault, FaultStep.NOT_HEALED, why));
        }
        if (active.isEmpty() && !why.isEmpty()) {
            lastNews(new FaultNews(0, FaultStep.NOT_HEALED, clock.getAsLong(), "cluster", "as a whole", why));
        }
    }

    private void healAtLast(Active fault) {
        try {
            fault.injection().heal();
            active.remove(fault);
            lastNews(news(fault, FaultStep.HEALED, ""));
        } catch (RuntimeException failed) {
            System.getLogger(Nemesis.class.getName())
                    .log(System.Logger.Level.WARNING, "healing " + fault.target() + " is tried again", failed);
        }
    }

    /** Says why it failed; empty if it did not. */
    private String healCluster() {
        try {
            Injection.healAll(cluster);
            return "";
        } catch (RuntimeException failed) {
            return reason(failed);
        }
    }

    /** A disk that is full must not keep anything from being healed. */
    private void lastNews(FaultNews news) {
        if (news.step() == FaultStep.NOT_HEALED) {
            unhealed.add(news);
        }
        try {
            tell(news);
        } catch (RuntimeException untold) {
            failure = failure.isPresent() ? failure : Optional.of(untold);
        }
    }

    private void tell(FaultNews news) {
        journal.write(news, List.of());
        listener.accept(news);
    }

    private FaultNews news(Active fault, FaultStep step, String why) {
        return new FaultNews(
                fault.id(),
                step,
                clock.getAsLong(),
                fault.injection().fault().kind().label(),
                fault.target(),
                why);
    }

    private static String reason(RuntimeException failed) {
        return String.valueOf(failed.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
