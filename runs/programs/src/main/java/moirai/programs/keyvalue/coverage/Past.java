package moirai.programs.keyvalue.coverage;

/** What has happened in a run, told step by step, as far as it determines the future. */
interface Past {

    /** A new run begins. */
    void clear();

    /** The session begins its next transaction. */
    void begin(int session);

    /** The pending transaction reads from the one that began as the given one of the run, or from the initial state. */
    void source(int txn);

    /** The pending transaction is told a value. */
    void read(Object value);

    /** The pending transaction writes. */
    void write(Object key, Object value);

    /** The pending transaction completes its operation. */
    void done(Object reply);

    /** Equal for runs that have the same future, and the same replies so far. */
    Object key();
}
