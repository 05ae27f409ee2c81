package moirai.analysis.axioms;

/** The order that a commit order has to extend besides write-read. */
public enum BaseOrder {
    /** The empty order: transactions of one session may commit in any order, as in Adya's levels. */
    NONE,
    /** The order within each session, as in Biswas and Enea's levels. */
    SESSION,
    /** The order within each session, and real time: what ended before another began. */
    REALTIME
}
