package moirai.nemesis.faults;

/** Thrown for a file that is no fault journal. */
public final class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one line with file, line and the text found there */
    public JournalException(String message) {
        super(message);
    }
}
