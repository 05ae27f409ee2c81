package moirai.runs.campaign.trends;

/** The fate of an anomaly of one shape in one cell of a campaign. */
public enum Change {
    /** It was seen for the first time. */
    NEW("new"),
    /** It was seen again after it had been called gone. */
    BACK("back"),
    /** It is seen so much more often than before that chance does not explain it. */
    MORE_OFTEN("more often"),
    /** It was seen in every run since it was first seen. */
    STILL("still"),
    /** It was seen, as in some runs since it was first seen, and not in others. */
    FLAKY("flaky"),
    /** It was seen for the first time, and others of its phenomenon were seen before: long cycles have many shapes. */
    VARIANT("another shape"),
    /** It was not seen, and the runs since are too few to say that it is gone. */
    MISSED("not seen"),
    /** It was not seen in so many runs that chance does not explain it. */
    GONE("gone"),
    /** It was seen before, and no run of the cell was judged this night. */
    UNKNOWN("unknown");

    private final String words;

    Change(String words) {
        this.words = words;
    }

    /** Returns a text for people. */
    public String words() {
        return words;
    }

    /** Returns whether something is worse than it was the night before. */
    public boolean isWorse() {
        return this == NEW || this == BACK || this == MORE_OFTEN;
    }
}
