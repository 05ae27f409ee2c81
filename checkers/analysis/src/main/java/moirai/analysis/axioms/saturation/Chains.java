package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Transactions in chains, each transaction of a chain preceding the next one in the base order or by write-read. A set
 * of transactions that contains all that precede any of them is then one number a chain: how many of the chain are in
 * it. 16 bytes a transaction.
 */
final class Chains {

    /** The chain of a transaction that is in none. */
    static final int NONE = -1;

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

    /** The sessions: for a base order that contains theirs. O(transactions). */
    static Chains ofSessions(KeyValueHistory history) {
        int[] session = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        for (int txn = 0; txn < session.length; txn++) {
            session[txn] = history.session(txn);
            position[txn] = history.position(txn);
        }
        return new Chains(session, position, history.sessionCount());
    }

    /**
     * Chains of transactions each of which reads from the one before it; only who is read from is in one. Few, but not
     * as few as possible: each transaction continues the first chain that ends in one of its sources. O(transactions +
     * reads).
     *
     * @param order the transactions, sources before readers
     */
    static Chains ofReads(KeyValueHistory history, int[] order) {
        var sources = new BitSet();
        for (int read = 0; read < history.readCount(); read++) {
            if (history.readSource(read) != INITIAL) {
                sources.set(history.readSource(read));
            }
        }
        int[] chain = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        Arrays.fill(chain, NONE);
        var ends = new IntArrayList();
        for (int txn : order) {
            if (!sources.get(txn)) {
                continue;
            }
            for (int read = history.firstRead(txn); read < history.endRead(txn) && chain[txn] == NONE; read++) {
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

    int count() {
        return first.length - 1;
    }

    int chain(int txn) {
        return chain[txn];
    }

    int position(int txn) {
        return position[txn];
    }

    /** How many transactions are in chains. */
    int size() {
        return txns.length;
    }

    /** The transactions in chains, chain after chain. */
    int txn(int place) {
        return txns[place];
    }
}
