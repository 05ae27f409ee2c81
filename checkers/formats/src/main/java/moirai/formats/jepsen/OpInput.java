package moirai.formats.jepsen;

import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Forms;
import moirai.formats.forms.Tape;
import moirai.history.HistoryFormatException;

/** The operations of a file, the current one on a tape. */
final class OpInput implements AutoCloseable {

    private final ByteWindow in;
    private final Forms forms;
    private final boolean acceptsCut;
    private final Tape tape = new Tape();
    private final OpFields op;

    /** @param acceptsCut whether an operation that the end of the file cuts short is left out */
    OpInput(ByteWindow in, Forms forms, boolean acceptsCut) {
        this.in = in;
        this.forms = forms;
        this.acceptsCut = acceptsCut;
        this.op = new OpFields(in);
    }

    /** Advances to the next operation; returns whether there is one. */
    boolean next() {
        try {
            if (forms.next(tape)) {
                op.find(tape);
                return true;
            }
            return false;
        } catch (HistoryFormatException refused) {
            if (acceptsCut && in.isCut()) {
                return false;
            }
            throw refused;
        }
    }

    ByteWindow in() {
        return in;
    }

    Tape tape() {
        return tape;
    }

    OpFields op() {
        return op;
    }

    @Override
    public void close() {
        in.close();
    }
}
