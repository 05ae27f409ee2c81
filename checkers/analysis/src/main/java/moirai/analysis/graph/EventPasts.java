package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.function.IntPredicate;

/** Finds the events that have to happen before others: it walks the edges between events against their direction. */
final class EventPasts {

    private final int[] firstEdge;
    private final int[] before;
    private long steps;

    /**
     * Turns edges round. O(events + edges).
     *
     * @param earlier at each index an event that comes before the one at the same index of {@code later}
     */
    EventPasts(int eventCount, IntArrayList earlier, IntArrayList later) {
        this.firstEdge = new int[eventCount + 1];
        this.before = new int[earlier.size()];
        for (int edge = 0; edge < before.length; edge++) {
            firstEdge[later.getInt(edge) + 1]++;
        }
        for (int event = 0; event < eventCount; event++) {
            firstEdge[event + 1] += firstEdge[event];
        }
        int[] next = firstEdge.clone();
        for (int edge = 0; edge < before.length; edge++) {
            before[next[later.getInt(edge)]++] = earlier.getInt(edge);
        }
    }

    /** Returns the number of edges that were walked so far. */
    long steps() {
        return steps;
    }

    /** Decides whether an event that has to happen before this one, through others that count, is looked for. */
    boolean hasBefore(int event, IntPredicate counts, IntPredicate lookedFor) {
        var seen = new IntOpenHashSet();
        var open = new IntArrayList(new int[] {event});
        while (!open.isEmpty()) {
            int later = open.popInt();
            for (int edge = firstEdge[later]; edge < firstEdge[later + 1]; edge++) {
                steps++;
                int earlier = before[edge];
                if (counts.test(earlier) && seen.add(earlier)) {
                    if (lookedFor.test(earlier)) {
                        return true;
                    }
                    open.push(earlier);
                }
            }
        }
        return false;
    }
}
