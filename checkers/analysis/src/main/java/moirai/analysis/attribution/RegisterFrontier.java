package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.stream.IntStream;
import moirai.analysis.axioms.StepMeter;
import moirai.analysis.columns.StableSort;

/**
 * A search for an order of the uses of one register in which each reads what was written last before it, and which
 * keeps real time.
 *
 * <p>It goes through starts and ends in the order of time and keeps every state in which the register can be: its
 * value, and which of the uses that are open have happened. A use happens at the latest when it ends; others happen
 * before it only if it needs them. That is just-in-time linearization (Lowe, "Testing for linearizability", 2017,
 * section 4), with three things that hold of registers: a read happens as soon as it can, since it changes nothing; a
 * state is left out if another one of the same value has used fewer of those that may never have taken effect; and of
 * those that do the same, it does not matter which happened.
 *
 * <p>Time: events × states × open writes. There is one state most of the time; with k different writes of unknown
 * outcome whose values are read there may be 2^k. Memory: 8 bytes a step.
 */
final class RegisterFrontier {

    enum Answer {
        /** There is an order. */
        FOUND,
        /** There is none. */
        NONE,
        /** The steps ended first, or more are open at a time than a state has room for. */
        UNKNOWN
    }

    private static final int SLOTS = 48;
    private static final long SLOT_MASK = (1L << SLOTS) - 1;
    private static final int VALUES_MAX = 1 << (Long.SIZE - SLOTS);
    private static final int PRUNED_ABOVE = 16;

    private final RegisterUses uses;
    private final StepMeter meter;
    /** Events in the order of time: the use, or its complement where it ends. Starts come before ends. */
    private final int[] events;
    /** The use in each slot, or -1. */
    private final int[] slots = new int[SLOTS];

    private final int[] slotOf;
    /** The uses that need not happen. */
    private final boolean[] endless;
    /** The states, with the last use that happened in each. */
    private Long2IntLinkedOpenHashMap states = map();

    /** The uses that happened, in chains that share their beginnings: each with the place of the one before. */
    private final IntArrayList happened = new IntArrayList();

    private final IntArrayList before = new IntArrayList();
    /** The slots of open uses that need not happen, of those that only read, and of those that write. */
    private long optional;

    private long reading;
    private long writing;
    private int stuckAt = -1;

    /** Prepares a search among all uses of a register, which began in its initial state. */
    RegisterFrontier(RegisterUses uses, StepMeter meter) {
        this(uses, IntStream.range(0, uses.size()).toArray(), true, Long.MIN_VALUE, Long.MAX_VALUE, meter);
    }

    /**
     * Prepares a search among some uses, in a stretch of time: those that started before or ended after it need not
     * happen in it.
     *
     * @param taken the uses that count
     * @param isFromStart whether the register began in its initial state; if not, in any
     * @param begin the begin of the stretch
     * @param until its end
     */
    RegisterFrontier(RegisterUses uses, int[] taken, boolean isFromStart, long begin, long until, StepMeter meter) {
        this.uses = uses;
        this.meter = meter;
        this.slotOf = new int[uses.size()];
        Arrays.fill(slots, -1);
        var all = new IntArrayList();
        var times = new LongArrayList();
        for (int use : taken) {
            boolean isInside = uses.start(use) >= begin && uses.end(use) <= until;
            if (isInside || !uses.isPureRead(use)) {
                all.add(use);
                if (isInside && uses.isCertain(use)) {
                    all.add(~use);
                }
            }
        }
        all.forEach(event -> times.add(event >= 0 ? uses.start(event) : uses.end(~event)));
        int[] given = all.toIntArray();
        int[] startsFirst = StableSort.range(given.length, i -> given[i] >= 0 ? 0 : 1);
        this.events = Arrays.stream(StableSort.by(times::getLong, startsFirst))
                .map(i -> given[i])
                .toArray();
        this.endless = endless(given);
        states.put((long) RegisterUses.INITIAL << SLOTS, -1);
        for (int use : taken) {
            // A value that nobody reads is as good as any other.
            if (!isFromStart && uses.read(use) != RegisterUses.NONE) {
                states.put((long) uses.read(use) << SLOTS, -1);
            }
        }
    }

    private boolean[] endless(int... given) {
        var found = new boolean[uses.size()];
        for (int event : given) {
            if (event >= 0) {
                found[event] = true;
            }
        }
        for (int event : given) {
            if (event < 0) {
                found[~event] = false;
            }
        }
        return found;
    }

    private static Long2IntLinkedOpenHashMap map() {
        return new Long2IntLinkedOpenHashMap();
    }

    Answer run() {
        if (uses.valueCount() > VALUES_MAX) {
            return Answer.UNKNOWN;
        }
        for (int event : events) {
            if (event >= 0) {
                if (!start(event)) {
                    return Answer.UNKNOWN;
                }
            } else {
                end(~event);
                if (meter.isExhausted()) {
                    return Answer.UNKNOWN;
                }
                if (states.isEmpty()) {
                    stuckAt = ~event;
                    return Answer.NONE;
                }
            }
        }
        return Answer.FOUND;
    }

    /** Returns the use that could not happen before its end, if there is no order. */
    int stuckAt() {
        return stuckAt;
    }

