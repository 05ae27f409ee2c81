package moirai.exploration.search;

/** In what order behaviours are looked for. */
public enum Algorithm {
    /** The paper's: each history of the base level once. */
    SWAPPING("explore-ce"),
    /** All orders of turns and all reads, one after the other: what has no reduction, for comparison. */
    DEPTH_FIRST("dfs"),
    /** Turns and reads by lot, for ever. */
    RANDOM_WALK("random"),
    /**
     * As {@link #SWAPPING}, but of all ways to go on one is taken by lot, for ever; {@link Search#weight} says what
     * each history counts for (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).
     */
    PROBING("probe");

    private final String label;

    Algorithm(String label) {
        this.label = label;
    }

    /** As on the command line, which has no {@link #PROBING}: that is for estimates. */
    public String label() {
        return label;
    }
}
