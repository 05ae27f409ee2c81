package moirai.exploration.search;

/**
 * A behaviour shows that earlier ones left something out: a row that their scans did not ask for. The search has to
 * begin again, and the runner knows better now.
 */
public final class NewChoicesException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Without a stack trace: it is caught where the search was begun. */
    public NewChoicesException() {
        super("there are more choices than were known", null, false, false);
    }
}
