package moirai.mockstore.sql.schema;

import moirai.mockstore.StoreException;

/**
 * A sequence of numbers, each of which is handed out once, whether or not the transaction that took it commits, as in
 * PostgreSQL.
 */
public final class Sequence {

    private final String name;
    private final long start;
    private final long increment;
    private final long min;
    private final long max;
    private long next;
    private boolean exhausted;

    /**
     * Creates an unused sequence.
     *
     * @throws StoreException if the increment is 0 or the start out of bounds (SQLSTATE 22023)
     */
    public Sequence(String name, long start, long increment, long min, long max) {
        if (increment == 0 || start < min || start > max) {
            throw new StoreException(
                    "22023",
                    "sequence \"" + name + "\" cannot start with " + start + " and increment by " + increment
                            + " between " + min + " and " + max);
        }
        this.name = name;
        this.start = start;
        this.increment = increment;
        this.min = min;
        this.max = max;
        this.next = start;
    }

    /** Returns a sequence of all numbers from 1 to a maximum. */
    public static Sequence ascending(String name, long max) {
        return new Sequence(name, 1, 1, 1, max);
    }

    /** The numbers that a sequence has left. */
    public record Position(long next, boolean isExhausted) {}

    /** Returns the current position. */
    public synchronized Position position() {
        return new Position(next, exhausted);
    }

    /** Goes back to a position of this sequence. */
    public synchronized void backTo(Position former) {
        next = former.next();
        exhausted = former.isExhausted();
    }

    /** Goes on from a former position, unless this sequence has gone on from there already. */
    synchronized void notBefore(Position former) {
        boolean isBehind = increment > 0 ? next < former.next() : next > former.next();
        if (isBehind || (former.isExhausted() && !exhausted)) {
            backTo(former);
        }
    }

    /** Returns a sequence of another name that goes on where this one stands. */
    synchronized Sequence named(String other) {
        var renamed = new Sequence(other, start, increment, min, max);
        renamed.backTo(position());
        return renamed;
    }

    public String name() {
        return name;
    }

    public long start() {
        return start;
    }

    public long increment() {
        return increment;
    }

    public long min() {
        return min;
    }

    public long max() {
        return max;
    }

    /**
     * Returns the next number.
     *
     * @throws StoreException if there is none (SQLSTATE 2200H)
     */
    public synchronized long next() {
        if (exhausted) {
            throw new StoreException("2200H", "sequence \"" + name + "\" has no number after " + next);
        }
        long taken = next;
        if (increment > 0 ? taken > max - increment : taken < min - increment) {
            exhausted = true;
        } else {
            next = taken + increment;
        }
        return taken;
    }

    /**
     * Returns the number that comes a given number of steps after the next; the result of {@link #next} does not
     * change.
     *
     * @throws StoreException if it is out of bounds (SQLSTATE 2200H)
     */
    public synchronized long later(long steps) {
        long number = next + steps * increment;
        if (number < min || number > max) {
            throw new StoreException("2200H", "sequence \"" + name + "\" has no number " + number);
        }
        return number;
    }

    /**
     * Restarts the sequence with this number as the next one.
     *
     * @throws StoreException if it is out of bounds (SQLSTATE 22003)
     */
    public synchronized void restart(long value) {
        if (value < min || value > max) {
            throw new StoreException(
                    "22003",
                    "sequence \"" + name + "\" cannot go on with " + value + "; accepted are " + min + " to " + max);
        }
        next = value;
        exhausted = false;
    }
}
