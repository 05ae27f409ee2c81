package moirai.runs;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import moirai.generators.TxnGenerator;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;
import moirai.runs.files.FullDisk;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Arrivals;
import moirai.runs.latency.Latency;
import moirai.runs.latency.LatencyTotals;
import moirai.runs.parts.RunPart;
import moirai.runs.sessions.SessionSource;

/**
 * A run of many sessions against one database, from the first transaction to the last.
 *
 * <p>Each session has a platform thread. The thread spends its life in a blocking read of one socket, as the server
 * process at the other end does, and the number of threads is bounded by the connections that the database accepts:
 * some hundreds. Virtual threads would save little memory, and would add a hop through a poller, and a wait for a free
 * carrier, to every answer and so to every interval in the history.
 *
 * <p>All threads are daemons, so that a database that never answers cannot keep the process from ending.
 */
public final class LiveRun {

    private static final Optional<Failure> NONE = Optional.empty();

    private static final Duration TICK = Duration.ofMillis(100);

    /**
     * The number of ticks between two readings of the latencies, which make one second. A reading makes the writers
     * change places.
     */
    private static final int TICKS_A_LATENCY = 10;

    /**
     * The time that sessions may take for their last transaction: longer than a client waits for a lost connection.
     */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final RunSettings settings;
    private final HistoryDirectory history;
    private final RunClock clock;
    private final StopRequest stop;
    private final RunWatcher watcher;
    private final RunPart part;
    private final List<SessionSlot> slots = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger sessions;
    private final AtomicReference<Optional<Failure>> failure = new AtomicReference<>(NONE);
    private final LatencyTotals latencies = new LatencyTotals();
    private String trouble = "";
    private long beganNanos;
    private long deadlineNanos;

    /**
     * An activity that accompanies the sessions of a run, such as faults. The thread that waits for the sessions calls
     * it. Closing it undoes its effects.
     */
    public interface Beside extends AutoCloseable {

        /** The absence of any activity beside the sessions. */
        Beside NOTHING = () -> {};

        /** Returns the number of writers of the history that this activity needs. */
        default int writerCount() {
            return 0;
        }

        /**
         * Begins the activity, when all sessions are open and their first transaction is about to begin.
         *
         * @param writers as many as {@link #writerCount} says; the activity closes them
         */
        default void begin(List<HistoryWriter> writers) {}

        /**
         * Ends the activity, when the sessions have ended or were given up.
         *
         * @param keyCount the number of keys that the plans have named; keys are numbered from 0
         * @param sessions the number of the next session
         */
        default void end(int keyCount, AtomicInteger sessions) throws InterruptedException {}

        /** Returns sentences about what went wrong; valid after {@link #close}. */
        default List<String> notes() {
            return List.of();
        }

        /**
         * Returns the exit code that the activity gives the run, if no other ranks before it; valid after {@link
         * #close}.
         */
        default ExitCode code() {
            return ExitCode.VALID;
        }

        @Override
        void close();
    }

    public LiveRun(
            RunSettings settings, HistoryDirectory history, RunClock clock, StopRequest stop, RunWatcher watcher) {
        this(settings, history, clock, stop, watcher, RunPart.FIRST);
    }

    /** Creates a part of a run, whose directory and clock go on where the part before it has ended. */
    public LiveRun(
            RunSettings settings,
            HistoryDirectory history,
            RunClock clock,
            StopRequest stop,
            RunWatcher watcher,
            RunPart part) {
        this.part = part;
        this.sessions = new AtomicInteger(part.firstSession());
        this.settings = settings;
        this.history = history;
        this.clock = clock;
        this.stop = stop;
        this.watcher = watcher;
    }

