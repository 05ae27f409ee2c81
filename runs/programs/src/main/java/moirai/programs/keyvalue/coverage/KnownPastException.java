package moirai.programs.keyvalue.coverage;

/** Ends a run whose future is known. */
final class KnownPastException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KnownPastException() {
        super("", null, false, false);
    }
}
