package moirai.nemesis.injection;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.faults.PlannedFault;

/**
 * The faults of one kind, one after the other on a thread of their own. A step that waits, such as the start of a node
 * whose primary is cut off, keeps no other kind from being healed. However the lane ends, it heals the fault that is
 * there.
 */
final class Lane implements Runnable {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long PATIENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final FaultSchedule schedule;
    private final Site site;
    private final Ending ending;
    private final Chronicle chronicle;

    /** The current fault; belongs to the lane's thread until that has ended. */
    private Optional<Active> active = Optional.empty();

    Lane(FaultSchedule schedule, Site site, Ending ending, Chronicle chronicle) {
        this.schedule = schedule;
        this.site = site;
        this.ending = ending;
        this.chronicle = chronicle;
    }

    /** Returns the fault that could not be healed; to be called when the thread has ended. */
    Optional<Active> left() {
        return active;
    }

    @Override
    public void run() {
        try {
            while (schedule.hasNext()) {
                PlannedFault next = schedule.next();
                if (!ending.awaitUntil(next.at().toNanos())) {
                    return;
                }
                if (next.fault().isBrief() || next.until().toNanos() > chronicle.now()) {
                    carryOut(next);
                }
            }
        } catch (Throwable broken) {
            // Whatever it is, such as a full disk, healing comes first, here and in the other lanes.
            chronicle.fail(broken);
            ending.begin();
        } finally {
            active.ifPresent(this::healAtLast);
        }
    }

    private void carryOut(PlannedFault planned) throws InterruptedException {
        Injection injection = Injection.of(planned.fault(), site);
        while (injection.isVain()) {
            if (!injection.isPatient() || !ending.awaitUntil(chronicle.now() + PATIENT_NANOS)) {
                return;
            }
            injection = Injection.of(planned.fault(), site);
        }
        var fault = new Active(chronicle.number(), planned.fault().kind(), injection);
        chronicle.intent(fault);
        active = Optional.of(fault);
        if (injects(fault) && !planned.fault().isBrief()) {
            ending.awaitUntil(until(planned, injection));
        }
        long began = chronicle.now();
        while (!heals(fault)) {
            if (!ending.awaitUntil(chronicle.now() + RETRY_NANOS)) {
                return;
            }
            began = chronicle.now();
        }
        chronicle.tellHealed(fault, began);
    }

    /** Returns when the fault ends: as planned, but one whose injection takes long stays for as long as planned. */
    private long until(PlannedFault planned, Injection injection) {
        long end = planned.until().toNanos();
        return injection.isSlow()
                ? Math.max(end, chronicle.now() + end - planned.at().toNanos())
                : end;
    }

    private boolean injects(Active fault) {
        try {
            fault.injection().inject();
        } catch (RuntimeException failed) {
            chronicle.tell(fault, FaultStep.FAILED, Chronicle.reason(failed));
            return false;
        }
        chronicle.tell(fault, FaultStep.INJECTED, "");
        return true;
    }

    private boolean heals(Active fault) {
        try {
            fault.injection().heal();
        } catch (RuntimeException failed) {
            System.getLogger(Lane.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "healing " + fault.injection().target() + " failed",
                            failed);
            return false;
        }
        active = Optional.empty();
        return true;
    }

    private void healAtLast(Active fault) {
        long began = chronicle.now();
        if (heals(fault)) {
            chronicle.tellHealedAtLast(fault, began);
        }
    }
}
