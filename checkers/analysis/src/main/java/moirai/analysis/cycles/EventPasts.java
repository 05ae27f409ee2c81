package moirai.analysis.cycles;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.function.IntPredicate;
import moirai.analysis.columns.Groups;

/** Finds the events that have to happen before others: it walks the edges between events against their direction. */
final class EventPasts {

    private final IntArrayList earlier;
    private final Groups byLater;
    private long steps;

    /**
     * Turns edges round. O(events + edges).
     *
     * @param earlier at each index an event that comes before the one at the same index of {@code later}
     */
    EventPasts(int eventCount, IntArrayList earlier, IntArrayList later) {
        this.earlier = earlier;
        this.byLater = Groups.of(earlier.size(), eventCount, later::getInt);
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
            for (int place = byLater.first(later); place < byLater.end(later); place++) {
                steps++;
                int before = earlier.getInt(byLater.member(place));
                if (counts.test(before) && seen.add(before)) {
                    if (lookedFor.test(before)) {
                        return true;
                    }
                    open.push(before);
                }
            }
        }
        return false;
    }
}
