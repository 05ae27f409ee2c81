package moirai.runs.latency;

/**
 * The times at which the transactions of one slot are due. Arrivals are dealt to slots in turn and beforehand, so that
 * slots share no counter; an arrival whose slot is busy waits, and its latency includes the wait.
 */
public final class Arrivals {

    private final ArrivalCurve curve;
    private final long beganNanos;
    private final int slot;
    private final int slots;
    /** The number of this slot's transactions that were due before the sessions began. */
    private final long before;

    /**
     * Creates the arrivals of a slot.
     *
     * @param stages of all slots together
     * @param beganNanos the time, on the run's clock, at which sessions began, and at which the first arrival is due if
     *    nothing of the stages has passed
     */
    public Arrivals(Stages stages, long beganNanos, int slot, int slots) {
        this.curve = new ArrivalCurve(stages);
        this.beganNanos = beganNanos - stages.passed().toNanos();
        this.slot = slot;
        this.slots = slots;
        this.before = countAll(beganNanos);
    }

    /** Returns whether transactions are due at given times. */
    public boolean isPaced() {
        return curve.isPaced();
    }

    /**
     * Returns the time, on the run's clock, at which a transaction of this slot is due; {@link Long#MAX_VALUE} if it
     * never is.
     */
    public long dueNanos(long number) {
        long nanos = curve.nanosAt(inRun(before + number));
        return nanos == Long.MAX_VALUE ? nanos : beganNanos + nanos;
    }

    /** Returns the number of this slot's transactions that were due before a time, since sessions began. */
    public long countBefore(long nanos) {
        return Math.max(0, countAll(nanos) - before);
    }

    /** Returns the number of this slot's transactions that were due before a time, from the first stage on. */
    private long countAll(long nanos) {
        long passed = nanos - beganNanos;
        if (passed <= 0 || !isPaced()) {
            return 0;
        }
        double ofAll = curve.countAt(passed - 1);
        long count = Math.max(0, (long) ((ofAll - slot) / slots));
        // The quotient may have been rounded up to the next transaction, or down from it.
        while (count > 0 && inRun(count - 1) > ofAll) {
            count--;
        }
        while (inRun(count) <= ofAll) {
            count++;
        }
        return count;
    }

    /** Returns the number that a transaction of this slot has among those of all slots. */
    private double inRun(long number) {
        return slot + (double) number * slots;
    }
}
