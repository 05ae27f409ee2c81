package moirai.analysis.axioms.incremental;

import it.unimi.dsi.fastutil.ints.IntList;
import moirai.analysis.axioms.Answer;

/**
 * Answers for one level what may come next. Is told of each event before the {@link TxnTable} changes, and of each that
 * is undone after; only events that it allows come.
 */
sealed interface Judge permits SaturatingJudge, SearchingJudge {

    /** The next transaction begins in this session. */
    void begin(int session);

    /** A superset of those from whom the pending transaction may read the key. */
    Suspects suspects(int txn, int key);

    /** Whether the pending transaction may read the key from this committed writer, or from the initial state. */
    Answer mayRead(int txn, int key, int source);

    void read(int txn, int key, int source);

    /** Whether the pending transaction may write the key. */
    Answer mayWrite(int txn, int key);

    void write(int txn, int key);

    void commit(int txn);

    void abort(int txn);

    /** The committed transactions in an order that satisfies the level. */
    IntList commitOrder();

    /** From now on events can be undone. */
    void startJournal();

    void undoBegin();

    void undoRead(int txn, int key);

    void undoWrite();

    void undoCommit(int txn);

    void undoAbort();
}
