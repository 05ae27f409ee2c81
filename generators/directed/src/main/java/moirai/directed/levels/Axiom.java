package moirai.directed.levels;

/**
 * A promise of a database about visibility (vis) and the order of writes (ar) between statements.
 *
 * <p>Each axiom is a promise to one transaction, so that transactions of different levels can meet: its owner is named
 * below. In all of them t(a) is the transaction of statement a; vis is part of ar, and ar is a total order.
 *
 * <p>Source: Rahmani and others, CLOTHO (2019), table 1, with three corrections: the third statement is of another
 * transaction than the pair, prefixes skip steps inside a transaction, and the write order is contiguous.
 */
public enum Axiom {
    /** The owner t(b) sees its own earlier statements: a before b in t(a) = t(b) gives vis(a,b). */
    READ_YOUR_WRITES,
    /** The owner t(c) sees each statement together with its past: vis(a,b) and vis(b,c) give vis(a,c). */
    TRANSITIVE,
    /** The owner t(c) sees all of another transaction or nothing: t(a) = t(b) and vis(a,c) give vis(b,c). */
    ATOMIC_WRITES,
    /** All statements of the owner see the same of others: t(a) = t(b) and vis(c,a) give vis(c,b). */
    STABLE_READS,
    /** The owner t(c) sees a prefix of the others: ar(a,b) and vis(b,c) give vis(a,c). */
    PREFIX,
    /** The owner t(b) overwrites only what it sees: a and b write the same field and ar(a,b) give vis(a,b). */
    NO_BLIND_CONFLICT,
    /** The owner t(b) sees everything before it: ar(a,b) gives vis(a,b). */
    ORDER_IS_SEEN,
    /**
     * No statement of another transaction comes between two statements of the owner t(a) = t(b): ar(a,c) exactly if
     * ar(b,c).
     */
    CONTIGUOUS,
    /**
     * Each statement of the owner sees the same of others in all rows. Without it, a statement that changes or locks
     * several rows takes them one by one, and may see other transactions in one row that it misses in another.
     */
    ATOMIC_STATEMENTS,
    /**
     * A statement of the owner that changes or locks several rows one by one chooses them at one time: each row that it
     * takes matches there, and also in what the statement finds when it takes the row. Part of
     * {@link #ATOMIC_STATEMENTS}.
     */
    SHARED_CHOICE,
    /**
     * A statement of the owner that changes or locks a row finds it if a transaction that it sees removed the row and
     * made it again. Without it, the statement may have waited for the old row, which is gone, and take none.
     */
    REMADE_ROWS,
    /**
     * The statements of the owner that only read see the same of others: a and b of t(a) = t(b) only read, and vis(c,a)
     * give vis(c,b). In a row that the owner wrote before, they also see all that this write saw.
     */
    STABLE_SELECTS,
    /**
     * The rows that the owner changes stay locked until it ends. Who locks one of them after it, and promises the same,
     * goes on after its end: ar(a,b) gives vis(c,d) for all c of t(a) and all d from b on in t(b). Exceptions: the
     * other rows of the same statement; all of t(b) if its reads are stable, of which only vis(a,b) is promised if a
     * writes; and statements of t(b) that only read, if those are stable and one of them ran before b.
     */
    ROW_LOCKS,
    /** No statement of the owner makes a row whose key is there: it waits until that is certain, and then fails. */
    UNIQUE_KEYS,
    /**
     * The owners of this promise are serializable among each other: no dependencies between them close a cycle. If all
     * transactions promise it, the order of writes can be that of a serial execution, and {@link #ORDER_IS_SEEN}.
     */
    NO_CYCLES
}
