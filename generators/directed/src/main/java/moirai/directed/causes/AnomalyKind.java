package moirai.directed.causes;

import java.util.Arrays;
import java.util.Optional;

/**
 * The kind of an anomaly in the words of the field, graver kinds before milder ones.
 *
 * <p>Sources: Berenson and others, A Critique of ANSI SQL Isolation Levels (1995), for P3, P4, A5A and A5B; Adya, Weak
 * Consistency (1999), for names that begin with G; Cerone and Gotsman, Analysing Snapshot Isolation (2018), for long
 * forks.
 */
public enum AnomalyKind {
    /** A transaction writes a row that it read before another one changed it: P4. */
    LOST_UPDATE("lost update", "A transaction writes a row that it read before another one changed it."),
    /** A transaction inserts a row into a table in which it did not find what another one inserted since. */
    CHECK_THEN_INSERT(
            "check-then-insert", "A transaction inserts what it did not find, and another one has inserted it since."),
    /** Two transactions next to each other on the cycle each miss what the next one writes: A5B, G2-item. */
    WRITE_SKEW("write skew", "Two transactions next to each other on a cycle each miss what the next one writes."),
    /** Rows appear in, or vanish from, what a transaction has searched: P3, G2 through a predicate. */
    PHANTOM("phantom", "A transaction goes on with a search whose rows another one makes or removes."),
    /** A transaction misses a part of what it sees the rest of: A5A, G-single. */
    READ_SKEW("read skew", "A transaction misses a part of what it sees the rest of."),
    /** Several transactions miss what the next one writes, no two of them next to each other: G-nonadjacent. */
    LONG_FORK("long fork", "Several transactions miss what the next one writes, no two of them next to each other."),
    /** Each transaction overwrites what another one wrote, in a circle: G0. */
    DIRTY_WRITE("dirty write", "Each transaction overwrites what another one wrote, in a circle."),
    /** Transactions read from each other in a circle: G1c. */
    CIRCULAR_FLOW("circular information flow", "Transactions read from each other in a circle.");

    private final String label;
    private final String meaning;

    AnomalyKind(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** Returns the kind with this name with hyphens; empty if there is none. */
    public static Optional<AnomalyKind> named(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    /** Returns the name for people. */
    public String label() {
        return label;
    }

    /** Returns the name with hyphens, for rules of other tools. */
    public String id() {
        return label.replace(' ', '-');
    }

    /** Returns one sentence that defines it. */
    public String meaning() {
        return meaning;
    }

    /** Returns whether this kind counts as graver than another one. */
    public boolean isGraverThan(AnomalyKind other) {
        return compareTo(other) < 0;
    }
}
