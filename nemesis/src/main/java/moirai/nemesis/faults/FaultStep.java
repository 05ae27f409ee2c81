package moirai.nemesis.faults;

/** How far a fault has come. Labels are part of the journal's format. */
public enum FaultStep {
    /** About to be injected: from here on it may be there. */
    INTENT("intent"),
    /** Injected. */
    INJECTED("injected"),
    /** Could not be injected, or only in part; what was done will be undone. */
    FAILED("failed"),
    /** Undone. */
    HEALED("healed"),
    /** Could not be undone. */
    NOT_HEALED("not-healed");

    private final String label;

    FaultStep(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Whether nothing of the fault is left after this step. */
    public boolean isEnd() {
        return switch (this) {
            case INTENT, INJECTED, FAILED, NOT_HEALED -> false;
            case HEALED -> true;
        };
    }
}
