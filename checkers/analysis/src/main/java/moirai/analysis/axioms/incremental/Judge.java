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

    /** Returns all from whom the pending transaction may read the key, and maybe others. */
    Suspects suspects(int txn, int key);

    /** Decides whether the pending transaction may read the key from this committed writer or the initial state. */
    Answer mayRead(int txn, int key, int source);

    void read(int txn, int key, int source);

    /** Decides whether the pending transaction may write the key. */
    Answer mayWrite(int txn, int key);

    void write(int txn, int key);

    void commit(int txn);

    void abort(int txn);

    /** Returns the committed transactions in an order that satisfies the level. */
    IntList commitOrder();

    /** Starts to record events, so that they can be undone. */
    void startJournal();

    void undoBegin();

    void undoRead(int txn, int key);

    void undoWrite();

    void undoCommit(int txn);

    void undoAbort();
}
