package moirai.nemesis.faults;

/** A file is no fault journal. */
public final class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one line with file, line and what stands there */
    public JournalException(String message) {
        super(message);
    }
}
