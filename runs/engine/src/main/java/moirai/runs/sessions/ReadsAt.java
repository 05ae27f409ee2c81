package moirai.runs.sessions;

/** The places of the sessions of a cluster with one primary. */
public enum ReadsAt {
    /** All sessions are at the primary, where they read and write. */
    PRIMARY("primary"),
    /** Every other session is at a replica, each in turn, and only reads. */
    REPLICAS("replicas"),
    /**
     * Every other session only reads, at all nodes in turn, so that the state of the primary is compared with the
     * replicas'.
     */
    ALL("all");

    private final String label;

    ReadsAt(String label) {
        this.label = label;
    }

    /** Returns the word for it on the command line. */
    public String label() {
        return label;
    }
}