    /**
     * Runs until the time or the count is used up or a stop is requested, and returns when all sessions have ended or
     * the grace period is over.
     *
     * @param beside an activity beside the sessions
     * @throws moirai.clients.ClientException if not all sessions can be opened at the start
     */
    public RunTotals run(SessionSource source, Beside beside) throws InterruptedException {
        Load load = settings.load();
        List<SessionSlot.Opened> opened = openAll(source);
        // From here on, for a slow connection must not use up the time of a short run.
        long began = clock.getAsLong();
        beganNanos = began;
        long deadline = began + load.timeLimit().toNanos();
        deadlineNanos = deadline;
        TxnGenerator plans = settings.plans(part.firstKey());
        var shared = new SessionSlot.Shared(source, plans, clock, deadline, stop, sessions);
        HistoryDirectory recording = history.forWriters(opened.size() + beside.writerCount());
        for (int slot = 0; slot < opened.size(); slot++) {
            HistoryWriter writer = recording.writer(slot);
            if (slot == 0) {
                part.left().forEach(writer::fault);
            }
            slots.add(new SessionSlot(
                    shared,
                    writer,
                    opened.get(slot),
                    load.txnCountOf(slot),
                    new Arrivals(load.stages(), began, slot, opened.size())));
        }
        beside.begin(IntStream.range(opened.size(), opened.size() + beside.writerCount())
                .mapToObj(recording::writer)
                .toList());
        var running = new CountDownLatch(opened.size());
        for (SessionSlot slot : slots) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("session-slot-" + threads.size())
                    .start(() -> guard(slot, running)));
        }
        int stuck = await(running, deadline);
        Duration elapsed = Duration.ofNanos(clock.getAsLong() - began);
        RunProgress last = progress(elapsed);
        watcher.progress(last);
        end(beside, plans.keyCount());
        var counted = new RunTotals.Sessions(sessions.get(), stuck, source.byNode());
        collectLatency();
        watcher.counts(counts());
        return new RunTotals(
                last, latencies.served(), counted, clock.started(), elapsed, arrivals(began + elapsed.toNanos()));
    }

    /**
     * A failure that ended a run before its time.
     *
     * @param how a clause for people
     * @param isFullDisk whether there was no room for the history; otherwise a file or Moirai is defective
     */
    public record Failure(String how, boolean isFullDisk) {

        /** Returns the failure of a session that did not end by itself. */
        static Failure of(Throwable broken, HistoryDirectory history) {
            Optional<String> full = FullDisk.reason(broken, history.path());
            return new Failure(full.orElseGet(() -> described(broken)), full.isPresent());
        }
    }

    /**
     * Returns the unexpected failure that ended a session's thread, such as a full disk or a defect of Moirai; empty if
     * there was none.
     */
    public Optional<Failure> failure() {
        return failure.get();
    }

    /** Returns how a session ended that did not end by itself. The recorder alone does input and output there. */
    static String described(Throwable broken) {
        return broken instanceof UncheckedIOException unwritten
                ? "the history could not be written: "
                        + Objects.requireNonNull(unwritten.getCause()).getMessage()
                : "a session broke off: " + broken;
    }

    /**
     * Waits, for a bounded time, for sessions that were stuck; to be called after their connections have been closed.
     */
    public void awaitStuck(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (Thread thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        }
    }

    /**
     * Opens the first session of every slot before any of them begins, so that a database that accepts fewer
     * connections fails the run at once. A stop request ends the opening early.
     */
    private List<SessionSlot.Opened> openAll(SessionSource source) {
        var opened = new ArrayList<SessionSlot.Opened>();
        try {
            // One in any case, so that there is a history, if an empty one.
            opened.add(SessionSlot.open(source, 0, sessions, clock));
            while (opened.size() < settings.load().concurrency() && !stop.isAsked()) {
                opened.add(SessionSlot.open(source, opened.size(), sessions, clock));
            }
            return opened;
        } catch (RuntimeException refused) {
            opened.forEach(session -> session.placed().client().close());
            throw refused;
        }
    }

    private void guard(SessionSlot slot, CountDownLatch running) {
        try {
            slot.run();
        } catch (Throwable broken) {
            // Errors of the JVM as well: a run that went on without this slot would pass for a whole one.
            breakOff(broken);
        } finally {
            running.countDown();
        }
    }

    /** Shows progress until all slots have ended or the grace period is over; returns how many have not ended. */
    private int await(CountDownLatch running, long deadline) throws InterruptedException {
        long began = clock.getAsLong();
        long last = deadline + GRACE.toNanos();
        int ticks = 0;
        while (!running.await(TICK.toNanos(), TimeUnit.NANOSECONDS) && clock.getAsLong() < last) {
            watcher.progress(progress(Duration.ofNanos(clock.getAsLong() - began)));
            ticks++;
            if (ticks % TICKS_A_LATENCY == 0) {
                watcher.latency(collectLatency());
                watcher.counts(counts());
            }
            if (stop.isAsked()) {
                last = Math.min(last, clock.getAsLong() + GRACE.toNanos());
            }
        }
        return (int) running.getCount();
    }

    /** Notes a failure, if it is the first, and stops all sessions. */
    private void breakOff(Throwable broken) {
        var found = Failure.of(broken, history);
        boolean isFirst = failure.compareAndSet(NONE, Optional.of(found));
        if (isFirst && !found.isFullDisk()) {
            System.getLogger(LiveRun.class.getName()).log(System.Logger.Level.ERROR, "a session broke off", broken);
        }
        if (found.isFullDisk()) {
            // No mistake of anybody, and what was recorded is judged: its exit code is that of the verdict.
            stop.ask(found.how());
        } else {
            stop.ask(ExitCode.INTERNAL_ERROR);
        }
    }

    /** Ends the activity beside. If its last events cannot be recorded, what is recorded is judged all the same. */
    private void end(Beside beside, int keyCount) throws InterruptedException {
        try {
            beside.end(keyCount, sessions);
        } catch (UncheckedIOException unwritten) {
            breakOff(unwritten);
        }
    }

    /** Closes an activity beside. If its last events cannot be recorded, that is a {@link #failure} of the run. */
    public void close(Beside beside) {
        try {
            beside.close();
        } catch (UncheckedIOException unwritten) {
            breakOff(unwritten);
        }
    }

    private RunProgress progress(Duration elapsed) {
        long committed = 0;
        long aborted = 0;
        long indeterminate = 0;
        int waiting = 0;
        for (SessionSlot slot : slots) {
            committed += slot.counters().committed();
            aborted += slot.counters().aborted();
            indeterminate += slot.counters().indeterminate();
            waiting += slot.waitsBecause().isEmpty() ? 0 : 1;
            if (!slot.refusedBecause().isEmpty()) {
                trouble = slot.refusedBecause();
            }
        }
        return new RunProgress(
                Duration.ofNanos(beganNanos), elapsed, committed, aborted, indeterminate, waiting, trouble);
    }

    private RunCounts counts() {
        var aborted = new TreeMap<String, Long>();
        var indeterminate = new TreeMap<String, Long>();
        for (SessionSlot slot : slots) {
            slot.counters().addAborted(aborted);
            slot.counters().addIndeterminate(indeterminate);
        }
        return new RunCounts(
                aborted, indeterminate, sessions.get(), latencies.spreadFromStart(), latencies.spreadFromDue());
    }

    private Latency collectLatency() {
        return latencies.collect(slots.stream().map(slot -> slot.counters().latency()));
    }

    /**
     * Returns the arrivals that were due by the end of the run. Transactions that the limit on their number prevented
     * do not count as missed.
     */
    private RunTotals.Arrivals arrivals(long endNanos) {
        Load load = settings.load();
        long until = Math.min(endNanos, deadlineNanos);
        long missed = load.txnCount() == Load.UNLIMITED
                ? slots.stream().mapToLong(slot -> slot.missed(until)).sum()
                : 0;
        return new RunTotals.Arrivals(load.stages(), missed, latencies.fromDue());
    }
}
