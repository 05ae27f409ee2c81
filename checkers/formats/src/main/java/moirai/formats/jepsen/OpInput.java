package moirai.formats.jepsen;

import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Forms;
import moirai.formats.forms.FormsAhead;
import moirai.formats.forms.Tape;
import moirai.history.HistoryFormatException;

/**
 * The operations of a file, the current one on a tape.
 *
 * @param acceptsCut whether an operation that the end of the file cuts short is left out
 */
record OpInput(ByteWindow in, Forms forms, boolean acceptsCut, Tape tape, OpFields op) implements AutoCloseable {

    OpInput(ByteWindow in, Forms forms, boolean acceptsCut) {
        this(in, forms, acceptsCut, new Tape(), new OpFields(in));
    }

    /** Advances to the next operation; returns whether there is one. */
    boolean next() {
        try {
            if (!isAhead()) {
                tape.clear();
            }
            if (forms.next(tape)) {
                op.find(tape);
                return true;
            }
            return false;
        } catch (HistoryFormatException refused) {
            if (in.isCut()) {
                // Asked in either case, so that the option is not advised where it does not help.
                in.requireOneCut();
            }
            if (acceptsCut && in.isCut()) {
                return false;
            }
            throw refused;
        }
    }

    /** Returns whether the tape holds operations behind the current one, too. */
    private boolean isAhead() {
        return forms instanceof FormsAhead;
    }

    @Override
    public void close() {
        forms.close();
        in.close();
    }
}
