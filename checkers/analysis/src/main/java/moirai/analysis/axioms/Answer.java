package moirai.analysis.axioms;

/** An answer to the question whether a history satisfies a level, or would after one more event. */
public enum Answer {
    /** A commit order exists. */
    YES,
    /** No commit order exists. */
    NO,
    /** The budget ended before either was known; never to be taken for {@link #YES}. */
    UNDECIDED
}
