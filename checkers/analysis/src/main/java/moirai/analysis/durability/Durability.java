package moirai.analysis.durability;

import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.History;

/**
 * The judgement whether acknowledged appends are still there.
 *
 * @param isAsked whether the history wants final reads of lists; if it does and they are not complete, nobody knows
 * @param isKnown whether there are final reads that are complete; if not, the other components say nothing
 * @param acknowledged committed appends to keys that were finally read
 * @param lostCount those of them that no final read shows
 * @param lost the first of them by the time of their acknowledgement, at most {@link #LISTED_MAX}; fewer or none where
 *    their transactions are not on the disk any more
 * @param faults what was done to the cluster, in order of time; known in any case
 */
public record Durability(
        boolean isAsked,
        boolean isKnown,
        long acknowledged,
        long lostCount,
        List<LostAppend> lost,
        List<FaultEvent> faults) {

    /**
     * The name under which a history records its final reads: as a fault that is "injected" when every fault is healed
     * and the cluster has had its quiet, before the first of these reads, and "healed" when every key was read at every
     * node. Where something prevents them, it is "injected" all the same: they are wanted and missing.
     */
    public static final String FINAL_READS = "final-reads";

    /** The prefix of the name of a fault that was injected in part, or not at all: {@code failed kill}. */
    public static final String FAILED = "failed ";

    /** The number of lost appends that are kept; others are counted. */
    public static final int LISTED_MAX = 1_000;

    public Durability {
        lost = List.copyOf(lost);
        faults = List.copyOf(faults);
    }

    /** Returns a judgement that knows nothing but the faults. */
    static Durability unknown(boolean isAsked, List<FaultEvent> faults) {
        return new Durability(isAsked, false, 0, 0, List.of(), faults);
    }

    /** Returns whether final reads were asked for but do not answer. */
    public boolean isDoubtful() {
        return isAsked && !isKnown;
    }

    /**
     * Returns whether faults were planned and none was injected. A history names its final reads, even missing ones,
     * only if faults were planned. Failed attempts do not count, nor does what the cluster did by itself, which it also
     * does unharmed. O(faults).
     */
    public boolean isWithoutFaults() {
        return !faults.isEmpty()
                && faults.stream()
                        .allMatch(event -> event.fault().equals(FINAL_READS)
                                || event.fault().startsWith(FAILED)
                                || event.isByItself());
    }

    /** Looks for lost appends. O(transactions + ops + elements of the final reads + lost × (log lost + faults²)). */
    public static Durability of(History history) {
        return new FinalReads(history).judge();
    }

    /** Returns whether an acknowledged append is proven to be gone. */
    public boolean isBroken() {
        return lostCount > 0;
    }
}
