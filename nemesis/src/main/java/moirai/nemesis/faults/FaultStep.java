package moirai.nemesis.faults;

/** A step in the life of a fault. Labels are part of the journal's format. */
public enum FaultStep {
    /** The fault is about to be injected: from here on it may be there. */
    INTENT("intent"),
    /** The fault was injected. */
    INJECTED("injected"),
    /** The fault could not be injected, or only in part; what was done will be undone. */
    FAILED("failed"),
    /** The fault was undone; its time is that at which it ended. */
    HEALED("healed"),
    /** The nodes that had to start after the fault are ready again. */
    READY("ready"),
    /** The fault is over and cannot be undone: what it has done stays to the end of the run. */
    STAYS("stays"),
    /** The fault could not be undone. */
    NOT_HEALED("not-healed");

    private final String label;

    FaultStep(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Returns whether nothing of the fault has to be undone after this step. */
    public boolean isEnd() {
        return switch (this) {
            case INTENT, INJECTED, FAILED, NOT_HEALED -> false;
            case HEALED, READY, STAYS -> true;
        };
    }
}
