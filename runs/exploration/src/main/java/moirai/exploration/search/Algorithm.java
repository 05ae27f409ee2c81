package moirai.exploration.search;

/** An algorithm that enumerates behaviours. */
public enum Algorithm {
    /** The paper's algorithm, which reaches each history of the base level once. */
    SWAPPING("explore-ce"),
    /** A depth-first search of all orders of turns and all reads, without any reduction, for comparison. */
    DEPTH_FIRST("dfs"),
    /** Random walks with random turns and reads, without an end. */
    RANDOM_WALK("random"),
    /**
     * Random descents in the tree of {@link #SWAPPING}, without an end. {@link Search#weight} is the weight of each
     * history (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975).
     */
    PROBING("probe");

    private final String label;

    Algorithm(String label) {
        this.label = label;
    }

    /** Returns the name on the command line, which does not accept {@link #PROBING}: that is for estimates. */
    public String label() {
        return label;
    }
}
