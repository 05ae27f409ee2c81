package moirai.formats.jepsen;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.BitSet;
import moirai.formats.forms.Tape;
import moirai.history.HistoryFormatException;

/**
 * Finds the times of a file whose lines are not in the order of their times, as one that was merged from the logs of
 * several clients: the order is that of the times, of equal times that of {@code :index}. Without an index, or if two
 * operations have the same, nothing is known of the order of equal times: lines that are not in the order of times say
 * nothing of it either, and whichever log came first would decide the verdict. O(n log n) time and 56 bytes for each of
 * n operations.
 */
final class SortedEvents {

    private static final int NONE = -1;
    private static final long NOBODY = -1;

    private final OpInput input;
    private final EventClock clock;
    private final boolean isExact;
    private final LongArrayList moments = new LongArrayList();
    private final LongArrayList indices = new LongArrayList();
    private final LongArrayList places = new LongArrayList();
    private final BitSet invocations = new BitSet();
    private final Long2IntOpenHashMap latestOf = new Long2IntOpenHashMap();

    private SortedEvents(OpInput input, boolean ignoresTimes, boolean isExact) {
        this.input = input;
        this.isExact = isExact;
        this.clock = new EventClock(input, ignoresTimes, isExact, new long[0]);
        latestOf.defaultReturnValue(NONE);
    }

    /**
     * Returns the time of each operation of a client.
     *
     * @param isExact whether Moirai wrote the file
     * @throws HistoryFormatException if the times of a process go back
     */
    static long[] times(OpInput input, boolean ignoresTimes, boolean isExact) {
        var events = new SortedEvents(input, ignoresTimes, isExact);
        while (input.next()) {
            events.take();
        }
        return events.times();
    }

    private void take() {
        int process = input.op().process();
        if (process != OpFields.ABSENT && input.tape().kind(process) != Tape.NUMBER) {
            return;
        }
        int event = moments.size();
        clock.read();
        moments.add(clock.moment());
        indices.add(clock.index());
        places.add(input.tape().place(input.op().map()));
        invocations.set(event, clock.isInvocation());
        requireForward(process == OpFields.ABSENT ? NOBODY : input.tape().value(process), event);
    }

    /** Requires that a process does one operation after the other. Completions alone have no times that count. */
    private void requireForward(long process, int event) {
        int before = latestOf.put(process, event);
        if (before == NONE || !(invocations.get(event) || invocations.get(before)) || compare(before, event) <= 0) {
            return;
        }
        boolean isInvocation = invocations.get(event);
        throw input.in()
                .error(
                        places.getLong(event),
                        (isInvocation ? "an invocation" : "a completion")
                                + (process == NOBODY ? "" : " of process " + process) + " at " + moment(event)
                                + ", before "
                                + (isInvocation ? "its latest operation" : "its invocation") + " at " + moment(before)
                                + ", " + input.in().place(places.getLong(before))
                                + "; expected no earlier one, or --ignore-times");
    }

    private String moment(int event) {
        boolean isTie = indices.getLong(event) != Long.MIN_VALUE;
        return moments.getLong(event) + (isTie ? " (:index " + indices.getLong(event) + ")" : "");
    }

    private int compare(int one, int other) {
        int byTime = Long.compare(moments.getLong(one), moments.getLong(other));
        return byTime != 0 ? byTime : Long.compare(indices.getLong(one), indices.getLong(other));
    }

    /** Returns whether each operation has an index of its own. */
    private boolean areIndexed() {
        var seen = new LongOpenHashSet(indices.size());
        for (int event = 0; event < indices.size(); event++) {
            if (indices.getLong(event) == Long.MIN_VALUE || !seen.add(indices.getLong(event))) {
                return false;
            }
        }
        return true;
    }

    private long[] times() {
        if (isExact || !areIndexed()) {
            return moments.toLongArray();
        }
        int[] order = new int[moments.size()];
        for (int event = 0; event < order.length; event++) {
            order[event] = event;
        }
        IntArrays.stableSort(order, this::compare);
        var ties = new EventClock.Ties(false);
        long[] times = new long[order.length];
        for (int event : order) {
            times[event] = ties.nanos(moments.getLong(event), invocations.get(event));
        }
        return times;
    }
}
