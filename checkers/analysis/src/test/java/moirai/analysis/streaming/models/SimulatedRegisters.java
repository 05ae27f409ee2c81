package moirai.analysis.streaming.models;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/** A database of registers in a few lines, whose sessions overlap in time, with or without a bug. */
final class SimulatedRegisters {

    /** The behaviour of the database. */
    enum Behaviour {
        /** Everything happens at one moment. */
        SERIAL,
        /** Now and then a transaction reads a state that is older. */
        STALE,
        /** Reads are of the state at the start, and nobody is refused: updates are lost, writes are skewed. */
        SNAPSHOT,
        /** Each read is of what is committed when it runs. */
        READ_COMMITTED,
        /** Now and then the writes of a refused transaction stay. */
        DIRTY,
        /** Now and then a read returns a value that nobody wrote. */
        GARBAGE
    }

    private static final int SESSIONS = 5;
    private static final int WRITES_PER_KEY = 8;

    private final Random random;
    private final Behaviour behaviour;
    private final Map<Integer, Integer> writes = new HashMap<>();
    private final List<Map<Long, Long>> states = new ArrayList<>(List.of(Map.of()));
    private final List<Long> moments = new ArrayList<>(List.of(Long.MIN_VALUE));
    private final long[] keys = {0, 1, 2};
    private long nextKey = keys.length;
    private long nextValue = 1;

    private SimulatedRegisters(Random random, Behaviour behaviour) {
        this.random = random;
        this.behaviour = behaviour;
    }

    /** A transaction to be executed at a moment of its interval. */
    private record Slot(int session, long start, long moment, long end) {}

    static History run(Random random, RunHeader header, Behaviour behaviour, int txns) {
        return new SimulatedRegisters(random, behaviour).history(header, txns);
    }

    private History history(RunHeader header, int txns) {
        var slots = new ArrayList<Slot>();
        long[] free = new long[SESSIONS];
        for (int txn = 0; txn < txns; txn++) {
            int session = random.nextInt(SESSIONS);
            long start = free[session] + 1 + random.nextInt(4);
            long moment = start + random.nextInt(9);
            free[session] = moment + random.nextInt(9);
            slots.add(new Slot(session, start, moment, free[session]));
        }
        slots.sort(Comparator.comparingLong(Slot::moment));
        int[] renewed = new int[SESSIONS];
        var done = new ArrayList<Txn>();
        for (Slot slot : slots) {
            Txn txn = execute(slot);
            int session = slot.session() + SESSIONS * renewed[slot.session()];
            renewed[slot.session()] += txn.outcome().isIndeterminate() ? 1 : 0;
            done.add(new Txn(session, txn.ops(), txn.outcome(), slot.start(), slot.end()));
        }
        var builder = new HistoryBuilder(header);
        builder.write(-1, 1).end(SESSIONS * txns, new Outcome.Aborted(""), 0, 0);
        done.sort(Comparator.comparingLong(Txn::startNanos));
        done.forEach(builder::add);
        return builder.build();
    }

    private Txn execute(Slot slot) {
        var own = new HashMap<Long, Long>();
        var ops = new ArrayList<Op>();
        int back = behaviour == Behaviour.STALE && random.nextInt(12) == 0 ? 1 + random.nextInt(20) : 0;
        Map<Long, Long> snapshot = states.get(Math.max(0, states.size() - 1 - back));
        if (behaviour == Behaviour.SNAPSHOT) {
            snapshot = stateAt(slot.start());
        }
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            int place = random.nextInt(3) == 0 ? random.nextInt(keys.length) : 0;
            long key = keys[place];
            if (random.nextBoolean()) {
                own.put(key, nextValue);
                ops.add(new Op.Write(key, nextValue++));
                if (writes.merge(place, 1, Integer::sum) % WRITES_PER_KEY == 0) {
                    keys[place] = nextKey++;
                }
            } else {
                ops.add(read(key, own, snapshot, slot));
            }
        }
        int drawn = random.nextInt(16);
        Outcome unknown = drawn == 0 ? new Outcome.Indeterminate("") : new Outcome.Committed();
        Outcome outcome = drawn == 1 ? new Outcome.Aborted("") : unknown;
        boolean isDirty = behaviour == Behaviour.DIRTY && random.nextBoolean();
        if (drawn > 1 || (drawn == 0 && random.nextBoolean()) || (drawn == 1 && isDirty)) {
            var state = new HashMap<>(states.getLast());
            state.putAll(own);
            states.add(state);
            moments.add(slot.moment());
        }
        return new Txn(0, ops, outcome, slot.start(), slot.end());
    }

    private Op read(long key, Map<Long, Long> own, Map<Long, Long> snapshot, Slot slot) {
        if (behaviour == Behaviour.GARBAGE && random.nextInt(40) == 0) {
            return new Op.ReadValue(key, -nextValue++);
        }
        Map<Long, Long> seen = behaviour == Behaviour.READ_COMMITTED
                ? stateAt(slot.start() + random.nextInt((int) (slot.moment() - slot.start()) + 1))
                : snapshot;
        Long value = own.getOrDefault(key, seen.get(key));
        return value == null ? new Op.ReadInitial(key) : new Op.ReadValue(key, value);
    }

    private Map<Long, Long> stateAt(long nanos) {
        int at = states.size() - 1;
        while (moments.get(at) > nanos) {
            at--;
        }
        return states.get(at);
    }
}
