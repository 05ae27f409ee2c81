package moirai.exploration.search;

/** A program does something else than a script says: it is another program, or it has changed. */
public final class ReplayException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ReplayException(String message) {
        super(message);
    }
}
