package moirai.runs.sessions;

/** Where the sessions of a cluster with one primary are. */
public enum ReadsAt {
    /** All of them at the primary, where they read and write. */
    PRIMARY("primary"),
    /** Spread over all nodes in turn; those at replicas only read. */
    ALL("all");

    private final String label;

    ReadsAt(String label) {
        this.label = label;
    }

    /** The word for it on the command line. */
    public String label() {
        return label;
    }
}
