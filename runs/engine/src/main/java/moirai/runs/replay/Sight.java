package moirai.runs.replay;

/** What an attempt showed. */
public enum Sight {
    /** What the case claims. */
    SHOWN,
    /** The database did something else, or refused. */
    NOT_SHOWN,
    /** It could not be judged: a session was lost, or whether a transaction took effect is not known. */
    UNKNOWN
}
