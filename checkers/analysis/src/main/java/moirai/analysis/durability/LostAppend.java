package moirai.analysis.durability;

import moirai.history.FaultEvent;

/**
 * An append that was acknowledged and is in no final read of its key.
 *
 * @param txn the transaction that appended
 * @param op the append
 * @param key what the history calls its key
 * @param acknowledgedNanos when the commit's answer had come, on the run's clock
 * @param fault the index in {@link Durability#faults} of the fault that most likely lost it: the nearest failover that
 *     the cluster made by itself, after the acknowledgement or shortly before it, when an old primary may not have
 *     known of it; else, of what somebody asked for, the first failover after the acknowledgement, else the first fault
 *     after it, else the last one before; {@link #NONE} if there was none
 */
public record LostAppend(int txn, int op, String key, int element, long acknowledgedNanos, int fault) {

    /** Stands for no fault. */
    public static final int NONE = -1;

    /** The kind of fault after which another node's state is the truth. */
    static final String FAILOVER = "failover";

    /** Returns whether this event could lose acknowledged appends: the beginning of a fault, not its end. */
    static boolean canLose(FaultEvent event) {
        return event.phase() == FaultEvent.Phase.INJECTED && !event.fault().equals(Durability.FINAL_READS);
    }
}
