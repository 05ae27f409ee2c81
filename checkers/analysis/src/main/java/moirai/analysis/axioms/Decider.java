package moirai.analysis.axioms;

/** Decides whether a commit order exists. A pure function of the history. */
@FunctionalInterface
public interface Decider {

    /** Decides whether the history satisfies the level of this decider. */
    Decision decide(KeyValueHistory history);
}
