package moirai.analysis.axioms;

/** Decides whether a commit order exists. A pure function of the history. */
@FunctionalInterface
public interface Decider {

    /** Whether the history satisfies the level that this decides. */
    Decision decide(KeyValueHistory history);
}
