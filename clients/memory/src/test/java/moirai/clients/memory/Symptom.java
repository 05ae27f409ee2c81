package moirai.clients.memory;

/** An anomaly that {@link SymptomFinder} can see in a history. */
enum Symptom {
    INTERNAL,
    DUPLICATE_ELEMENTS,
    GARBAGE_READ,
    REORDERED_APPENDS,
    INCOMPATIBLE_ORDER,
    ABORTED_READ,
    INTERMEDIATE_READ,
    LOST_UPDATE,
    /** A cycle of ww edges. */
    G0,
    /** A cycle of ww and wr edges, not of ww edges alone. */
    G1C,
    /** A cycle with one rw edge. */
    G_SINGLE,
    /** A closed walk with two or more rw edges of which no two are adjacent. */
    G_NONADJACENT,
    /** A cycle with any rw edges. */
    G2,
    /** A cycle with one rw edge, if realtime edges count too. */
    G_SINGLE_REALTIME,
    /** A cycle like {@link #G_NONADJACENT}, if realtime edges count too. */
    G_NONADJACENT_REALTIME,
    /** Any cycle, if realtime edges count too. */
    REALTIME_CYCLE
}
