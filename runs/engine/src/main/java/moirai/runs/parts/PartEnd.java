package moirai.runs.parts;

import java.time.Duration;
import java.util.List;

/**
 * A part of a run in words, for people and for {@code run.json}.
 *
 * @param number from 1
 * @param began the time of the calendar at which it was asked for
 * @param firstNanos the time, since the run began, before which none of its transactions begins
 * @param lastNanos the latest time that was recorded; 0 if that is not known
 * @param database whether it has found the data of the part before it
 * @param ended how it ended: {@code ended}, {@code killed}, or {@code stopped} or {@code failed} with a reason; empty
 *    if it goes on
 */
public record PartEnd(int number, String began, long firstNanos, long lastNanos, String database, String ended) {

    /** What is said of a part whose process was gone before it had written how it ended. */
    public static final String KILLED = "killed";

    /** What is said of a part that has used up its time or its transactions. */
    public static final String ENDED = "ended";

    /** Returns the time that the sessions of all these parts ran; between two parts none did. */
    public static Duration total(List<PartEnd> parts) {
        return Duration.ofNanos(parts.stream()
                .mapToLong(part -> Math.max(0, part.lastNanos - part.firstNanos))
                .sum());
    }

    /** Returns the same part with an end. */
    public PartEnd ending(String how, long nanos) {
        return new PartEnd(number, began, firstNanos, nanos, database, how);
    }

    /** Returns the same part, which begins at that time. */
    public PartEnd beginning(long nanos) {
        return new PartEnd(number, began, nanos, lastNanos, database, ended);
    }

    /** Returns the same part, which has found this. */
    public PartEnd on(String found) {
        return new PartEnd(number, began, firstNanos, lastNanos, found, ended);
    }
}
