package moirai.analysis.axioms;

import java.util.List;

/** The result of asking whether a commit order exists. */
public sealed interface Decision {

    /** A commit order exists: this one. */
    record Ordered(CommitOrder order) implements Decision {}

    /**
     * No commit order exists, nor one for these transactions alone (without their reads from any other transaction).
     *
     * @param suspects ids in the history, ascending, not necessarily minimal
     */
    record Impossible(List<Integer> suspects) implements Decision {

        public Impossible {
            suspects = List.copyOf(suspects);
        }
    }

    /** The budget ended first. */
    record Undecided(String reason) implements Decision {}
}
