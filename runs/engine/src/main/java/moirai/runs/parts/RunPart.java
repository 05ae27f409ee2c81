package moirai.runs.parts;

import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.Seed;

/**
 * A part of a run, of which there is one more for each time that it was resumed. It has sessions and keys of its own,
 * and begins when the part before it is over.
 *
 * @param number from 1
 * @param firstSession the number of its first session; no earlier part has recorded it or a higher one
 * @param firstKey its first key; no earlier part has named it or a higher one
 * @param firstNanos the time, since the run began, before which none of its transactions begins
 * @param left the ends of faults that the part before has left open: with its cluster, all of them were over
 */
public record RunPart(int number, int firstSession, int firstKey, long firstNanos, List<FaultEvent> left) {

    /** The part that every run has. */
    public static final RunPart FIRST = new RunPart(1, 0, 0, 0, List.of());

    /** The number of the part of the seed from which those of later parts count; see {@code RunSettings}. */
    private static final long SEEDS = 1L << 32;

    public RunPart {
        left = List.copyOf(left);
        if (number < 1 || firstSession < 0 || firstKey < 0 || firstNanos < 0) {
            throw new IllegalArgumentException("part " + number + " from session " + firstSession + ", key " + firstKey
                    + ", " + firstNanos + " ns");
        }
    }

    /** Returns whether it goes on with what another part has begun. */
    public boolean isResumed() {
        return number > 1;
    }

    /** Returns the seed of this part of a run with that seed: the same each time, and another for each part. */
    public Seed seed(Seed ofRun) {
        return isResumed() ? ofRun.part(SEEDS + number) : ofRun;
    }
}
