package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * A history that satisfies a level with a saturable axiom and grows by one event at a time.
 *
 * <p>A session has at most one pending transaction, several sessions may have one each. A pending transaction counts
 * with what it has read and written so far, but nobody may read from it. An aborted one keeps its place in the session
 * and its reads, which go on to restrict others, but it has written nothing (Bouajjani, Enea, Román-Calvo 2023,
 * section 2.2). In real time, a transaction precedes those that begin after its commit or abort. Only a read can break
 * a saturable level, so only reads are asked for.
 *
 * <p>Reads are external ones: a read of a key that its transaction wrote before is not recorded here. Sessions and keys
 * are dense: memory grows with the highest number.
 *
 * <p>Cost of a question: O((reads of the transaction + 1) × sessions) look-ups in most cases, and with the base order
 * {@link moirai.analysis.axioms.BaseOrder#NONE} O((reads + 1) × writers of the key read); memory O(transactions ×
 * sessions), and O(transactions²) there. The benchmark {@code GrowingHistory} has figures.
 *
 * <p>Answers are a function of the events, not of the questions in between. Not safe for several threads.
 */
public final class GrowingHistory {

    private final AxiomaticLevel level;
    private final TxnTable txns = new TxnTable();
    private final Judge judge;

    /**
     * Creates an empty history.
     *
     * @throws IllegalArgumentException if the axiom is not {@linkplain Axiom#isSaturable() saturable} or is {@link
     *     Axiom#PRAM}
     */
    public GrowingHistory(AxiomaticLevel level) {
        if (!level.axiom().isSaturable() || level.axiom() == Axiom.PRAM) {
            throw new IllegalArgumentException(
                    level + " is not decided read by read; expected a saturable axiom other than PRAM");
        }
        this.level = level;
        this.judge = new Judge(level, txns);
    }

    /** Returns the level that every state of this history satisfies. */
    public AxiomaticLevel level() {
        return level;
    }

    /** Returns the number of transactions that have begun; their ids are the numbers below. */
    public int txnCount() {
        return txns.txnCount();
    }

    /** Returns the session of a transaction. */
    public int session(int txn) {
        return txns.session(known(txn));
    }

    /** Returns whether the transaction has neither committed nor aborted. */
    public boolean isPending(int txn) {
        return txns.status(known(txn)) == TxnTable.Status.PENDING;
    }

    /** Returns the number of committed transactions that wrote the key. */
    public int writerCount(int key) {
        return txns.writers(natural(key, "key")).size();
    }

    /**
     * Returns a committed transaction that wrote the key.
     *
     * @param index from 0 for the first to commit; below {@link #writerCount}
     */
    public int writer(int key, int index) {
        return txns.writers(natural(key, "key")).getInt(index);
    }

    /**
     * Begins the session's next transaction.
     *
     * @return its id: the number of transactions that began before
     * @throws IllegalArgumentException if the session has a pending transaction
     */
    public int begin(int session) {
        IntArrayList earlier = txns.ofSession(natural(session, "session"));
        if (!earlier.isEmpty() && isPending(earlier.topInt())) {
            throw new IllegalArgumentException(
                    "session " + session + " begins a transaction while its T" + earlier.topInt() + " is pending");
        }
        judge.begin(session);
        return txns.begin(session);
    }

    /**
     * Decides whether the pending transaction may read the key from this source.
     *
     * @param source a committed transaction that wrote the key, or {@link KeyValueHistory#INITIAL}
     * @throws IllegalArgumentException if the transaction is not pending or wrote the key itself, or if the source did
     *     not commit a write of the key
     */
    public boolean mayRead(int txn, int key, int source) {
        requirePending(txn);
        requireExternal(txn, key);
        if (source != INITIAL
                && (txns.status(known(source)) != TxnTable.Status.COMMITTED || !txns.writes(source, key))) {
            throw new IllegalArgumentException("T" + txn + " reads key " + key + " from T" + source
                    + "; expected a committed transaction that writes the key, or " + INITIAL
                    + " for the initial state");
        }
        return judge.mayRead(txn, key, source);
    }

