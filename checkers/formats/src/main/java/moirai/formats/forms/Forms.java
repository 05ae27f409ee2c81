package moirai.formats.forms;

/** The operations of a file, one after the other, in either notation. */
public sealed interface Forms extends AutoCloseable permits EdnForms, JsonForms, FormsAhead {

    /** The greatest nesting that is accepted; the deepest history needs six. */
    int DEPTH_MAX = 128;

    /**
     * Puts the next operation on the tape, behind those that it has, and makes it the current one. What reads ahead
     * may replace the tape's contents: no cell of an operation before is used any more.
     *
     * @return false if there is none
     * @throws moirai.history.HistoryFormatException with line and column, if there is anything else
     */
    boolean next(Tape tape);

    /** Ends what reads ahead, if anything does; the file stays open. */
    @Override
    default void close() {}
}
