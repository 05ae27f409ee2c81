package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * Numbers the transactions that took effect, and their sessions, densely and in the order of the recording.
 *
 * <p>A transaction of unknown outcome may take effect after what its session did next. So it is left out of that order,
 * as it is among the dependencies of lists, and gets a session of its own.
 */
final class EffectiveTxns {

    private static final int ABSENT = -1;

    private final History history;
    private final int[] recorded;
    private final int[] ids;
    private final Int2IntOpenHashMap sessions = new Int2IntOpenHashMap();
    private int sessionCount;

    EffectiveTxns(History history, BitSet effective) {
        this.history = history;
        this.recorded = effective.stream().toArray();
        this.ids = new int[history.txnCount()];
        Arrays.fill(ids, ABSENT);
        sessions.defaultReturnValue(ABSENT);
        for (int id = 0; id < recorded.length; id++) {
            ids[recorded[id]] = id;
        }
    }

    int count() {
        return recorded.length;
    }

    /** The id in the recording of the transaction with this dense id. */
    int recorded(int id) {
        return recorded[id];
    }

    /** The dense id of a recorded transaction that took effect. */
    int id(int txn) {
        return ids[txn];
    }

    /** Begins the transaction with this dense id. Each is begun once, in order. */
    void begin(KeyValueHistory.Builder builder, int id) {
        int txn = recorded[id];
        boolean ended = history.outcome(txn) instanceof Outcome.Committed;
        int session = ended ? session(txn) : sessionCount++;
        builder.txn(session, history.startNanos(txn), ended ? history.endNanos(txn) : Long.MAX_VALUE, txn);
    }

    private int session(int txn) {
        int known = sessions.putIfAbsent(history.session(txn), sessionCount);
        if (known >= 0) {
            return known;
        }
        return sessionCount++;
    }
}
