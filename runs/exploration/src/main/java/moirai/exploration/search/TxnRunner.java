package moirai.exploration.search;

/** A runner of the transactions of a program, one at a time and any number of times. */
public interface TxnRunner extends AutoCloseable {

    /** Returns the number of sessions. If {@link #isLastFinal}, the last one runs after all others. */
    int sessionCount();

    /** Returns whether the last session begins after all others have ended. */
    boolean isLastFinal();

    /** Returns whether the session has no transaction. */
    boolean isEmpty(int session);

    /**
     * Runs the next transaction of a session from its begin to its end.
     *
     * @param history the committed transactions, in a possible order of their runs
     * @param session the session whose turn it is
     * @param recorder the recorder that receives each step and returns the sources of reads
     */
    TxnEnd run(Sight history, int session, Recorder recorder);

    /**
     * Returns whether this runner itself begins every history with its first transaction and compares repeated runs.
     */
    default boolean isRepeating() {
        return false;
    }

    /** Prepares a new search with all rows that are known so far. */
    default void restart() {}

    /** Releases all resources; nothing is run afterwards. */
    @Override
    default void close() {}

    /** Returns a short text for a key's number. */
    String keyName(int key);

    /** Returns a transaction of a session in a few words. */
    String txnName(int session, int position);

    /** The view that a runner has of a history. */
    interface Sight {

        int count();

        /** Returns the transaction at an index of the order. */
        Block block(int index);

        /** Returns the transaction with this number. */
        Block byId(int id);
    }

    /**
     * Signals that a transaction added a row that earlier scans did not look for. The search has to start again; the
     * runner then knows the row.
     */
    final class NewChoicesException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final TxnPlace place;

        /** Creates an exception without a stack trace. */
        public NewChoicesException(TxnPlace place) {
            super("there are more choices than were known", null, false, false);
            this.place = place;
        }

        /** Returns the transaction that added the row. */
        public TxnPlace place() {
            return place;
        }
    }
}
