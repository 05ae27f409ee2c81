package moirai.analysis.durability;

import java.util.List;
import moirai.history.FaultEvent;

/*
 * A failover that a cluster made by itself loses what its new primary had not received, which was acknowledged before
 * it, and what its old primary goes on to acknowledge, not knowing that it has been replaced. The latter ends soon
 * after that one can do anything: at once if it always could, else when the fault is over that kept it from that, such
 * as a pause. So a failover of this kind explains nothing of what is acknowledged much later.
 */
/** Decides which fault most likely lost a write. */
final class Culprits {

    /**
     * The time for which a replaced primary may not know that it is one no more: Patroni's lock of 20 s by default, and
     * ten more for a slow machine.
     */
    static final long UNAWARE_NANOS_MAX = 30_000_000_000L;

    private Culprits() {}

    /**
     * Returns the index of the fault that most likely lost what was acknowledged at this time; {@link LostWrite#NONE}
     * if none could. O(faults²), which are few.
     */
    static int of(List<FaultEvent> faults, long acknowledgedNanos) {
        int own = own(faults, acknowledgedNanos);
        return own == LostWrite.NONE ? asked(faults, acknowledgedNanos) : own;
    }

    /**
     * Returns the nearer one of the last failover before and the first one after, among those that the cluster made by
     * itself.
     */
    private static int own(List<FaultEvent> faults, long acknowledgedNanos) {
        int before = LostWrite.NONE;
        int after = LostWrite.NONE;
        for (int i = 0; i < faults.size() && after == LostWrite.NONE; i++) {
            FaultEvent event = faults.get(i);
            if (LostWrite.canLose(event) && event.isByItself()) {
                if (event.nanos() >= acknowledgedNanos) {
                    after = i;
                } else if (mayBeUnaware(faults, i, acknowledgedNanos)) {
                    before = i;
                }
            }
        }
        if (before == LostWrite.NONE || after == LostWrite.NONE) {
            return Math.max(before, after);
        }
        long sinceNanos = acknowledgedNanos - faults.get(before).nanos();
        return faults.get(after).nanos() - acknowledgedNanos < sinceNanos ? after : before;
    }

    /** Decides whether the primary that was replaced at this failover may not have known so at that time. */
    private static boolean mayBeUnaware(List<FaultEvent> faults, int failover, long thenNanos) {
        long sinceNanos = faults.get(failover).nanos();
        for (int i = failover + 1; i < faults.size() && faults.get(i).nanos() <= thenNanos; i++) {
            FaultEvent event = faults.get(i);
            if (event.phase() == FaultEvent.Phase.HEALED && isActive(faults.subList(0, failover), event)) {
                sinceNanos = event.nanos();
            }
        }
        return thenNanos - sinceNanos <= UNAWARE_NANOS_MAX;
    }

    /** Decides whether the fault that this event heals was active at the end of the given events. */
    private static boolean isActive(List<FaultEvent> events, FaultEvent healed) {
        for (FaultEvent event : events.reversed()) {
            if (event.fault().equals(healed.fault()) && event.target().equals(healed.target())) {
                return event.phase() == FaultEvent.Phase.INJECTED;
            }
        }
        return false;
    }

    /**
     * Returns the first failover after, else the first fault after, else the last fault before, among those that were
     * injected.
     */
    private static int asked(List<FaultEvent> faults, long acknowledgedNanos) {
        int before = LostWrite.NONE;
        int after = LostWrite.NONE;
        for (int i = 0; i < faults.size(); i++) {
            FaultEvent event = faults.get(i);
            if (LostWrite.canLose(event) && !event.isByItself()) {
                if (event.nanos() < acknowledgedNanos) {
                    before = i;
                } else if (event.fault().equals(LostWrite.FAILOVER)) {
                    return i;
                } else if (after == LostWrite.NONE) {
                    after = i;
                }
            }
        }
        return after == LostWrite.NONE ? before : after;
    }
}
