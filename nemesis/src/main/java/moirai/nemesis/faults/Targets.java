package moirai.nemesis.faults;

/** The number of nodes that a fault affects, by the names of Jepsen's flags. */
public enum Targets {
    ONE("one"),
    MINORITY("minority"),
    MAJORITY("majority"),
    PRIMARIES("primaries"),
    ALL("all");

    private final String label;

    Targets(String label) {
        this.label = label;
    }

    /** Returns the name on the command line. */
    public String label() {
        return label;
    }

    /**
     * Returns how many of these nodes are meant; of a single node always that one. {@code PRIMARIES} counts as one.
     */
    int countOf(int nodes) {
        return switch (this) {
            case ONE, PRIMARIES -> 1;
            case MINORITY -> Math.max(1, (nodes - 1) / 2);
            case MAJORITY -> nodes / 2 + 1;
            case ALL -> nodes;
        };
    }
}
