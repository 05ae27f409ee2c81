package moirai.history.level;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A named class of misbehaviour. Names are Elle's, so that its users find every name again; the definitions are those
 * of Adya, "Weak Consistency" (1999), unless another source is given.
 *
 * <p>Cycles are named by their edges. "Process" and "realtime" variants need at least one edge of that kind: they break
 * only levels that respect the order within a session, or the order in real time.
 *
 * <p>The order of constants matters: cycles come first, then single reads and sums, and then, from
 * {@link #MISSING_OWN_WRITE} on, what axioms find.
 */
public enum Phenomenon {
    /** A cycle of ww edges alone: a dirty write. */
    G0("G0"),
    G0_PROCESS("G0-process"),
    G0_REALTIME("G0-realtime"),
    /** A committed transaction read an element or value of an aborted one. */
    G1A("G1a"),
    /** A committed transaction read what its writer went on to append to or overwrite: not the writer's last word. */
    G1B("G1b"),
    /** A cycle of ww and wr edges with at least one wr: circular information flow. */
    G1C("G1c"),
    G1C_PROCESS("G1c-process"),
    G1C_REALTIME("G1c-realtime"),
    /** A cycle with exactly one rw edge, on an item: read skew. */
    G_SINGLE("G-single"),
    G_SINGLE_PROCESS("G-single-process"),
    G_SINGLE_REALTIME("G-single-realtime"),
    /** A cycle with several rw edges, no two of them adjacent: long fork and its relatives (Cerone, Gotsman 2018). */
    G_NONADJACENT("G-nonadjacent"),
    G_NONADJACENT_PROCESS("G-nonadjacent-process"),
    G_NONADJACENT_REALTIME("G-nonadjacent-realtime"),
    /** A cycle with two adjacent rw edges or more: write skew. */
    G2_ITEM("G2-item"),
    G2_ITEM_PROCESS("G2-item-process"),
    G2_ITEM_REALTIME("G2-item-realtime"),
    // Anti-dependencies of the following are on items or predicates, at least one of them on a predicate: phantoms.

    /** A cycle with exactly one rw edge, which is on a predicate: a phantom among the answers of one transaction. */
    G_SINGLE_PREDICATE("G-single-predicate"),
    G_SINGLE_PREDICATE_PROCESS("G-single-predicate-process"),
    G_SINGLE_PREDICATE_REALTIME("G-single-predicate-realtime"),
    /** A cycle with several rw edges, one on a predicate, no two of them adjacent. */
    G_NONADJACENT_PREDICATE("G-nonadjacent-predicate"),
    G_NONADJACENT_PREDICATE_PROCESS("G-nonadjacent-predicate-process"),
    G_NONADJACENT_PREDICATE_REALTIME("G-nonadjacent-predicate-realtime"),
    /** A cycle with two adjacent rw edges or more, one of them on a predicate: write skew through a phantom. */
    G2("G2"),
    G2_PROCESS("G2-process"),
    G2_REALTIME("G2-realtime"),
    /** A transaction appended to a list that another had changed since it was read (Berenson et al. 1995, P4). */
    LOST_UPDATE("lost-update"),
    /** A transaction's own reads and appends contradict each other (Cerone et al. 2015, axiom INT). */
    INTERNAL("internal"),
    /** A transaction read an element or value before it appended or wrote it itself. */
    FUTURE_READ("future-read"),
    /** A committed append built on an element of an aborted transaction (Kingsbury, Alvaro 2020, section 4.1.5). */
    DIRTY_UPDATE("dirty-update"),
    /** A read returned an element or value that nobody wrote (Kingsbury, Alvaro 2020, section 6.1). */
    GARBAGE_READ("garbage-read"),
    /** A read returned an element twice (Kingsbury, Alvaro 2020, section 6.1). */
    DUPLICATE_ELEMENTS("duplicate-elements"),
    /**
     * A read returned an element without one that its writer had appended to the list before, or with that one behind
     * it. Operations of a transaction keep their order (Kingsbury, Alvaro 2020, section 4.1.3, after Adya), and a list
     * shows the order of the appends that made it.
     */
    REORDERED_APPENDS("reordered-appends"),
    /** Two committed reads of a key, neither a prefix of the other (Kingsbury, Alvaro 2020, section 4.3.1). */
    INCOMPATIBLE_ORDER("incompatible-order"),
    /**
     * Versions of a register would each have to precede the next in a circle (Kingsbury, Alvaro 2020, 7.4). Without an
     * assumption each step is of a transaction that read one version and wrote the next, which depends by wr on the
     * writer of the first: a cycle of wr edges. (Elle says that read uncommitted is broken, but Adya's definition of
     * that level restricts no reads.) With an assumption no interpretation satisfies it, whatever the level; that it is
     * G1c, relative to the assumption, claims no more.
     */
    CYCLIC_VERSIONS("cyclic-versions"),

    /**
     * A read of a counter shows increments of an aborted transaction, or a part of those of another: G1a or G1b, which
     * the same levels forbid.
     */
    DIRTY_READ("dirty-read"),
    /**
     * The balances that one transaction read do not sum to what transfers keep constant (Jepsen: bank). Whole transfers
     * keep it, so a part of one was seen: missed in one account (rw) and seen in another (wr, after any ww), which is
     * one rw edge; or the transfer was aborted or unfinished, which is graver.
     */
    WRONG_TOTAL("wrong-total"),
    /**
     * A balance below zero was read (Jepsen: bank). One after the other, transfers that check what they take from never
     * take too much.
     */
    NEGATIVE_VALUE("negative-value"),

    // No order of commits satisfies the axioms of a level (Biswas, Enea 2019): found by axioms, not by cycles.

    /** A session missed its own write (Terry et al. 1994). */
    MISSING_OWN_WRITE("missing-own-write"),
    /** A session read a key and later an older version of it (Terry et al. 1994). */
    NON_MONOTONIC_READ("non-monotonic-read"),
    /** Writes of a session took effect in another order than they were issued (Terry et al. 1994). */
    NON_MONOTONIC_WRITE("non-monotonic-write"),
    /** A write took effect before what its session had read (Terry et al. 1994). */
    WRITE_BEFORE_READ("write-before-read"),
    /** A transaction saw an effect of another, and after that missed one (Bailis et al. 2013, section 5.1.2). */
    NON_MONOTONIC_VIEW("non-monotonic-view"),
    NON_MONOTONIC_VIEW_PROCESS("non-monotonic-view-process"),
    /** A transaction saw a part of another's effects (Bailis et al. 2014; Cerone et al. 2015). */
    FRACTURED_READ("fractured-read"),
    /** A session missed what another one had written before something that it saw (Lipton, Sandberg 1988). */
    PRAM_VIOLATION("pram-violation"),
    /** Two transactions wrote a key, and neither saw the other (Cerone et al. 2015, axiom NOCONFLICT). */
    UPDATE_VIOLATION("update-violation"),
    /** A transaction missed something that what it saw depends on (Biswas, Enea 2019, figure 3). */
    CAUSALITY_VIOLATION("causality-violation"),
    /** The reads of transactions are not prefixes of one order of commits (Biswas, Enea 2019: Prefix). */
    PREFIX_VIOLATION("prefix-violation"),
    /** No order of versions makes snapshots consistent (Adya, PL-2+); without the order within sessions. */
    VIEW_VIOLATION("view-violation"),
    /** No causal snapshots explain the history in which transactions see all earlier writes to what they write. */
    PARALLEL_SNAPSHOT_VIOLATION("parallel-snapshot-violation"),
    /** No snapshots explain the history in which transactions see all earlier writes to what they write. */
    SNAPSHOT_VIOLATION("snapshot-violation"),
    SNAPSHOT_VIOLATION_PROCESS("snapshot-violation-process"),
    SNAPSHOT_VIOLATION_REALTIME("snapshot-violation-realtime"),
    /** No execution of one transaction after the other explains the history. */
    SERIAL_VIOLATION("serial-violation"),
    /**
     * No serial execution explains the history if scans of ranges count as reads of all that they did not find: a
     * phantom may be to blame.
     */
    SERIAL_VIOLATION_PREDICATE("serial-violation-predicate"),
    SERIAL_VIOLATION_PROCESS("serial-violation-process"),
    SERIAL_VIOLATION_REALTIME("serial-violation-realtime");

    private final String label;

    Phenomenon(String label) {
        this.label = label;
    }

    /** Returns the name in reports, and in Elle. */
    public String label() {
        return label;
    }

    /** Returns the phenomena that this one is an instance of as well, directly. Edges carry their argument. */
    private List<Phenomenon> implied() {
        return switch (this) {
            // Adya: G1c asks for a cycle of ww and wr edges; a cycle of ww edges is one. X is trivially X-process.
            case G0 -> List.of(G1C, G0_PROCESS);
            // A session runs one transaction at a time, so its order is part of the order in real time.
            case G0_PROCESS -> List.of(G1C_PROCESS, G0_REALTIME);
            case G0_REALTIME -> List.of(G1C_REALTIME);
            case G1C -> List.of(G1C_PROCESS);
            case G1C_PROCESS -> List.of(G1C_REALTIME);
            // One rw edge is trivially not adjacent to another. Adya: what forbids cycles with anti-dependencies
            // forbids those with anti-dependencies on items alone.
            case G_SINGLE -> List.of(G_NONADJACENT, G_SINGLE_PROCESS, G_SINGLE_PREDICATE);
            case G_SINGLE_PROCESS -> List.of(G_NONADJACENT_PROCESS, G_SINGLE_REALTIME, G_SINGLE_PREDICATE_PROCESS);
            case G_SINGLE_REALTIME -> List.of(G_NONADJACENT_REALTIME, G_SINGLE_PREDICATE_REALTIME);
            case G_NONADJACENT -> List.of(G2_ITEM, G_NONADJACENT_PROCESS, G_NONADJACENT_PREDICATE);
            case G_NONADJACENT_PROCESS ->
                List.of(G2_ITEM_PROCESS, G_NONADJACENT_REALTIME, G_NONADJACENT_PREDICATE_PROCESS);
            case G_NONADJACENT_REALTIME -> List.of(G2_ITEM_REALTIME, G_NONADJACENT_PREDICATE_REALTIME);
            case G2_ITEM -> List.of(G2_ITEM_PROCESS, G2);
            case G2_ITEM_PROCESS -> List.of(G2_ITEM_REALTIME, G2_PROCESS);
            case G2_ITEM_REALTIME -> List.of(G2_REALTIME);
            case G_SINGLE_PREDICATE -> List.of(G_NONADJACENT_PREDICATE, G_SINGLE_PREDICATE_PROCESS);
            case G_SINGLE_PREDICATE_PROCESS -> List.of(G_NONADJACENT_PREDICATE_PROCESS, G_SINGLE_PREDICATE_REALTIME);
            case G_SINGLE_PREDICATE_REALTIME -> List.of(G_NONADJACENT_PREDICATE_REALTIME);
            case G_NONADJACENT_PREDICATE -> List.of(G2, G_NONADJACENT_PREDICATE_PROCESS);
            case G_NONADJACENT_PREDICATE_PROCESS -> List.of(G2_PROCESS, G_NONADJACENT_PREDICATE_REALTIME);
            case G_NONADJACENT_PREDICATE_REALTIME -> List.of(G2_REALTIME);
            case G2 -> List.of(G2_PROCESS);
            case G2_PROCESS -> List.of(G2_REALTIME);
            // The reader is before the overwriter (rw), whose append is before the reader's own (ww).
            case LOST_UPDATE -> List.of(G_SINGLE);
            // Elle: reading one's own future is a cycle of one wr edge. For versions in a circle see there.
            case FUTURE_READ, CYCLIC_VERSIONS -> List.of(G1C);
            // Kingsbury, Alvaro, section 4.3.1: at least one of the two reads saw an aborted version.
            case INCOMPATIBLE_ORDER, DIRTY_UPDATE, DIRTY_READ -> List.of(G1A);
            case WRONG_TOTAL -> List.of(FRACTURED_READ, G_SINGLE);
            case NEGATIVE_VALUE -> List.of(SERIAL_VIOLATION);
            case SNAPSHOT_VIOLATION -> List.of(SNAPSHOT_VIOLATION_PROCESS);
            case SNAPSHOT_VIOLATION_PROCESS -> List.of(SNAPSHOT_VIOLATION_REALTIME);
            case SERIAL_VIOLATION -> List.of(SERIAL_VIOLATION_PREDICATE);
            case SERIAL_VIOLATION_PREDICATE -> List.of(SERIAL_VIOLATION_PROCESS);
            case SERIAL_VIOLATION_PROCESS -> List.of(SERIAL_VIOLATION_REALTIME);
            case NON_MONOTONIC_VIEW -> List.of(NON_MONOTONIC_VIEW_PROCESS);
            // What else these are instances of, the levels say that imply each other.
            case MISSING_OWN_WRITE, NON_MONOTONIC_READ, NON_MONOTONIC_WRITE, WRITE_BEFORE_READ -> List.of();
            case NON_MONOTONIC_VIEW_PROCESS, FRACTURED_READ, PRAM_VIOLATION, UPDATE_VIOLATION -> List.of();
            case CAUSALITY_VIOLATION, PREFIX_VIOLATION, VIEW_VIOLATION, PARALLEL_SNAPSHOT_VIOLATION -> List.of();
            case SNAPSHOT_VIOLATION_REALTIME, SERIAL_VIOLATION_REALTIME -> List.of();
            case G1A, G1B, G1C_REALTIME, G2_REALTIME, INTERNAL -> List.of();
            case GARBAGE_READ, DUPLICATE_ELEMENTS, REORDERED_APPENDS -> List.of();
        };
    }

    /** Returns these phenomena and all that they are instances of as well. */
    public static Set<Phenomenon> closure(Set<Phenomenon> phenomena) {
        var closed = EnumSet.noneOf(Phenomenon.class);
        phenomena.forEach(phenomenon -> phenomenon.close(closed));
        return closed;
    }

    private void close(Set<Phenomenon> closed) {
        if (closed.add(this)) {
            implied().forEach(phenomenon -> phenomenon.close(closed));
        }
    }
}
