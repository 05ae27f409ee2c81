package moirai.analysis.keyvalue;

import java.util.List;
import java.util.Map;
import moirai.analysis.AnomalyLog;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.sets.SetInference;
import moirai.history.History;

/**
 * Histories of sets as keys and values: each element is a key of its own, which its adder writes once, and a read of
 * the set reads them all. O(reads × elements of their keys).
 *
 * <p>What {@link moirai.analysis.sets.SetChecker} finds in single reads is left out, and so are reads of what the
 * transaction itself added before. Elements that two may have added are a doubt.
 */
final class SetReads {

    /** The number of pairs of a read and an element above which no search is worth its cost. */
    private static final long PAIRS_MAX = 5_000_000;

    private final History history;
    private final SetInference inference;
    private final EffectiveTxns txns;
    private final KeyValueHistory.Builder builder;

    private SetReads(History history) {
        this.history = history;
        this.inference = new SetInference(history);
        this.txns = new EffectiveTxns(history, inference.effectiveTxns());
        this.builder = new KeyValueHistory.Builder(history.isTimed());
    }

    static KeyValueReads of(History history) {
        return new SetReads(history).reduce();
    }

    /** Decides whether the reduced history is small enough to be searched. O(ops). */
    static boolean isAffordable(History history) {
        var adds = new long[history.keyCount()];
        for (int op = 0; op < history.opCount(); op++) {
            adds[history.key(op)] += history.isAppend(op) ? 1 : 0;
        }
        long pairs = 0;
        for (int op = 0; op < history.opCount(); op++) {
            pairs += history.isAnswered(op) ? adds[history.key(op)] : 0;
        }
        return pairs <= PAIRS_MAX;
    }

    private KeyValueReads reduce() {
        for (int id = 0; id < txns.count(); id++) {
            txns.begin(builder, id);
            int txn = txns.recorded(id);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (!history.isAppend(op) && history.isAnswered(op)) {
                    addRead(txn, op);
                }
            }
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                int item = history.isAppend(op) ? inference.item(op) : SetInference.NONE;
                if (item != SetInference.NONE) {
                    builder.write(item);
                }
            }
        }
        var log = new AnomalyLog(history);
        txns.doubtSessions(log);
        List<String> doubts = inference.ambiguity().stream().toList();
        return new KeyValueReads(builder.build(), log.findings(txns.count(), 0, Map.of()), doubts);
    }

    private void addRead(int reader, int readOp) {
        int key = history.key(readOp);
        for (int i = 0; i < inference.addCount(key); i++) {
            int add = inference.add(key, i);
            int writer = inference.adder(key, history.element(add));
            if (writer == SetInference.NONE || writer == reader) {
                continue;
            }
            boolean seen = inference.contains(readOp, history.element(add));
            builder.read(inference.item(add), seen ? txns.id(writer) : KeyValueHistory.INITIAL, readOp);
        }
    }
}
