package moirai.runs.interim;

import moirai.history.History;

/** The numbers of sessions and keys that a history has used: a further part of its run begins behind them. */
final class MetNumbers {

    private long nextSession;
    private long nextKey;

    /** Takes in a piece. O(transactions + ops). */
    void add(History piece) {
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            nextSession = Math.max(nextSession, piece.session(txn) + 1L);
        }
        for (int key = 0; key < piece.keyCount(); key++) {
            nextKey = Math.max(nextKey, piece.keyName(key) + 1);
        }
        for (int op = 0; op < piece.opCount(); op++) {
            nextKey = piece.isScan(op) ? Math.max(nextKey, piece.scanTo(op) + 1) : nextKey;
        }
    }

    /** Returns the first number of a session that is above all that were used. */
    long nextSession() {
        return nextSession;
    }

    /** Returns the first key that is above all that were used. */
    long nextKey() {
        return nextKey;
    }
}
