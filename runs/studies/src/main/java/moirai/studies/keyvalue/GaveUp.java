package moirai.studies.keyvalue;

/** The reply of an operation whose transaction was aborted more often than the harness tries again. */
public enum GaveUp {
    GAVE_UP;

    @Override
    public String toString() {
        return "gave up";
    }
}
