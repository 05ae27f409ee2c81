package moirai.analysis.axioms;

/**
 * The definition of which transactions are visible to a reader.
 *
 * <p>Every axiom is an instance of one schema (Biswas, Enea 2019, figure 2; Bouajjani, Enea, Román-Calvo 2023, equation
 * 1): if T3 reads key x from T1, and another transaction T2 that writes x is visible to T3, then T2 precedes T1 in the
 * commit order. The axioms differ in what visible means; they are listed from weak to strong, but for the session
 * guarantees, and for those that are not comparable: {@link #CURSOR} and those up to {@link #PREFIX} but {@link
 * #UPDATE_ATOMIC}; that and either of {@link #PRAM} and {@link #CAUSAL}; {@link #PREFIX} and {@link
 * #PARALLEL_SNAPSHOT}. Below, <i>base</i> is the level's {@link BaseOrder}, wr is write-read and co is the commit
 * order. The initial state counts as a transaction that precedes all others.
 */
public enum Axiom {
    /** Nothing is visible: all that is asked is an order that extends write-read and the base order. */
    NONE,
    /** T2 precedes T3 in its session (Terry et al. 1994; Bailis et al. 2013, section 5.1.3). */
    READ_YOUR_WRITES,
    /** An earlier transaction of T3's session, or an earlier read of T3, read the same key x from T2. */
    MONOTONIC_READS,
    /** Nothing is visible, but transactions of one session that write commit in the session's order. */
    MONOTONIC_WRITES,
    /** Nothing is visible, but whoever writes commits after those that it or its session read from before. */
    WRITES_FOLLOW_READS,
    /** T3 read something from T2 in an earlier read: what Biswas and Enea call read committed. */
    READ_COMMITTED,
    /**
     * T2 precedes T3 in co, and T3 writes x too: nobody overwrites but what it read last before (Adya 1999, section
     * 4.2.3: a cycle of one rw edge and ww edges on a single object).
     */
    CURSOR,
    /** T3 reads something from T2, or T2 precedes T3 in the base order. */
    READ_ATOMIC,
    /**
     * T2 precedes T3 in its session; or T3, or one before it in its session, reads something from T2 or from one after
     * T2 in T2's session: through the order of sessions, and at most one step of write-read. Transactions of one
     * session that write commit in the session's order. What a session saw is not handed on to those who read from it
     * (Lipton, Sandberg 1988; Bailis et al. 2013, section 5.1.3), here for whole transactions.
     */
    PRAM,
    /**
     * T2 is visible as in {@link #READ_ATOMIC}; or T2 precedes T3 in co and writes a key that T3 writes too (Cerone,
     * Bernardi, Gotsman 2015: NOCONFLICT without TRANSVIS).
     */
    UPDATE_ATOMIC,
    /** T2 leads to T3 through wr and the base order. */
    CAUSAL,
    /** T2 is, or precedes in co, a transaction from which T3 reads or that precedes T3 in the base order. */
    PREFIX,
    /** T2 leads to T3 through wr, the base order, and co between transactions that write a common key. */
    PARALLEL_SNAPSHOT,
    /**
     * T2 is visible as in {@link #PREFIX}; or T2 is, or precedes in co, a transaction that precedes T3 in co and writes
     * a key that T3 writes too.
     */
    SNAPSHOT,
    /** T2 precedes T3 in co. */
    SERIAL;

    /** Returns whether forced edges alone lead to a commit order, in time polynomial in the history. */
    public boolean isSaturable() {
        return switch (this) {
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_COMMITTED,
                    READ_ATOMIC,
                    PRAM,
                    CAUSAL -> true;
            case CURSOR, UPDATE_ATOMIC, PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIAL -> false;
        };
    }

    /**
     * Returns whether no chain of steps through co makes visible, so that the writer before a visible one may be
     * invisible.
     */
    public boolean isDirect() {
        return this == CURSOR || this == UPDATE_ATOMIC;
    }

    /** Returns whether transactions of one session that write commit in its order, whatever the base order. */
    public boolean ordersWritesOfSessions() {
        return this == MONOTONIC_WRITES || this == PRAM;
    }
}
