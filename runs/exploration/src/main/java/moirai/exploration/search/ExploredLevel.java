package moirai.exploration.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Isolation levels whose behaviours can be explored, from weak to strong. All keep the order within each session. */
public enum ExploredLevel {
    /** Every committed value may be read. */
    TRUE("true", "true"),
    READ_COMMITTED("read-committed", "rc"),
    READ_ATOMIC("read-atomic", "ra"),
    CAUSAL("causal", "cc"),
    PREFIX("prefix", "pc"),
    PARALLEL_SNAPSHOT("parallel-snapshot-isolation", "psi"),
    SNAPSHOT("snapshot-isolation", "si"),
    SERIALIZABLE("serializable", "ser");

    private final String label;
    private final String shortName;

    ExploredLevel(String label, String shortName) {
        this.label = label;
        this.shortName = shortName;
    }

    /** As on the command line, and as the mock store calls it. */
    public String label() {
        return label;
    }

    /** Two to four letters, as in the paper's tables. */
    public String shortName() {
        return shortName;
    }

    /**
     * Whether a transaction that nobody has read from can always go on (paper, definition 3.3): a search at such a
     * level meets no dead ends.
     */
    public boolean isCausallyExtensible() {
        return switch (this) {
            case TRUE, READ_COMMITTED, READ_ATOMIC, CAUSAL -> true;
            case PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, SERIALIZABLE -> false;
        };
    }

    /** Whether every history of this level is one of the other. */
    public boolean implies(ExploredLevel other) {
        return this == other || weaker().stream().anyMatch(level -> level.implies(other));
    }

    /** The edges of the lattice (Biswas, Enea 2019, figure 1; parallel snapshot isolation: Cerone et al. 2015). */
    private List<ExploredLevel> weaker() {
        return switch (this) {
            case TRUE -> List.of();
            case READ_COMMITTED -> List.of(TRUE);
            case READ_ATOMIC -> List.of(READ_COMMITTED);
            case CAUSAL -> List.of(READ_ATOMIC);
            case PREFIX, PARALLEL_SNAPSHOT -> List.of(CAUSAL);
            case SNAPSHOT -> List.of(PREFIX, PARALLEL_SNAPSHOT);
            case SERIALIZABLE -> List.of(SNAPSHOT);
        };
    }

    /** The level of this label or short name, in any case; empty if there is none. */
    public static Optional<ExploredLevel> named(String name) {
        return Arrays.stream(values())
                .filter(level -> level.label.equalsIgnoreCase(name) || level.shortName.equalsIgnoreCase(name))
                .findFirst();
    }

    /** All labels, for messages. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(ExploredLevel::label).toList();
    }

    @Override
    public String toString() {
        return label;
    }
}
