package moirai.mockstore;

/**
 * Controls a store step by step, regardless of any level: decides which session takes its turn and which transaction
 * each read is answered from, and is told of every step. Explorations use a guide because they have their own
 * definition of what a level allows.
 *
 * <p>The threads of the sessions call the guide, one at a time. Transactions are numbered in the order in which they
 * begin, keys in the order of their first use since the store was made; see {@link MockStore#key}.
 */
public interface Guide {

    /**
     * Announces that a session wants to begin a transaction. The transaction begins when this method returns; no lock
     * of the store is held during the call.
     */
    void turn(int session);

    /**
     * Returns the transaction that a read is answered from: one that committed a value of the key, or {@link
     * moirai.analysis.axioms.KeyValueHistory#INITIAL}.
     *
     * @param latest the last committed writer of the key
     */
    int source(int txn, int key, int latest);

    /** Records that a transaction begins a statement of SQL. The statement's parameters, if any, follow its text. */
    void statement(int txn, String sql);

    /** Records that the store refused a session's SQL statement, regardless of how the program reacts. */
    void refused(int session, String sql, StoreException refusal);

    /** Records that a transaction has read a key; the value is the one that the source committed. */
    void read(int txn, int key, int source, Object value);

    /**
     * Records that a transaction has read a key, as {@link #read} does, and has locked it until its end. Later reads of
     * the key in this transaction count as {@linkplain #readOwn own reads}.
     */
    void readLocking(int txn, int key, int source, Object value);

    /** Records that a transaction has read a key that it wrote or locked before. */
    void readOwn(int txn, int key, Object value);

    /** Records that a transaction has written a key. */
    void wrote(int txn, int key, Object value);

    /** Records that a transaction has set a savepoint; savepoints are numbered from 0. */
    void savepoint(int txn, int number);

    /** Records that a transaction has rolled back to a savepoint. The savepoint itself stays; later ones are gone. */
    void rolledBack(int txn, int number);

    /** Records that a transaction has ended. */
    void ended(int txn, boolean isCommitted);
}
