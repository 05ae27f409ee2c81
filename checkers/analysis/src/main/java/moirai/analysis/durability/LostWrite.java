package moirai.analysis.durability;

import moirai.history.FaultEvent;

/**
 * A write that was acknowledged and is gone: an element that is in no final read of its list or set, or a value of a
 * register that was written after the values that all final reads show.
 *
 * @param txn the transaction that wrote
 * @param op the write
 * @param key what the history calls its key
 * @param value the element, or the value of the register
 * @param acknowledgedNanos when the commit's answer had come, on the run's clock
 */
public record LostWrite(int txn, int op, String key, long value, long acknowledgedNanos, Clues clues) {

    /** Stands for no fault, or no transaction. */
    public static final int NONE = -1;

    /** The kind of fault after which another node's state is the truth. */
    static final String FAILOVER = "failover";

    /**
     * The evidence of a loss, beside the write itself.
     *
     * @param fault the index in {@link Durability#faults} of the fault that most likely lost it: the nearest failover
     *     that the cluster made by itself, after the acknowledgement or shortly before it, when an old primary may not
     *     have known of it; else, of what somebody asked for, the first failover after the acknowledgement, else the
     *     first fault after it, else the last one before; {@link #NONE} if there was none
     * @param shown the value that final reads show instead, {@code nil} if that is none; of several values the one that
     *     was written last; empty if the key is no register
     * @param writer the transaction that wrote what is shown, which had ended before the lost one began; {@link #NONE}
     *     if nobody did
     */
    public record Clues(int fault, String shown, int writer) {

        /** Returns the clues to a lost element, in whose place nothing is shown. */
        static Clues of(int fault) {
            return new Clues(fault, "", NONE);
        }
    }

    /** Returns the index of the fault that most likely lost it; {@link #NONE} if there was none. */
    public int fault() {
        return clues.fault();
    }

    /** Returns whether this event could lose acknowledged writes: the beginning of a fault, not its end. */
    static boolean canLose(FaultEvent event) {
        return event.phase() == FaultEvent.Phase.INJECTED && !event.fault().equals(Durability.FINAL_READS);
    }
}
