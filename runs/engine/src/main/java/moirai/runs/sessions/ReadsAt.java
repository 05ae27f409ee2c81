package moirai.runs.sessions;

/** Where the sessions of a cluster with one primary are. */
public enum ReadsAt {
    /** All of them at the primary, where they read and write. */
    PRIMARY("primary"),
    /** Every other one is at a replica, each in turn, and only reads. */
    REPLICAS("replicas"),
    /** Every other one only reads, at all nodes in turn: what the primary shows is compared with what replicas do. */
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
