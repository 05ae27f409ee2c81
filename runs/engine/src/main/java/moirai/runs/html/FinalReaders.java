package moirai.runs.html;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostAppend;
import moirai.history.FaultEvent;
import moirai.history.History;

/** Who read the keys of lost appends when all faults were over: for each key the first committed one. */
record FinalReaders(Map<String, Integer> byKey) {

    /** Nobody is known to have read it. */
    static final int NONE = -1;

    /** Looks for them, among transactions that began after the final reads did. O(transactions + their ops). */
    FinalReaders(History history, Durability durability) {
        this(find(
                history,
                durability,
                durability.lost().stream()
                        .map(LostAppend::key)
                        .distinct()
                        .collect(Collectors.toMap(key -> key, key -> NONE))));
    }

    private static Map<String, Integer> find(History history, Durability durability, Map<String, Integer> wanted) {
        List<FaultEvent> begins = durability.faults().stream()
                .filter(event ->
                        event.fault().equals(Durability.FINAL_READS) && event.phase() == FaultEvent.Phase.INJECTED)
                .toList();
        var found = new HashMap<>(wanted);
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
