package moirai.analysis.sets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * A database in a few lines, run in simulated time: sessions whose transactions overlap, on sets, counters or accounts,
 * at a level, with or without a bug.
 */
public final class SimulatedStructures {

    /** The work of transactions. */
    public enum Workload {
        SET,
        COUNTER,
        BANK
    }

    /** The behaviour of a database without bugs. */
    public enum Level {
        /** Everything happens at the moment of commit. */
        SERIAL,
        /** Reads are of the state at the start; of two that change one counter at a time, the second is refused. */
        SNAPSHOT,
        /** The same, but the state may be older, though not than what the session did last. */
        STALE_SNAPSHOT,
        /** Each read is of what is committed when it runs. */
        READ_COMMITTED
    }

    /** The bug that strikes now and then. */
    public enum Bug {
        NONE,
        /** One change of a commit that was acknowledged never takes effect. */
        LOST_CHANGE,
        /** A transaction reads an old state. */
        STALE_READ,
        /** Half of a commit takes effect later than the other. */
        HALF_A_COMMIT
    }

    private static final int SESSIONS = 6;
    private static final int KEYS = 3;
    private static final int BALANCE = 100;

    private final Random random;
    private final Workload workload;
    private final Level level;
    private final Bug bug;
    private final List<Map<Long, Set>> states = new ArrayList<>();
    private final Map<Long, Integer> changedAt = new HashMap<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<Txn> ended = new ArrayList<>();
    private final int[] seenBySession = new int[SESSIONS];
    private int planned;
    private int elements;

    /** A set, or a counter as a sum. */
    private record Set(SortedSet<Integer> elements, long sum) {

        Set with(Op change) {
            var larger = new TreeSet<>(elements);
            long increased = sum;
            switch (change) {
                case Op.Add add -> larger.add(add.element());
                case Op.Increment increment -> increased += increment.amount();
                default -> throw new AssertionError(change);
            }
            return new Set(larger, increased);
        }
    }

    /** The order in either list was never read, and only one of the two transactions appended to each. */
    private static final class Running {

        private final int session;
        private final List<Op> plan;
        private final List<Op> ops = new ArrayList<>();
        private final List<Op> changes = new ArrayList<>();
        private long start;
        private int snapshot;

        Running(int session, List<Op> plan) {
            this.session = session;
            this.plan = plan;
        }
    }

