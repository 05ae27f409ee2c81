package moirai.runs.replay;

/** The result of an attempt. */
public enum Sight {
    /** The attempt showed what the case claims. */
    SHOWN,
    /** The database behaved differently, or refused. */
    NOT_SHOWN,
    /** The attempt could not be judged: a session was lost, or the outcome of a transaction is unknown. */
    UNKNOWN
}
