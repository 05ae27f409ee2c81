package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.List;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * A part of a history that has no commit order, so that the whole has none.
 *
 * @param history the part: its transactions are numbered anew in their order, keys and recorded ids are the whole's
 * @param txns the part's transactions in the whole, ascending: the one at place i is transaction i of the part
 * @param minimal whether without any one of its transactions, reads or writes the part has a commit order, or, with an
 *     {@linkplain Proof.Exhaustive exhaustive} proof, is none any more; if not, the budget ended first
 */
public record Witness(KeyValueHistory history, List<Integer> txns, boolean minimal) {

    public Witness {
        txns = List.copyOf(txns);
        if (txns.size() != history.txnCount()) {
            throw new IllegalArgumentException(
                    "a witness of " + history.txnCount() + " transactions with " + txns.size() + " ids");
        }
    }

    /** Returns the ids of its transactions in the recorded history, in the order of {@link #txns()}. */
    public List<Integer> recordedTxns() {
        var recorded = new ArrayList<Integer>(txns.size());
        for (int txn = 0; txn < history.txnCount(); txn++) {
            recorded.add(history.recordedTxn(txn));
        }
        return List.copyOf(recorded);
    }
}
