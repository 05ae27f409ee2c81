package moirai.exploration.search;

/** Runs the transactions of a program, one at a time, as often as they are wanted. */
public interface TxnRunner extends AutoCloseable {

    /** How many sessions there are; the last one comes after all others if {@link #isLastFinal}. */
    int sessionCount();

    /** Whether the last session begins when all others have ended. */
    boolean isLastFinal();

    /** Whether the session has any transaction. */
    boolean isEmpty(int session);

    /**
     * Runs the next transaction of a session from its begin to its end.
     *
     * @param history what was committed before, in an order in which it can have happened
     * @param session whose turn it is
     * @param recorder is told of each step, and says from whom a read is
     */
    TxnEnd run(Sight history, int session, Recorder recorder);

    /** Whether every run of a history begins with its first transaction, and compares it with former runs. */
    default boolean isRepeating() {
        return false;
    }

    /** A search begins, with all that is known by now. */
    default void restart() {}

    /** Lets go of what it holds; nothing is run any more. */
    @Override
    default void close() {}

    /** What a number of a key stands for, in a short text. */
    String keyName(int key);

    /** What a transaction of a session does, in a few words. */
    String txnName(int session, int position);

    /** A history, as far as a runner has to know it. */
    interface Sight {

        int count();

        /** The transaction at a place in the order. */
        Block block(int index);

        /** The transaction of this number. */
        Block byId(int id);
    }

    /**
     * A behaviour shows that earlier ones left something out: a row that their scans did not ask for. The search has to
     * begin again, and the runner knows better now.
     */
    final class NewChoicesException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final TxnPlace place;

        /** Without a stack trace: it is caught where the search was begun. */
        public NewChoicesException(TxnPlace place) {
            super("there are more choices than were known", null, false, false);
            this.place = place;
        }

        /** Which transaction added the row. */
        public TxnPlace place() {
            return place;
        }
    }
}
