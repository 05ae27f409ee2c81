package moirai.analysis.attribution;

import java.util.List;

/**
 * Choices that cannot all be right.
 *
 * @param suspects the recorded transactions that contradict each other under these choices; none if a single read does
 */
record Conflict(List<Choice> choices, List<Integer> suspects) {

    /**
     * A writer for a read.
     *
     * @param open the number of the read
     * @param writer the recorded transaction whose write it returned
     */
    record Choice(int open, int writer) {}

    Conflict {
        choices = List.copyOf(choices);
        suspects = List.copyOf(suspects);
    }

    /** Returns whether a single read contradicts the level, of a transaction that took effect by these choices. */
    boolean isOfOneRead() {
        return suspects.isEmpty();
    }

    /** Returns a number that is smaller the easier the conflict is to follow. */
    int size() {
        return choices.size() + suspects.size();
    }
}
