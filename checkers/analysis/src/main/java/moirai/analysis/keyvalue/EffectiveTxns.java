package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.AnomalyLog;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.level.Phenomenon;

/**
 * Numbers the transactions that took effect, and their sessions, densely and in the order of the recording.
 *
 * <p>A transaction of unknown outcome may take effect after what its session did next. Should the session go on, it
 * gets a session of its own, and whatever depends on the order of sessions is in doubt: that it follows what its
 * session did before cannot be said then.
 */
final class EffectiveTxns {

    private static final int ABSENT = -1;

    /** Each level that keeps to the order of sessions forbids one of them. */
    private static final List<Phenomenon> OF_SESSIONS = List.of(
            Phenomenon.G1C_PROCESS,
            Phenomenon.MISSING_OWN_WRITE,
            Phenomenon.NON_MONOTONIC_READ,
            Phenomenon.NON_MONOTONIC_WRITE,
            Phenomenon.WRITE_BEFORE_READ);

    private final History history;
    private final int[] recorded;
    private final int[] ids;
    private final Int2IntOpenHashMap sessions = new Int2IntOpenHashMap();
    private final BitSet possible;
    /** The last transaction of each recorded session that may have taken effect; empty until somebody asks. */
    private final Int2IntOpenHashMap lastOfSession = new Int2IntOpenHashMap();

    private int sessionCount;
    /** The first of unknown outcome whose session went on. */
    private int detached = ABSENT;

    EffectiveTxns(History history, BitSet effective) {
        this(history, effective, effective);
    }

    /**
     * Numbers transactions that took effect.
     *
     * @param possible all that may have: a transaction of unknown outcome has a session of its own if one of these
     *     went on with its session
     */
    EffectiveTxns(History history, BitSet effective, BitSet possible) {
        this.history = history;
        this.recorded = new int[effective.cardinality()];
        this.ids = new int[history.txnCount()];
        Arrays.fill(ids, ABSENT);
        sessions.defaultReturnValue(ABSENT);
        int id = 0;
        for (int txn = effective.nextSetBit(0); txn >= 0; txn = effective.nextSetBit(txn + 1)) {
            recorded[id] = txn;
            ids[txn] = id++;
        }
        this.possible = possible;
    }

    int count() {
        return recorded.length;
    }

    /** Returns the id in the recording of the transaction with this dense id. */
    int recorded(int id) {
        return recorded[id];
    }

    /** Returns the dense id of a recorded transaction that took effect. */
    int id(int txn) {
        return ids[txn];
    }

    /** Begins the transaction with this dense id. Each is begun once, in order. */
    void begin(KeyValueHistory.Builder builder, int id) {
        int txn = recorded[id];
        boolean ended = history.outcome(txn) instanceof Outcome.Committed;
        int session = ended || isLastOfSession(txn) ? session(txn) : detach(txn);
        builder.txn(session, history.startNanos(txn), ended ? history.endNanos(txn) : Long.MAX_VALUE, txn);
    }

    private boolean isLastOfSession(int txn) {
        if (lastOfSession.isEmpty()) {
            for (int other = possible.nextSetBit(0); other >= 0; other = possible.nextSetBit(other + 1)) {
                lastOfSession.put(history.session(other), other);
            }
        }
        return lastOfSession.get(history.session(txn)) == txn;
    }

    private int detach(int txn) {
        detached = detached == ABSENT ? txn : detached;
        return sessionCount++;
    }

    /** Notes what cannot be said for certain, once all transactions were begun. */
    void doubtSessions(AnomalyLog log) {
        if (detached != ABSENT) {
            String sentence = "T" + detached + ", of unknown outcome, was followed by others in its session; which of"
                    + " them took effect first cannot be said";
            OF_SESSIONS.forEach(phenomenon -> log.doubt(phenomenon, sentence));
        }
    }

    private int session(int txn) {
        int known = sessions.get(history.session(txn));
        if (known >= 0) {
            return known;
        }
        sessions.put(history.session(txn), sessionCount);
        return sessionCount++;
    }
}
