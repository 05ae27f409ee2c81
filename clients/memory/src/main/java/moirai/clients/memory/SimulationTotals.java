package moirai.clients.memory;

/** How the transactions of a simulation ended, as their clients saw it, and how many sessions there were. */
public record SimulationTotals(long committed, long aborted, long indeterminate, int sessions) {

    /** All transactions. */
    public long txns() {
        return committed + aborted + indeterminate;
    }
}
