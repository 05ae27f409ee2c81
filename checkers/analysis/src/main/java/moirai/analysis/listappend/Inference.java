package moirai.analysis.listappend;

import java.util.Optional;
import moirai.history.DataModel;
import moirai.history.History;

/** What reads prove about a history before any anomaly is looked for; checker and explanations share it. */
record Inference(History history, Writes writes, CommittedReads reads, VersionOrders orders) {

    /**
     * Infers all of it. O(ops + elements of lists).
     *
     * @throws IllegalArgumentException if the keys hold registers
     */
    Inference(History history) {
        this(requireLists(history), new Writes(history));
    }

    private static History requireLists(History history) {
        if (history.dataModel() != DataModel.LIST_APPEND) {
            throw new IllegalArgumentException("the keys of this history hold "
                    + history.dataModel().plural() + ", and what appends prove can be inferred from lists alone");
        }
        return history;
    }

    private Inference(History history, Writes writes) {
        this(history, writes, new CommittedReads(history, writes));
    }

    private Inference(History history, Writes writes, CommittedReads reads) {
        this(history, writes, reads, new VersionOrders(history, writes, reads));
    }

    /** Which key has elements that cannot be attributed, in a sentence; empty if all can. O(such keys). */
    Optional<String> ambiguity() {
        int key = writes.ambiguousKey();
        return key == Writes.UNKNOWN
                ? Optional.empty()
                : Optional.of("key " + history.keyLabel(key)
                        + " was given the same element by two appends, so its reads cannot be attributed");
    }
}
