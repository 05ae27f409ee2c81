package moirai.formats.forms;

/** The operations of a file, one after the other, in either notation. */
public sealed interface Forms permits EdnForms, JsonForms {

    /** The greatest nesting that is accepted; the deepest history needs six. */
    int DEPTH_MAX = 128;

    /**
     * Clears the tape and puts the next operation on it, from cell 0.
     *
     * @return false if there is none
     * @throws moirai.history.HistoryFormatException with line and column, if there is anything else
     */
    boolean next(Tape tape);
}
