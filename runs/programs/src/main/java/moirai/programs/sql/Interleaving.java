package moirai.programs.sql;

/** How the transactions of several sessions come together. */
public enum Interleaving {
    /**
     * One after the other in one thread; the seed says which session is next. On the mock store this hides nothing,
     * since there reads decide what is concurrent, and one seed gives one run.
     */
    SERIAL,
    /** Each session in a thread of its own, as fast as it can; what real servers need to show anything. */
    THREADS
}
