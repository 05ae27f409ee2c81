package moirai.mockstore;

/**
 * The rules for when sessions may begin their transactions.
 *
 * @param kind how transactions may overlap
 * @param sessions for {@link Kind#LOCK_STEP}, the number of sessions that have to be open before it starts; 0 for the
 *    other kinds
 * @param delayMillisMax the longest random sleep of a session before each transaction, which shuffles sessions of
 *    different threads; 0 for none
 * @param waitMillisMax how long a session waits for its turn or for a lock before it fails (SQLSTATE 55P03)
 */
public record Schedule(Kind kind, int sessions, int delayMillisMax, int waitMillisMax) {

    /** The ways in which transactions of different sessions may overlap. */
    public enum Kind {
        /** Transactions overlap in any way: each begins at once. */
        INTERLEAVED,
        /** Transactions do not overlap: each begins when none is pending, as under the global lock of MonkeyDB. */
        SERIAL,
        /**
         * Transactions do not overlap, and the chooser decides which session is next. A transaction begins when none is
         * pending and every open session waits to begin one. So one seed gives one behaviour, even if each session has
         * its own thread.
         *
         * <p>The lock step starts when the given number of sessions is open, and ends when no session is open. Before
         * that, transactions are serial, so that one session can load data first. For the same behaviour each time,
         * open the sessions in the same order, and all of them before the first begins a transaction. A session that
         * has nothing more to do must be closed.
         */
        LOCK_STEP
    }

    private static final int WAIT_MILLIS = 10_000;

    public Schedule {
        if (kind == Kind.LOCK_STEP ? sessions < 1 : sessions != 0) {
            throw new IllegalArgumentException(kind + " with " + sessions + " sessions; expected "
                    + (kind == Kind.LOCK_STEP ? "1 or more" : "0, since it takes any number"));
        }
        if (delayMillisMax < 0 || waitMillisMax < 1) {
            throw new IllegalArgumentException("a delay of up to " + delayMillisMax + " ms and a wait of up to "
                    + waitMillisMax + " ms; expected at least 0 and 1");
        }
    }

    /** Returns a schedule in which transactions overlap in any way. */
    public static Schedule interleaved() {
        return new Schedule(Kind.INTERLEAVED, 0, 0, WAIT_MILLIS);
    }

    /** Returns a schedule with one transaction at a time. */
    public static Schedule serial() {
        return new Schedule(Kind.SERIAL, 0, 0, WAIT_MILLIS);
    }

    /** Returns a schedule with one transaction at a time, of a session that the chooser picks. */
    public static Schedule lockStep(int sessions) {
        return new Schedule(Kind.LOCK_STEP, sessions, 0, WAIT_MILLIS);
    }

    /** Returns this schedule with another delay. */
    public Schedule withDelay(int millisMax) {
        return new Schedule(kind, sessions, millisMax, waitMillisMax);
    }

    /** Returns this schedule with another wait. */
    public Schedule withWait(int millisMax) {
        return new Schedule(kind, sessions, delayMillisMax, millisMax);
    }
}