    /**
     * Returns all sources from which the pending transaction may read the key, and perhaps others. Costs less than
     * {@link #readable}.
     */
    public Suspects suspects(int txn, int key) {
        requirePending(txn);
        requireExternal(txn, key);
        return judge.suspects(txn, key);
    }

    /**
     * Returns the sources from which the pending transaction may read the key: committed transactions, the last to
     * commit first, and then {@link KeyValueHistory#INITIAL} if it may be read. Asks {@link #mayRead} of each of the
     * {@link #suspects}.
     */
    public IntList readable(int txn, int key) {
        Suspects suspects = suspects(txn, key);
        var readable = new IntArrayList();
        for (int index = 0; index < suspects.size(); index++) {
            if (judge.mayRead(txn, key, suspects.txn(index))) {
                readable.add(suspects.txn(index));
            }
        }
        readable.sort((one, other) -> Long.compare(end(other), end(one)));
        return readable;
    }

    private long end(int source) {
        return source == INITIAL ? -1 : txns.end(source);
    }

    /**
     * Records a read.
     *
     * @throws IllegalArgumentException unless {@link #mayRead} allows it
     */
    public void read(int txn, int key, int source) {
        if (!mayRead(txn, key, source)) {
            throw new IllegalArgumentException("T" + txn + " reads key " + key + " from "
                    + (source == INITIAL ? "the initial state" : "T" + source) + ", which " + level + " forbids");
        }
        judge.read(txn, key, source);
        txns.read(txn, key, source);
    }

    /**
     * Records a write. A second write of the same key changes nothing, because only the last value is ever read.
     *
     * @throws IllegalArgumentException if the transaction is not pending
     */
    public void write(int txn, int key) {
        requirePending(txn);
        if (!txns.writes(txn, natural(key, "key"))) {
            txns.write(txn, key);
        }
    }

    /**
     * Commits the transaction: from now on others may read from it.
     *
     * @throws IllegalArgumentException if it is not pending
     */
    public void commit(int txn) {
        requirePending(txn);
        judge.commit(txn);
        txns.commit(txn);
    }

    /**
     * Aborts the transaction: its writes are gone, its reads stay.
     *
     * @throws IllegalArgumentException if it is not pending
     */
    public void abort(int txn) {
        requirePending(txn);
        judge.abort(txn);
        txns.abort(txn);
    }

    /**
     * Returns the committed transactions in an order that satisfies the level once all other transactions are inserted
     * at suitable places. The order keeps to the order of ends from the back as far as the forced edges let it.
     * O(history), and a logarithm.
     */
    public IntList commitOrder() {
        return judge.commitOrder();
    }

    /**
     * Returns everything so far, timed by the count of begins and ends; pending transactions have no end. Transactions
     * keep their ids. O(its size).
     */
    public KeyValueHistory history() {
        return txns.history();
    }

    private void requirePending(int txn) {
        if (!isPending(txn)) {
            throw new IllegalArgumentException("T" + txn + " has ended; expected a pending transaction");
        }
    }

    private void requireExternal(int txn, int key) {
        if (txns.writes(txn, natural(key, "key"))) {
            throw new IllegalArgumentException(
                    "T" + txn + " reads key " + key + ", which it wrote itself; expected a key that it did not write");
        }
    }

    private int known(int txn) {
        if (txn < 0 || txn >= txnCount()) {
            throw new IllegalArgumentException(
                    "T" + txn + " has not begun; expected one of the first " + txnCount() + " transactions");
        }
        return txn;
    }

    private static int natural(int number, String what) {
        if (number < 0) {
            throw new IllegalArgumentException(what + " " + number + "; expected 0 or more");
        }
        return number;
    }
}
