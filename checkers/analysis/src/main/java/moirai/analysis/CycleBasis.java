package moirai.analysis;

/** What the dependencies of a cycle follow from. */
public enum CycleBasis {
    /** What its transactions did, and the orders of versions. */
    OPS,
    /** Two transactions missed each other's appends to one list, in an order that nobody saw. */
    ANY_ORDER,
    /** Of who read what another wrote, it is only known that others, which nobody recorded, wrote in between. */
    UNRECORDED;

    /** Returns a cycle whose dependencies follow from this instead. */
    public Anomaly.Cycle of(Anomaly.Cycle cycle) {
        return new Anomaly.Cycle(cycle.phenomenon(), cycle.txns(), cycle.dependencies(), cycle.successions(), this);
    }
}
