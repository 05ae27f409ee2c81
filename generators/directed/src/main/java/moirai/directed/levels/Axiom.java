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
    CONTIGUOUS
}