    /** Returns the uses in an order that was found; without some that need not have happened. */
    int[] order() {
        var reversed = new IntArrayList();
        for (int last = states.get(states.firstLongKey()); last >= 0; last = before.getInt(last)) {
            reversed.add(happened.getInt(last));
        }
        int[] order = new int[reversed.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = reversed.getInt(order.length - 1 - i);
        }
        return order;
    }

    private boolean start(int use) {
        int slot = 0;
        while (slot < SLOTS && slots[slot] >= 0) {
            slot++;
        }
        if (slot == SLOTS) {
            return false;
        }
        slots[slot] = use;
        slotOf[use] = slot;
        if (endless[use]) {
            optional |= 1L << slot;
        }
        if (uses.isPureRead(use)) {
            reading |= 1L << slot;
            Long2IntLinkedOpenHashMap next = map();
            states.long2IntEntrySet().fastForEach(entry -> {
                long state = entry.getLongKey();
                int last = entry.getIntValue();
                if (value(state) == uses.read(use)) {
                    next.putIfAbsent(state | 1L << slotOf[use], add(use, last));
                } else {
                    next.putIfAbsent(state, last);
                }
            });
            states = next;
        } else {
            writing |= 1L << slot;
        }
        return true;
    }

    private static int value(long state) {
        return (int) (state >>> SLOTS);
    }

    private int add(int use, int last) {
        happened.add(use);
        before.add(last);
        return happened.size() - 1;
    }

    /** Keeps the states in which the use can have happened, and frees its slot. */
    private void end(int use) {
        long bit = 1L << slotOf[use];
        Long2IntLinkedOpenHashMap next = map();
        var pending = new LongArrayList();
        var lasts = new IntArrayList();
        var seen = new LongOpenHashSet();
        states.long2IntEntrySet().fastForEach(entry -> {
            pending.add(entry.getLongKey());
            lasts.add(entry.getIntValue());
            seen.add(entry.getLongKey());
        });
        // The first in, first out: of two ways to a state, the shorter one is kept.
        for (int i = 0; i < pending.size() && !meter.isExhausted(); i++) {
            long state = pending.getLong(i);
            if ((state & bit) != 0) {
                next.putIfAbsent(state & ~bit, lasts.getInt(i));
                continue;
            }
            for (long open = writing & ~state; open != 0; open &= open - 1) {
                int slot = Long.numberOfTrailingZeros(open);
                if (isPossible(slot, state)) {
                    meter.spend(1);
                    int last = add(slots[slot], lasts.getInt(i));
                    long after = (long) uses.write(slots[slot]) << SLOTS | (state & SLOT_MASK) | 1L << slot;
                    last = readAll(after, last);
                    after |= readable(after);
                    if (seen.add(after)) {
                        pending.add(after);
                        lasts.add(last);
                    }
                }
            }
        }
        reading &= ~bit;
        writing &= ~bit;
        slots[slotOf[use]] = -1;
        states = next.size() > PRUNED_ABOVE ? pruned(next) : next;
        meter.spend(1 + states.size());
    }

    /**
     * Returns whether the use in the slot reads nothing or the value of the state. Of several that need not happen and
     * do the same, one stands for all: the one in the first slot.
     */
    private boolean isPossible(int slot, long state) {
        int use = slots[slot];
        if (uses.read(use) != RegisterUses.NONE && uses.read(use) != value(state)) {
            return false;
        }
        boolean isOptional = (optional >>> slot & 1) != 0;
        for (long others = isOptional ? optional & ~state & ((1L << slot) - 1) : 0; others != 0; others &= others - 1) {
            int other = slots[Long.numberOfTrailingZeros(others)];
            if (uses.read(other) == uses.read(use) && uses.write(other) == uses.write(use)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the open reads of a state's value that have not happened. */
    private long readable(long state) {
        long found = 0;
        for (long open = reading & ~state; open != 0; open &= open - 1) {
            int slot = Long.numberOfTrailingZeros(open);
            if (uses.read(slots[slot]) == value(state)) {
                found |= 1L << slot;
            }
        }
        return found;
    }

    private int readAll(long state, int last) {
        int latest = last;
        for (long reads = readable(state); reads != 0; reads &= reads - 1) {
            latest = add(slots[Long.numberOfTrailingZeros(reads)], latest);
        }
        return latest;
    }

    /** Leaves out states of which another one has the same value, and used fewer that need not happen. */
    private Long2IntLinkedOpenHashMap pruned(Long2IntLinkedOpenHashMap all) {
        long[] byCount = all.keySet().toLongArray();
        int[] order = StableSort.range(byCount.length, i -> Long.bitCount(byCount[i] & optional));
        Long2IntLinkedOpenHashMap kept = map();
        var keptOf = new Long2ObjectOpenHashMap<LongArrayList>();
        for (int i : order) {
            long state = byCount[i];
            LongArrayList alike = keptOf.computeIfAbsent(state & ~optional, none -> new LongArrayList());
            boolean isNeeded = true;
            for (int j = 0; j < alike.size() && isNeeded; j++) {
                isNeeded = (alike.getLong(j) & optional & ~state) != 0;
            }
            if (isNeeded) {
                alike.add(state);
                kept.put(state, all.get(state));
            }
            meter.spend(1 + alike.size());
        }
        return kept;
    }
}
