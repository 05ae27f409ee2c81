package moirai.runs.latency;

/**
 * When the transactions of one slot are due. Arrivals are dealt to slots in turn and beforehand, so that slots share no
 * counter; one whose slot is busy waits, and its time runs.
 *
 * @param rate of all slots together, in transactions a second; 0 if nothing is due at any time
 * @param beganNanos when the first one of the run is due, on the run's clock
 */
public record Arrivals(double rate, long beganNanos, int slot, int slots) {

    private static final double NANOS_A_SECOND = 1e9;

    /** Whether transactions are due at times at all. */
    public boolean isPaced() {
        return rate > 0;
    }

    /** When a transaction of this slot is due, on the run's clock. */
    public long dueNanos(long number) {
        return beganNanos + (long) ((slot + (double) number * slots) * NANOS_A_SECOND / rate);
    }

    /** How many of this slot were due before a time. */
    public long countBefore(long nanos) {
        double ofAll = (nanos - beganNanos) * rate / NANOS_A_SECOND;
        return ofAll <= slot ? 0 : (long) Math.ceil((ofAll - slot) / slots);
    }
}
