package moirai.mockstore;

/**
 * When sessions may begin their transactions.
 *
 * @param kind which of them may be pending at the same time
 * @param sessions of {@link Kind#LOCK_STEP}, how many have to be open before it starts; 0 for the others
 * @param delayMillisMax before each transaction its session sleeps a random time of at most this long, which shuffles
 *     sessions of different threads; 0 for none
 * @param waitMillisMax how long a session waits for its turn or for a lock before it fails (SQLSTATE 55P03)
 */
public record Schedule(Kind kind, int sessions, int delayMillisMax, int waitMillisMax) {

    /** How transactions of different sessions may overlap. */
    public enum Kind {
        /** In any way: a transaction begins at once. */
        INTERLEAVED,
        /** Not at all: a transaction begins when none is pending, as under the global lock of MonkeyDB. */
        SERIAL,
        /**
         * Not at all, and the chooser decides who is next: a transaction begins when none is pending and every open
         * session waits to begin one. So one seed gives one behaviour, even if each session has a thread of its own.
         *
         * <p>It starts when the given number of sessions is open, and ends when none is; until then it is serial, so
         * that one session can load data first. To be the same each time, sessions have to be opened in the same order,
         * and before the first of them begins; who has nothing more to do has to close its session.
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

    /** Transactions overlap as they come. */
    public static Schedule interleaved() {
        return new Schedule(Kind.INTERLEAVED, 0, 0, WAIT_MILLIS);
    }

    /** One transaction at a time. */
    public static Schedule serial() {
        return new Schedule(Kind.SERIAL, 0, 0, WAIT_MILLIS);
    }

    /** One transaction at a time, of sessions that the chooser takes turns with. */
    public static Schedule lockStep(int sessions) {
        return new Schedule(Kind.LOCK_STEP, sessions, 0, WAIT_MILLIS);
    }

    /** The same with this delay. */
    public Schedule withDelay(int millisMax) {
        return new Schedule(kind, sessions, millisMax, waitMillisMax);
    }

    /** The same with this wait. */
    public Schedule withWait(int millisMax) {
        return new Schedule(kind, sessions, delayMillisMax, millisMax);
    }
}
