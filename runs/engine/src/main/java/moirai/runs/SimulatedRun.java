package moirai.runs;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.PlanSource;
import moirai.clients.memory.Simulation;
import moirai.clients.memory.SimulationTotals;
import moirai.clients.memory.TxnSink;
import moirai.generators.SessionPlans;
import moirai.generators.TxnGenerator;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.runs.latency.Latency;
import moirai.runs.parts.RunPart;

/**
 * A run against the simulated database, with one thread and a virtual clock. A seed gives the same history to the byte,
 * as long as the count of transactions ends the run and not the time.
 */
public final class SimulatedRun {

    /** The number of plans between two readings of the wall clock. */
    private static final int PLANS_BETWEEN_LOOKS = 1024;

    private final RunSettings settings;
    private final HistoryDirectory history;
    private final RunClock clock;
    private final StopRequest stop;
    private final RunWatcher watcher;
    private final RunPart part;
    private long lastNanos;
    private Optional<LiveRun.Failure> failure = Optional.empty();

    public SimulatedRun(
            RunSettings settings, HistoryDirectory history, RunClock clock, StopRequest stop, RunWatcher watcher) {
        this(settings, history, clock, stop, watcher, RunPart.FIRST);
    }

    /** Creates a part of a run, whose directory goes on where the part before it has ended. */
    public SimulatedRun(
            RunSettings settings,
            HistoryDirectory history,
            RunClock clock,
            StopRequest stop,
            RunWatcher watcher,
            RunPart part) {
        this.part = part;
        this.settings = settings;
        this.history = history;
        this.clock = clock;
        this.stop = stop;
        this.watcher = watcher;
    }

    /** Runs until the count or the time is used up or a stop is requested. */
    public RunTotals run(MemoryDatabase database) {
        long began = clock.getAsLong();
        List<Integer> balances = settings.workload().balances();
        for (int account = 0; account < balances.size(); account++) {
            database.load(account, balances.get(account));
        }
        SimulationTotals totals = simulate(database, began);
        var elapsed = Duration.ofNanos(clock.getAsLong() - began);
        var last = new RunProgress(elapsed, totals.committed(), totals.aborted(), totals.indeterminate(), 0, "");
        watcher.progress(last);
        return new RunTotals(
                last,
                new Latency(0, 0, 0),
                RunTotals.Sessions.atOnePlace(part.firstSession() + totals.sessions(), 0),
                clock.started(),
                elapsed);
    }

    /** Returns the latest time of a transaction, since the run began; 0 if there is none. */
    public long lastNanos() {
        return lastNanos;
    }

    /** Runs until its end, or until the history cannot be written any more. */
    private SimulationTotals simulate(MemoryDatabase database, long began) {
        Load load = settings.load();
        var recorder = new SlotWriters(history, load.concurrency());
        var counted = new Counted(new Later(recorder));
        try (recorder) {
            return Simulation.of(settings.simulationSeed(), load.concurrency())
                    .run(database, new Plans(counted, began), load.txnCount(), counted);
        } catch (UncheckedIOException unwritten) {
            failure = Optional.of(LiveRun.Failure.of(unwritten, history));
            return counted.totals();
        }
    }

    /** Returns why the run broke off; empty if it did not. */
    public Optional<LiveRun.Failure> failure() {
        return failure;
    }

    /** A source of the plans that reads the wall clock and the stop request now and then. */
    private final class Plans implements PlanSource {

        private final List<SessionPlans> plans;
        private final Counted counted;
        private final long began;
        private long drawn;
        private boolean over;

        Plans(Counted counted, long began) {
            TxnGenerator stream = settings.plans(part.firstKey());
            this.plans = Stream.generate(stream::session)
                    .limit(settings.load().concurrency())
                    .toList();
            this.counted = counted;
            this.began = began;
        }

        @Override
        public boolean hasNext() {
            if (!over && drawn % PLANS_BETWEEN_LOOKS == 0) {
                var elapsed = Duration.ofNanos(clock.getAsLong() - began);
                over = stop.isAsked() || elapsed.compareTo(settings.load().timeLimit()) >= 0;
                watcher.progress(counted.progress(elapsed));
            }
            return !over;
        }

        @Override
        public TxnPlan next(int slot) {
            drawn++;
            return plans.get(slot).next();
        }
    }

    /** A sink that gives sessions and times, which a simulation counts from 0, the numbers of a part of a run. */
    private final class Later implements TxnSink {

        private final TxnSink next;

        Later(TxnSink next) {
            this.next = next;
        }

        @Override
        public void begin(int session, TxnPlan plan, long nanos) {
            next.begin(part.firstSession() + session, plan, part.firstNanos() + nanos);
        }

        @Override
        public void end(Txn txn) {
            lastNanos = Math.max(lastNanos, part.firstNanos() + txn.endNanos());
            next.end(
                    part.isResumed()
                            ? new Txn(
                                    part.firstSession() + txn.session(),
                                    txn.ops(),
                                    txn.outcome(),
                                    part.firstNanos() + txn.startNanos(),
                                    part.firstNanos() + txn.endNanos())
                            : txn);
        }
    }

    /** A sink that counts transactions on their way to the recorder. */
    private static final class Counted implements TxnSink {

        private final TxnSink next;
        private long committed;
        private long aborted;
        private long indeterminate;
        private int sessions;

        Counted(TxnSink next) {
            this.next = next;
        }

        @Override
        public void begin(int session, TxnPlan plan, long nanos) {
            sessions = Math.max(sessions, session + 1);
            next.begin(session, plan, nanos);
        }

        @Override
        public void end(Txn txn) {
            switch (txn.outcome()) {
                case Outcome.Committed how -> committed++;
                case Outcome.Aborted how -> aborted++;
                case Outcome.Indeterminate how -> indeterminate++;
            }
            next.end(txn);
        }

        SimulationTotals totals() {
            return new SimulationTotals(committed, aborted, indeterminate, sessions);
        }

        RunProgress progress(Duration elapsed) {
            return new RunProgress(elapsed, committed, aborted, indeterminate, 0, "");
        }
    }
}
