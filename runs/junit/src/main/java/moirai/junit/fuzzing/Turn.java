package moirai.junit.fuzzing;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The turn of one run at a database in this process. The tables of all runs have the same names, so runs at one
 * database follow each other.
 */
final class Turn implements AutoCloseable {

    /** The longest turn, with all that comes before and after a run's transactions. Longer ones never end. */
    private static final Duration LONGEST = FuzzPlan.TIME_LIMIT.multipliedBy(2);

    /** The turns that are taken, by the place of the database. Guarded by itself. */
    private static final Map<String, Turn> TAKEN = new HashMap<>();

    private final String place;
    private final long begin = System.nanoTime();

    private Turn(String place) {
        this.place = place;
    }

    /**
     * Waits until no other run has its turn, and takes it.
     *
     * @param place the database, or an empty text for one that this run has for itself
     * @throws IllegalStateException if another run does not end
     */
    static Turn await(String place) throws InterruptedException {
        synchronized (TAKEN) {
            Turn before = TAKEN.get(place);
            while (before != null) {
                long left = LONGEST.minusNanos(System.nanoTime() - before.begin).toMillis();
                if (left <= 0) {
                    throw new IllegalStateException("another run has used " + place + " for " + LONGEST.toMinutes()
                            + " minutes and does not end");
                }
                TAKEN.wait(left);
                before = TAKEN.get(place);
            }
            var taken = new Turn(place);
            if (!place.isEmpty()) {
                TAKEN.put(place, taken);
            }
            return taken;
        }
    }

    /** Gives the turn to the next run; may be called again. */
    @Override
    public void close() {
        synchronized (TAKEN) {
            TAKEN.remove(place, this);
            TAKEN.notifyAll();
        }
    }
}