    private record Event(long time, int number, Running txn, boolean isLateHalf) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Integer.compare(number, other.number);
        }
    }

    private SimulatedStructures(Random random, Workload workload, Level level, Bug bug) {
        this.random = random;
        this.workload = workload;
        this.level = level;
        this.bug = bug;
        var initial = new HashMap<Long, Set>();
        for (long key = 0; key < KEYS; key++) {
            initial.put(key, new Set(new TreeSet<>(), workload == Workload.BANK ? BALANCE : 0));
        }
        states.add(initial);
    }

    /** Runs that many transactions. */
    public static History run(Random random, Workload workload, Level level, Bug bug, int txns) {
        return new SimulatedStructures(random, workload, level, bug).history(txns);
    }

    private History history(int txns) {
        for (int session = 0; session < SESSIONS; session++) {
            begin(session, random.nextInt(10));
        }
        int number = SESSIONS;
        while (!events.isEmpty()) {
            Event event = events.poll();
            if (event.isLateHalf()) {
                apply(event.txn().changes.subList(1, event.txn().changes.size()));
            } else {
                step(event, number++, txns);
            }
        }
        var builder = new HistoryBuilder(RunHeader.NONE);
        ended.forEach(builder::add);
        return builder.build();
    }

    private void begin(int session, long time) {
        var txn = new Running(session, plan());
        txn.start = time;
        planned++;
        events.add(new Event(time, session, txn, false));
    }

    private List<Op> plan() {
        var plan = new ArrayList<Op>();
        if (workload == Workload.BANK) {
            if (random.nextBoolean()) {
                for (long key = 0; key < KEYS; key++) {
                    plan.add(Op.Read.planned(key));
                }
                return plan;
            }
            long from = random.nextInt(KEYS);
            long amount = 1L + random.nextInt(5);
            return List.of(new Op.Increment(from, -amount), new Op.Increment((from + 1) % KEYS, amount));
        }
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            long key = random.nextInt(KEYS);
            if (random.nextBoolean()) {
                plan.add(Op.Read.planned(key));
            } else if (workload == Workload.SET) {
                plan.add(new Op.Add(key, elements++));
            } else {
                plan.add(new Op.Increment(key, 1L + random.nextInt(3)));
            }
        }
        return plan;
    }

    private void step(Event event, int number, int txns) {
        Running txn = event.txn();
        long time = event.time();
        if (txn.start == time) {
            txn.snapshot = snapshot(txn.session);
        } else if (level != Level.SERIAL && txn.ops.size() < txn.plan.size()) {
            run(txn, level == Level.READ_COMMITTED ? states.size() - 1 : txn.snapshot);
        }
        if (txn.start == time || (level != Level.SERIAL && txn.ops.size() < txn.plan.size())) {
            events.add(new Event(time + 1 + random.nextInt(5), number, txn, false));
            return;
        }
        commit(txn, time);
        if (planned < txns) {
            begin(txn.session, time + 1 + random.nextInt(5));
        }
    }

    private int snapshot(int session) {
        int latest = states.size() - 1;
        if (bug == Bug.STALE_READ && random.nextInt(20) == 0) {
            return Math.max(0, latest - 15);
        }
        return level == Level.STALE_SNAPSHOT
                ? seenBySession[session] + random.nextInt(latest - seenBySession[session] + 1)
                : latest;
    }

    private void run(Running txn, int state) {
        Op op = txn.plan.get(txn.ops.size());
        if (op instanceof Op.Read) {
            Set value = states.get(state).getOrDefault(op.key(), new Set(new TreeSet<>(), 0));
            for (Op change : txn.changes) {
                value = change.key() == op.key() ? value.with(change) : value;
            }
            txn.ops.add(
                    workload == Workload.SET
                            ? new Op.ReadSet(
                                    op.key(),
                                    Elements.of(value.elements().stream()
                                            .mapToInt(element -> element)
                                            .toArray()))
                            : new Op.ReadCounter(op.key(), value.sum()));
        } else {
            txn.changes.add(op);
            txn.ops.add(op);
        }
    }

    private void commit(Running txn, long time) {
        boolean stale = bug == Bug.STALE_READ && random.nextInt(20) == 0;
        while (txn.ops.size() < txn.plan.size()) {
            run(txn, stale ? Math.max(0, states.size() - 16) : states.size() - 1);
        }
        Outcome outcome = new Outcome.Committed();
        boolean applied = true;
        if (conflicts(txn)) {
            outcome = new Outcome.Aborted("conflict");
            applied = false;
        } else if (bug == Bug.NONE && random.nextInt(10) == 0) {
            outcome = new Outcome.Indeterminate("timeout");
            applied = random.nextBoolean();
        }
        if (applied && !txn.changes.isEmpty()) {
            applyWithBug(txn, time);
        }
        seenBySession[txn.session] = Math.max(applied ? states.size() - 1 : 0, txn.snapshot);
        // A session whose last outcome is unknown is over; another takes its place.
        int session = outcome.isIndeterminate() ? SESSIONS + ended.size() : txn.session;
        ended.add(new Txn(session, txn.ops, outcome, txn.start, time));
    }

    private boolean conflicts(Running txn) {
        return (level == Level.SNAPSHOT || level == Level.STALE_SNAPSHOT)
                && workload != Workload.SET
                && txn.changes.stream().anyMatch(op -> changedAt.getOrDefault(op.key(), 0) > txn.snapshot);
    }

    private void applyWithBug(Running txn, long time) {
        boolean buggy = random.nextInt(15) == 0;
        if (bug == Bug.LOST_CHANGE && buggy) {
            apply(txn.changes.subList(1, txn.changes.size()));
        } else if (bug == Bug.HALF_A_COMMIT && buggy) {
            apply(txn.changes.subList(0, 1));
            events.add(new Event(time + 20, Integer.MAX_VALUE, txn, true));
        } else {
            apply(txn.changes);
        }
    }

    private void apply(List<Op> changes) {
        var state = new HashMap<>(states.getLast());
        for (Op change : changes) {
            state.merge(change.key(), new Set(new TreeSet<>(), 0), (known, none) -> known.with(change));
            changedAt.put(change.key(), states.size());
        }
        states.add(state);
    }
}
