package moirai.runs.campaign;

import com.fasterxml.jackson.annotation.JsonValue;

/** The way in which the process of a cell ended. */
public enum End {
    /** It stored a verdict. */
    JUDGED("judged"),
    /** It was not executed: it was refused, no process could be started, or the budget was spent. */
    NOT_STARTED("not started"),
    /** It ended without a verdict. */
    CRASHED("crashed"),
    /** It was killed because it took longer than its limit. */
    HUNG("hung"),
    /** Its heap was too small. */
    OUT_OF_MEMORY("out of memory");

    private final String words;

    End(String words) {
        this.words = words;
    }

    /** Returns the words for people and for files. */
    @JsonValue
    public String words() {
        return words;
    }
}
