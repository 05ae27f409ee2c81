package moirai.mockstore;

/**
 * Controls a store step by step, regardless of any level: decides which session takes its turn and which transaction
 * each read is answered from, and is told of every step. Explorations use a guide because they have their own
 * definition of what a level allows.
 *
 * <p>The threads of the sessions call the guide, one at a time.
 */
public interface Guide extends StoreListener {

    /**
     * Returns the transaction that a read is answered from: one that committed a value of the key, or {@link
     * moirai.analysis.axioms.KeyValueHistory#INITIAL}.
     *
     * @param latest the last committed writer of the key
     */
    int source(int txn, int key, int latest);
}
