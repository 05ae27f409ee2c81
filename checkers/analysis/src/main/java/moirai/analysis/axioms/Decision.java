package moirai.analysis.axioms;

import java.util.List;

/** Whether a commit order exists. */
public sealed interface Decision {

    /** One does: this one. */
    record Ordered(CommitOrder order) implements Decision {}

    /**
     * None does, and none does for these transactions alone either (with reads from any other transaction left out).
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
