package moirai.formats.jepsen;

import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;

/**
 * The clock of client operations: their {@code :time} if the first has one, else their {@code :index}, else their place
 * in the file. The latter two are orders, which count as nanoseconds.
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
    private Basis basis = Basis.PLACE;
    private boolean begun;
    private long places;
    private long firstNanos;
    private long nanos;

    EventClock(ByteWindow in, Tape tape, OpFields op) {
        this.in = in;
        this.tape = tape;
        this.op = op;
    }

    /** Advances to the operation that is on the tape. */
    void advance() {
        if (!begun) {
            basis = op.time() != OpFields.ABSENT
                    ? Basis.TIME
                    : op.index() != OpFields.ABSENT ? Basis.INDEX : Basis.PLACE;
        }
        nanos = switch (basis) {
            case TIME -> number(op.time(), ":time");
            case INDEX -> number(op.index(), ":index");
            case PLACE -> places++;
        };
        if (!begun) {
            begun = true;
            firstNanos = nanos;
        }
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

    long nanos() {
        return nanos;
    }

    long firstNanos() {
        return firstNanos;
    }
}
