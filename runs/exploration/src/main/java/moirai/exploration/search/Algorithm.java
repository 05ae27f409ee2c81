package moirai.exploration.search;

/** In what order behaviours are looked for. */
public enum Algorithm {
    /** The paper's: each history of the base level once. */
    SWAPPING("explore-ce"),
    /** All orders of turns and all reads, one after the other: what has no reduction, for comparison. */
    DEPTH_FIRST("dfs"),
    /** Turns and reads by lot, for ever. */
    RANDOM_WALK("random");

    private final String label;

    Algorithm(String label) {
        this.label = label;
    }

    /** As on the command line. */
    public String label() {
        return label;
    }
}
