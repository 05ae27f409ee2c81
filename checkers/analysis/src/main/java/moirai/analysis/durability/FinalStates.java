package moirai.analysis.durability;

import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.History;

/**
 * The states of keys that final reads show, compared with what was acknowledged.
 *
 * <p>A history passes up to three times, whole or piece by piece, each time completely: every complete final read goes
 * to {@link #read}, then every write to {@link #write}, then every acknowledged write to {@link #isLost}.
 */
interface FinalStates {

    /**
     * Takes in a final read of one key, with an answer or without. Of several phases of final reads in which a key was
     * read, the last counts.
     *
     * @param phase the phase, which is complete
     */
    void read(History piece, int op, int phase);

    /** Returns whether writes have to pass between the final reads and the comparison. */
    default boolean wantsWrites() {
        return false;
    }

    /** Takes in a write of any outcome. */
    default void write(History piece, int txn, int op) {}

    /** Returns the last complete phase in which a key was finally read, or {@link FinalReadTimes#NONE}. */
    int phaseOf(History piece, int key);

    /** Returns whether the final reads could show this write at all, so that it counts. */
    default boolean isJudged(History piece, int txn, int op) {
        return true;
    }

    /** Compares an acknowledged write of a key that was finally read after it, and returns whether it is lost. */
    boolean isLost(History piece, int txn, int op);

    /** Returns whether a final read shows this write of unknown outcome. */
    default boolean isRecovered(History piece, int txn, int op) {
        return false;
    }

    /** Returns whether this write is what the final reads of its key show instead of a lost one. */
    default boolean isShown(History piece, int op) {
        return false;
    }

    /** Returns the clues to a lost write. */
    default LostWrite.Clues clues(History piece, int op, int fault) {
        return LostWrite.Clues.of(fault);
    }

    /** Returns how many keys have final reads that differ from each other. */
    long staleCount();

    /** Returns the sums that are wrong, by key; only counters have any. Called after all writes were compared. */
    default List<WrongSum> sums(List<FaultEvent> faults) {
        return List.of();
    }
}
