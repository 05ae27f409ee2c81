package moirai.analysis.durability;

import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.History;

/**
 * The judgement whether acknowledged writes are still there.
 *
 * @param isAsked whether the history wants final reads; if it does and they are not complete, nobody knows
 * @param isKnown whether there are final reads that are complete; if not, the counts say nothing
 * @param counts how many writes were acknowledged, and what final reads say of them
 * @param faults what was done to the cluster, in order of time; known in any case
 */
public record Durability(
        WriteKind kind, boolean isAsked, boolean isKnown, Counts counts, Losses losses, List<FaultEvent> faults) {

    /**
     * The name under which a history records its final reads: as a fault that is "injected" when every fault is healed
     * and the cluster has had its quiet, before the first of these reads, and "healed" when every key was read at every
     * node. Where something prevents them, it is "injected" all the same: they are wanted and missing.
     */
    public static final String FINAL_READS = "final-reads";

    /** The target of final reads that were wanted because a run went on at a database that has outlived its process. */
    public static final String OUTLIVING = "the database that stayed";

    /** The prefix of the name of a fault that was injected in part, or not at all: {@code failed kill}. */
    public static final String FAILED = "failed ";

    /** The name under which a history records, as "healed", that its last final reads broke off with their process. */
    public static final String UNFINISHED_READS = FAILED + FINAL_READS;

    /** The number of lost writes, and of wrong sums, that are kept; others are counted. */
    public static final int LISTED_MAX = 1_000;

    public Durability {
        faults = List.copyOf(faults);
    }

    /**
     * Numbers of writes. Those of registers that their own transaction replaced are left out.
     *
     * @param acknowledged committed writes to keys that were finally read
     * @param lost those of them that are proven to be gone, see {@link WriteKind}
     * @param unread committed writes that no final read says anything of: those of a part of the run whose database
     *     ended with it. Where their transactions were dropped, the number is that of transactions
     * @param recovered writes of unknown outcome that final reads show; of sums nobody knows
     * @param stale keys whose final reads differ from each other, so that some node is behind others
     */
    public record Counts(long acknowledged, long lost, long unread, long recovered, long stale) {

        /** Nothing is counted. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0);
    }

    /**
     * The losses that are known one by one.
     *
     * @param writes the first of them by the time of their acknowledgement, at most {@link #LISTED_MAX}; fewer or none
     *     where their transactions are not on the disk any more; none of sums
     * @param sums the first of them by key, at most {@link #LISTED_MAX}
     */
    public record Losses(List<LostWrite> writes, List<WrongSum> sums) {

        /** No loss is known. */
        public static final Losses NONE = new Losses(List.of(), List.of());

        public Losses {
            writes = List.copyOf(writes);
            sums = sums.stream().limit(LISTED_MAX).toList();
        }
    }

    /** Returns a judgement that knows nothing but the faults. */
    public static Durability unknown(WriteKind kind, boolean isAsked, List<FaultEvent> faults) {
        return new Durability(kind, isAsked, false, Counts.NONE, Losses.NONE, faults);
    }

    /** Returns the lost writes that are known one by one. */
    public List<LostWrite> lost() {
        return losses.writes();
    }

    /** Returns whether an event is of final reads, and of no fault. */
    public static boolean isFinalReads(FaultEvent event) {
        return event.fault().equals(FINAL_READS) || event.fault().equals(UNFINISHED_READS);
    }

    /** Returns the number of committed writes to keys that were finally read. */
    public long acknowledged() {
        return counts.acknowledged();
    }

    /** Returns how many of them are proven to be gone. */
    public long lostCount() {
        return counts.lost();
    }

    /** Returns whether final reads were asked for but do not answer, or not for all writes. */
    public boolean isDoubtful() {
        return isAsked && (!isKnown || counts.unread() > 0);
    }

    /**
     * Returns whether faults were planned and none was injected. A history names its final reads, even missing ones,
     * only if faults were planned, but for those of a database that {@linkplain #OUTLIVING stayed}. Failed attempts do
     * not count, nor does what the cluster did by itself, which it also does unharmed. O(faults).
     */
    public boolean isWithoutFaults() {
        return !faults.isEmpty()
                && faults.stream().noneMatch(event -> event.target().equals(OUTLIVING))
                && faults.stream()
                        .allMatch(
                                event -> isFinalReads(event) || event.fault().startsWith(FAILED) || event.isByItself());
    }

    /** Looks for lost writes. O(transactions + ops + elements of the final reads + lost × (log lost + faults²)). */
    public static Durability of(History history) {
        return new FinalReads(history).judge();
    }

    /**
     * Returns whether faults were injected and nothing is known of durability, not even that it was to be known: the
     * run ended before its final reads were due. O(faults).
     */
    public boolean isCutOff() {
        return !isAsked && faults.stream().anyMatch(event -> !event.fault().startsWith(FAILED));
    }

    /** Returns whether an acknowledged write is proven to be gone. */
    public boolean isBroken() {
        return counts.lost() > 0;
    }
}
