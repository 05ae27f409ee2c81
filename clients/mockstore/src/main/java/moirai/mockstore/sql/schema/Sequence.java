package moirai.mockstore.sql.schema;

import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.SqlType;

/**
 * A sequence of numbers. A number that was handed out does not come again, whether or not the transaction that took it
 * commits, unless the sequence is set back, restarted or begins again by itself, as in PostgreSQL. Thread-safe.
 */
public final class Sequence {

    private static final String WRONG = "22023";

    /**
     * The numbers that a sequence gives.
     *
     * @param type SMALLINT, INTEGER or BIGINT
     * @param start the first number
     * @param increment from one number to the next
     * @param min the least number, inclusive
     * @param max the greatest number, inclusive
     * @param cycles whether the numbers begin again at the other end where they end
     */
    public record Numbers(SqlType type, long start, long increment, long min, long max, boolean cycles) {

        /**
         * Creates the numbers of a sequence.
         *
         * @throws StoreException if no sequence can have them (SQLSTATE 22023)
         */
        public Numbers {
            require(increment != 0, "INCREMENT must not be zero");
            require(
                    max <= greatest(type) && min >= least(type),
                    "MINVALUE (" + min + ") or MAXVALUE (" + max + ") is out of range for sequence data type "
                            + type.sqlName());
            require(min < max, "MINVALUE (" + min + ") must be less than MAXVALUE (" + max + ")");
            require(start >= min, "START value (" + start + ") cannot be less than MINVALUE (" + min + ")");
            require(start <= max, "START value (" + start + ") cannot be greater than MAXVALUE (" + max + ")");
        }

        /** Returns whether a number is not beyond the bounds. */
        public boolean contains(long number) {
            return number >= min && number <= max;
        }

        /** Returns the greatest number of a type of integers. */
        public static long greatest(SqlType type) {
            return switch (type) {
                case SMALLINT -> Short.MAX_VALUE;
                case INTEGER -> Integer.MAX_VALUE;
                case BIGINT -> Long.MAX_VALUE;
                default -> throw new StoreException(WRONG, "sequence type must be smallint, integer, or bigint");
            };
        }

        /** Returns the least number of a type of integers. */
        public static long least(SqlType type) {
            return -greatest(type) - 1;
        }

        /** Returns the number a given number of steps after another, if it is in range. */
        private Optional<Long> after(long number, long steps) {
            try {
                long next = Math.addExact(number, Math.multiplyExact(steps, increment));
                return next < min || next > max ? Optional.empty() : Optional.of(next);
            } catch (ArithmeticException beyond) {
                return Optional.empty();
            }
        }
    }

    /**
     * The column that a sequence is dropped with.
     *
     * @param column from 0
     */
    public record Owner(String table, int column) {}

    /**
     * The number that a sequence gave last, or will give next.
     *
     * @param isCalled whether it was given
     */
    public record Position(long last, boolean isCalled) {}

    private static final class Counter {

        private Position position;

        Counter(Position position) {
            this.position = position;
        }
    }

    private final String name;
    private final Numbers numbers;
    private final Optional<Owner> owner;
    /** The position, which this sequence shares with those that it was made from, so that no number comes again. */
    private final Counter counter;

    /** Creates an unused sequence. */
    public Sequence(String name, Numbers numbers, Optional<Owner> owner) {
        this(name, numbers, owner, new Counter(new Position(numbers.start(), false)));
    }

    private Sequence(String name, Numbers numbers, Optional<Owner> owner, Counter counter) {
        this.name = name;
        this.numbers = numbers;
        this.owner = owner;
        this.counter = counter;
    }

    /** Returns a sequence of all numbers from 1. */
    public static Sequence ascending(String name) {
        return new Sequence(name, new Numbers(SqlType.BIGINT, 1, 1, 1, Long.MAX_VALUE, false), Optional.empty());
    }

    private static void require(boolean isRight, String problem) {
        if (!isRight) {
            throw new StoreException(WRONG, problem);
        }
    }

    /** Returns the current position. */
    public Position position() {
        synchronized (counter) {
            return counter.position;
        }
    }

    /** Goes back to a position of this sequence. */
    public void backTo(Position former) {
        synchronized (counter) {
            counter.position = former;
        }
    }

    /** Returns this sequence with another name. */
    Sequence named(String other) {
        return new Sequence(other, numbers, owner, counter);
    }

    /** Returns this sequence with another owner. */
    public Sequence ownedBy(Optional<Owner> other) {
        return new Sequence(name, numbers, other, counter);
    }

    /**
     * Returns this sequence with other numbers.
     *
     * @throws StoreException if they do not contain the last one (SQLSTATE 22023)
     */
    public Sequence with(Numbers others) {
        long last = position().last();
        require(
                last >= others.min(),
                "RESTART value (" + last + ") cannot be less than MINVALUE (" + others.min() + ")");
        require(
                last <= others.max(),
                "RESTART value (" + last + ") cannot be greater than MAXVALUE (" + others.max() + ")");
        return new Sequence(name, others, owner, counter);
    }

    public String name() {
        return name;
    }

    public Numbers numbers() {
        return numbers;
    }

    /** Returns the column that it is dropped with; empty if there is none, or if the column's default names it. */
    public Optional<Owner> owner() {
        return owner;
    }

    /**
     * Returns the next number.
     *
     * @throws StoreException if there is none (SQLSTATE 2200H)
     */
    public long next() {
        synchronized (counter) {
            long next = later(0);
            counter.position = new Position(next, true);
            return next;
        }
    }

    /**
     * Returns the number that comes a given number of steps after the next; the result of {@link #next} does not
     * change.
     *
     * @throws StoreException if it is out of bounds (SQLSTATE 2200H)
     */
    public long later(long steps) {
        Position now = position();
        Optional<Long> found = numbers.after(now.last(), now.isCalled() ? steps + 1 : steps);
        if (found.isEmpty() && numbers.cycles() && steps == 0) {
            return numbers.increment() > 0 ? numbers.min() : numbers.max();
        }
        return found.orElseThrow(() -> new StoreException(
                "2200H",
                numbers.increment() > 0
                        ? "nextval: reached maximum value of sequence \"" + name + "\" (" + numbers.max() + ")"
                        : "nextval: reached minimum value of sequence \"" + name + "\" (" + numbers.min() + ")"));
    }

    /**
     * Sets the position.
     *
     * @throws StoreException if the number is out of bounds (SQLSTATE 22003)
     */
    public void set(Position position) {
        if (!numbers.contains(position.last())) {
            throw new StoreException(
                    "22003",
                    "setval: value " + position.last() + " is out of bounds for sequence \"" + name + "\" ("
                            + numbers.min() + ".." + numbers.max() + ")");
        }
        backTo(position);
    }

    /**
     * Returns this sequence with other numbers and a position of its own.
     *
     * @param next the next number
     * @throws StoreException if it is out of bounds (SQLSTATE 22023)
     */
    public Sequence restarted(Numbers others, long next) {
        require(
                others.contains(next),
                "RESTART value (" + next + ") is out of bounds (" + others.min() + ".." + others.max() + ")");
        return new Sequence(name, others, owner, new Counter(new Position(next, false)));
    }
}
