package moirai.programs.sql;

/** The order in which the transactions of several sessions run. */
public enum Interleaving {
    /**
     * One transaction after the other in one thread, in a random order of sessions. On the mock store this hides no
     * anomaly, because reads decide there which transactions are concurrent, and a run can be repeated from its seed.
     */
    SERIAL,
    /** Each session in a thread of its own, at full speed. Real servers show anomalies only then. */
    THREADS
}
