package moirai.mockstore;

/**
 * Drives a store step by step, whatever level that satisfies: says whose turn it is and from whom each read is, and is
 * told of everything. For explorations, which have their own idea of what a level allows.
 *
 * <p>Called by the threads of the sessions, by one at a time. Transactions are numbered in the order in which they
 * begin, keys in the order in which they were first used since the store was made; see {@link MockStore#key}.
 */
public interface Guide {

    /** A session is about to begin a transaction, and does so when this returns. Nothing of the store is locked. */
    void turn(int session);

    /**
     * From whom a read is: a transaction that committed a value of the key, or {@link
     * moirai.analysis.axioms.KeyValueHistory#INITIAL}.
     *
     * @param latest the one that committed last
     */
    int source(int txn, int key, int latest);

    /** A transaction begins a statement of SQL; its parameters, if it has any, follow its text. */
    void statement(int txn, String sql);

    /** A session is refused a statement of SQL, whatever the program makes of it. */
    void refused(int session, String sql, StoreException refusal);

    /** A transaction has read a key; the value is what the source committed. */
    void read(int txn, int key, int source, Object value);

    /**
     * A transaction has read a key, as {@link #read} says, and locked it until its end: from now on what it reads there
     * is its own.
     */
    void readLocking(int txn, int key, int source, Object value);

    /** A transaction has read what it wrote itself, or has locked. */
    void readOwn(int txn, int key, Object value);

    /** A transaction has written a key. */
    void wrote(int txn, int key, Object value);

    /** A transaction sets a savepoint; numbers are from 0. */
    void savepoint(int txn, int number);

    /** A transaction takes back what it has written since a savepoint, which stays; those after it are gone. */
    void rolledBack(int txn, int number);

    /** A transaction has ended. */
    void ended(int txn, boolean isCommitted);
}
