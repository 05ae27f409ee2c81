package moirai.studies.repaired;

/** Thrown if a repair cannot be applied to a source mechanically; the message says why, as a part of a sentence. */
final class NotApplied extends RuntimeException {

    private static final long serialVersionUID = 1;

    NotApplied(String reason) {
        super(reason.replaceAll("\\s+", " "));
    }

    /** Returns the reason. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
