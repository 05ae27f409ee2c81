package moirai.clients.memory;

/** The numbers of transactions of a simulation by outcome, as their clients saw it, and the number of sessions. */
public record SimulationTotals(long committed, long aborted, long indeterminate, int sessions) {

    /** Returns the number of all transactions. */
    public long txns() {
        return committed + aborted + indeterminate;
    }
}
