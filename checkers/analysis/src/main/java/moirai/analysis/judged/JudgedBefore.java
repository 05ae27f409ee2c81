package moirai.analysis.judged;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Evidence;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * The judgement of a stream up to a time, by a process that is gone. Whoever goes on reads again what was kept of the
 * history, which has everything that later transactions may still depend on.
 *
 * @param reach the times up to which it goes
 * @param evidence what could have been noticed. Its transactions are those that were dropped; overlaps, versions and
 *     contended keys are those of everything up to {@link Reach#countedNanos}
 * @param undecided what was not decided
 * @param shapes the anomalies that were seen, by shape
 * @param forgotten the keys, as ranges, of which not all appends are known any more; none of them was in use
 * @param witnesses the transactions that prove some of the anomalies, as a history of their own
 */
public record JudgedBefore(
        Reach reach,
        Evidence evidence,
        Undecided undecided,
        List<ShapeSeen> shapes,
        List<KeySpan> forgotten,
        History witnesses) {

    public JudgedBefore {
        shapes = List.copyOf(shapes);
        forgotten = List.copyOf(forgotten);
    }

    /**
     * Two times on the run's clock.
     *
     * @param provenNanos everything that ended before is judged
     * @param countedNanos what ended by then is in the evidence
     */
    public record Reach(long provenNanos, long countedNanos) {}

    /**
     * The questions that a judgement leaves open.
     *
     * @param doubts the phenomena that may have been passed over, with the reason
     * @param levels those for which no order of unread appends was found
     */
    public record Undecided(Map<Phenomenon, String> doubts, Set<IsolationLevel> levels) {

        public Undecided {
            var copy = new EnumMap<Phenomenon, String>(Phenomenon.class);
            copy.putAll(doubts);
            doubts = Collections.unmodifiableMap(copy);
            levels = Set.copyOf(levels);
        }
    }

    /**
     * The anomalies of one shape.
     *
     * @param proves what one of them or another proves
     * @param firstNanos when the first was complete
     * @param lastNanos when the last was complete
     */
    public record ShapeSeen(AnomalyShape shape, Set<Phenomenon> proves, int count, long firstNanos, long lastNanos) {

        public ShapeSeen {
            proves = Set.copyOf(proves);
        }
    }

    /** The keys from one to another, both included. */
    public record KeySpan(long first, long last) {}

    /** Returns the same judgement with the number of transactions that were dropped, by their outcomes. */
    public JudgedBefore dropped(long committed, long aborted, long indeterminate) {
        var counted = new Evidence(
                narrow(committed),
                narrow(aborted),
                narrow(indeterminate),
                evidence.overlapping(),
                evidence.versionsRead(),
                evidence.keysContended());
        return new JudgedBefore(reach, counted, undecided, shapes, forgotten, witnesses);
    }

    private static int narrow(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }
}
