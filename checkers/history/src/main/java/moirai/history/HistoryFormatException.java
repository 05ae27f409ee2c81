package moirai.history;

/**
 * Thrown for a file or text that is not a history, or is damaged. The message names the place, what is there and what
 * was expected.
 */
public final class HistoryFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param place file and offset, or file and line */
    public HistoryFormatException(String place, String reason) {
        super(place + ": " + reason);
    }
}
