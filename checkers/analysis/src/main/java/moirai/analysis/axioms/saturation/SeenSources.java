package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;

/** The last two transactions from which the current session read each key. 12 bytes a key. */
final class SeenSources {

    private final int[] session;
    private final int[] last;
    private final int[] beforeLast;

    SeenSources(KeyValueHistory history) {
        this.session = new int[history.keyCount()];
        this.last = new int[history.keyCount()];
        this.beforeLast = new int[history.keyCount()];
        Arrays.fill(session, -1);
    }

    /**
     * Notes a read, and says which source has to precede its source.
     *
     * <p>A transaction's own writes are not visible to its own reads. If the last source is the reader itself, which an
     * earlier transaction of the session read from where sessions don't commit in order, then the new source goes
     * between the last two: it precedes the reader because the reader reads from it.
     *
     * @return the last source that isn't the reader, or {@link KeyValueHistory#INITIAL}
     */
    int replace(int ofSession, int reader, int key, int source) {
        if (session[key] != ofSession) {
            session[key] = ofSession;
            last[key] = INITIAL;
            beforeLast[key] = INITIAL;
        }
        if (last[key] == reader) {
            int before = beforeLast[key];
            beforeLast[key] = source == INITIAL ? before : source;
            return before;
        }
        int before = last[key];
        if (source != INITIAL && source != before) {
            beforeLast[key] = before;
            last[key] = source;
        }
        return before;
    }
}
