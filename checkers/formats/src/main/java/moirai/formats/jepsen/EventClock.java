package moirai.formats.jepsen;

import java.util.stream.LongStream;
import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;

/**
 * The clock of client operations: their {@code :time} if the first has one, else their {@code :index}, else their place
 * in the file. The latter two are orders, which count as nanoseconds.
 *
 * <p>Operations at the same time are in the order of {@code :index}, else in that of the file, if that is the order of
 * times: a clock in milliseconds,
 * or a {@code :time -1} everywhere, does not say that what ended on one line overlaps what begins on the next. So an
 * invocation behind a completion at the same time is put one nanosecond later, and what follows not before it. Files of
 * Moirai have exact times, and keep them.
 *
 * <p>This works on the fly as long as the lines are in the order of time and index. If one is not, the file is
 * {@linkplain #isOutOfOrder out of order}, and has to be read again with the times that {@link SortedEvents} finds.
 */
final class EventClock {

    private enum Basis {
        TIME,
        INDEX,
        PLACE
    }

    private final ByteWindow in;
    private final Tape tape;
    private final OpFields op;
    private final boolean ignoresTimes;
    private final boolean isExact;
    private final Ties ties;
    /** The times of all operations, if the file is not in their order; else empty. */
    private final long[] sorted;

    private Basis basis = Basis.PLACE;
    private int count;
    private long moment = Long.MIN_VALUE;
    private long index = Long.MIN_VALUE;
    private boolean outOfOrder;
    /** The earliest time. */
    private long firstNanos;

    private long nanos;

    /**
     * @param ignoresTimes whether {@code :time} does not count
     * @param isExact whether Moirai wrote the file
     * @param sorted the times of all operations; empty if the file is taken to be in order
     */
    EventClock(OpInput input, boolean ignoresTimes, boolean isExact, long[] sorted) {
        this.in = input.in();
        this.tape = input.tape();
        this.op = input.op();
        this.ignoresTimes = ignoresTimes;
        this.isExact = isExact;
        this.ties = new Ties(isExact);
        this.sorted = sorted;
        this.firstNanos = LongStream.of(sorted).min().orElse(0);
    }

    /** Makes times out of moments that come in their order. */
    static final class Ties {

        private final boolean isExact;
        private long last = Long.MIN_VALUE;
        /** The least time of an invocation: later than every completion before it. */
        private long afterCompletion = Long.MIN_VALUE;

        Ties(boolean isExact) {
            this.isExact = isExact;
        }

        /** Returns the time of the next operation. */
        long nanos(long moment, boolean isInvocation) {
            if (isExact) {
                return moment;
            }
            last = Math.max(moment, Math.max(last, isInvocation ? afterCompletion : last));
            if (!isInvocation && last < Long.MAX_VALUE) {
                afterCompletion = last + 1;
            }
            return last;
        }
    }

    /** Advances to the operation that is on the tape. */
    void advance() {
        long momentBefore = moment;
        long indexBefore = index;
        read();
        if (sorted.length > 0) {
            nanos = sorted[count - 1];
        } else {
            outOfOrder |= moment < momentBefore || (!isExact && moment == momentBefore && index < indexBefore);
            nanos = ties.nanos(moment, isInvocation());
        }
        if (count == 1 && sorted.length == 0) {
            firstNanos = nanos;
        }
    }

    /** Reads the moment and the index of the operation that is on the tape. */
    void read() {
        if (count == 0) {
            basis = op.time() != OpFields.ABSENT && !ignoresTimes
                    ? Basis.TIME
                    : op.index() != OpFields.ABSENT ? Basis.INDEX : Basis.PLACE;
        }
        boolean hasIndex = op.index() != OpFields.ABSENT && tape.kind(op.index()) == Tape.NUMBER;
        moment = switch (basis) {
            case TIME -> number(op.time(), ":time");
            case INDEX -> number(op.index(), ":index");
            case PLACE -> count;
        };
        index = hasIndex && basis == Basis.TIME ? tape.value(op.index()) : index;
        count++;
    }

    /** Returns whether the operation that is on the tape is an invocation. */
    boolean isInvocation() {
        return op.type() != OpFields.ABSENT && tape.isWord(op.type(), Recorder.INVOKE);
    }

    private long number(int cell, String name) {
        if (cell == OpFields.ABSENT) {
            throw in.error(
                    tape.place(op.map()), "an operation without " + name + ", unlike those above; expected it in all");
        }
        if (tape.kind(cell) != Tape.NUMBER) {
            throw in.error(
                    tape.place(cell), Canonical.excerpt(tape, cell) + " as " + name + "; expected a number of 64 bits");
        }
        return tape.value(cell);
    }

    /** Returns whether an operation came before one with an earlier time, so that the times so far are wrong. */
    boolean isOutOfOrder() {
        return outOfOrder;
    }

    /** Returns what the file says of the operation's time. */
    long moment() {
        return moment;
    }

    /** Returns the {@code :index} if it decides between equal times; if it is not given, that of the one before. */
    long index() {
        return index;
    }

    long nanos() {
        return nanos;
    }

    long firstNanos() {
        return firstNanos;
    }
}
