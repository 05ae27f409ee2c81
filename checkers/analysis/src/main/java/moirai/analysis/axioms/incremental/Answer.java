package moirai.analysis.axioms.incremental;

/** Whether a history would still satisfy its level after one more event. */
public enum Answer {
    /** A commit order exists. */
    YES,
    /** None exists. */
    NO,
    /** The budget for one question ended before either was known; never to be taken for {@link #YES}. */
    UNDECIDED
}
