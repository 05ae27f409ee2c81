package moirai.analysis.axioms.orders;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntPredicate;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Transactions in chains, each transaction of a chain preceding the next one in the base order or by write-read. A set
 * of transactions that contains all that precede any of them is then one number a chain: how many of the chain are in
 * it. 16 bytes a transaction.
 */
public final class Chains {

    /** Stands for the chain of a transaction that is in none. */
    public static final int NONE = -1;

    private final int[] chain;
    private final int[] position;
    private final int[] first;
    private final int[] txns;

    private Chains(int[] chain, int[] position, int count) {
        this.chain = chain;
        this.position = position;
        this.first = new int[count + 1];
        for (int of : chain) {
            if (of != NONE) {
                first[of + 1]++;
            }
        }
        for (int i = 0; i < count; i++) {
            first[i + 1] += first[i];
        }
        this.txns = new int[first[count]];
        for (int txn = 0; txn < chain.length; txn++) {
            if (chain[txn] != NONE) {
                txns[first[chain[txn]] + position[txn]] = txn;
            }
        }
    }

    /** Returns the sessions, for a base order that contains their order. O(transactions). */
    public static Chains ofSessions(KeyValueHistory history) {
        int[] session = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        for (int txn = 0; txn < session.length; txn++) {
            session[txn] = history.session(txn);
            position[txn] = history.position(txn);
        }
        return new Chains(session, position, history.sessionCount());
    }

    /**
     * Returns each session cut into chains: a new chain begins at each transaction for which {@code begins} is true.
     * O(transactions).
     *
     * @param begins whether a transaction is the first of a chain; true for the first of each session
     */
    public static Chains ofSessionPieces(KeyValueHistory history, IntPredicate begins) {
        int[] chain = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        int count = 0;
        for (int session = 0; session < history.sessionCount(); session++) {
            int start = 0;
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                if (begins.test(txn)) {
                    start = at;
                    count++;
                }
                chain[txn] = count - 1;
                position[txn] = at - start;
            }
        }
        return new Chains(chain, position, count);
    }

    /**
     * Returns chains in which each transaction reads from the one before it. They are few, but not as few as possible:
     * each transaction continues the chain of the last of its sources that no other continues. O(transactions + reads).
     *
     * @param order the transactions, sources before readers
     * @param takesPart whether a transaction is in a chain; it is in none if not
     */
    public static Chains ofReads(KeyValueHistory history, int[] order, IntPredicate takesPart) {
        int[] chain = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        Arrays.fill(chain, NONE);
        var ends = new IntArrayList();
        for (int txn : order) {
            if (!takesPart.test(txn)) {
                continue;
            }
            for (int read = history.endRead(txn) - 1; read >= history.firstRead(txn) && chain[txn] == NONE; read--) {
                int source = history.readSource(read);
                if (source != INITIAL && ends.getInt(chain[source]) == source) {
                    chain[txn] = chain[source];
                    position[txn] = position[source] + 1;
                    ends.set(chain[txn], txn);
                }
            }
            if (chain[txn] == NONE) {
                chain[txn] = ends.size();
                ends.add(txn);
            }
        }
        return new Chains(chain, position, ends.size());
    }

    /** Returns the number of chains. */
    public int count() {
        return first.length - 1;
    }

    /** Returns the chain of a transaction, or {@link #NONE}. */
    public int chain(int txn) {
        return chain[txn];
    }

    /** Returns the place of a transaction in its chain, from 0. */
    public int position(int txn) {
        return position[txn];
    }

    /** Returns the number of transactions that are in chains. */
    public int size() {
        return txns.length;
    }

    /** Returns the transaction at a place, chain after chain. */
    public int txn(int place) {
        return txns[place];
    }
}
