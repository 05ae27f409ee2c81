package moirai.runs.html;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.durability.Durability;
import moirai.history.FaultEvent;
import moirai.history.History;

/** The readers of keys with lost writes after all faults were over: for each key the first committed reader. */
final class FinalReaders {

    /** The value that says that no reader is known. */
    static final int NONE = -1;

    private FinalReaders() {}

    /**
     * Returns the readers by the label of their key, among the transactions that began after the final reads did. Costs
     * O(transactions + their ops).
     */
    static Map<String, Integer> of(History history, Durability durability) {
        List<FaultEvent> begins = durability.faults().stream()
                .filter(event ->
                        event.fault().equals(Durability.FINAL_READS) && event.phase() == FaultEvent.Phase.INJECTED)
                .toList();
        var found = new HashMap<String, Integer>();
        durability.lost().forEach(lost -> found.put(lost.key(), NONE));
        durability.losses().sums().forEach(sum -> found.put(String.valueOf(sum.key()), NONE));
        if (begins.isEmpty()) {
            return found;
        }
        long from = begins.getLast().nanos();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.startNanos(txn) >= from && history.outcome(txn).mayHaveTakenEffect()) {
                for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                    String key = history.isAnswered(op) ? history.keyLabel(history.key(op)) : "";
                    if (found.getOrDefault(key, 0) == NONE) {
                        found.put(key, txn);
                    }
                }
            }
        }
        return found;
    }
}
