package moirai.mockstore;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.rules.LevelRules;
import moirai.mockstore.rules.ParallelRules;
import moirai.mockstore.rules.PrefixRules;
import moirai.mockstore.rules.SaturableRules;
import moirai.mockstore.rules.SerialRules;

/**
 * The levels that the store can show. All keep the order within each session (Biswas, Enea 2019); the two strict ones
 * keep real time as well: what committed before a transaction began is seen by it.
 */
public enum StoreLevel {
    READ_COMMITTED("read-committed", "rc", IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW),
    READ_ATOMIC("read-atomic", "ra", IsolationLevel.READ_ATOMIC),
    CAUSAL("causal", "cc", IsolationLevel.CAUSAL),
    PREFIX("prefix", "pc", IsolationLevel.PREFIX),
    PARALLEL_SNAPSHOT("parallel-snapshot-isolation", "psi", IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION),
    SNAPSHOT("snapshot-isolation", "si", IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION),
    STRONG_SNAPSHOT("strong-snapshot-isolation", "strong-si", IsolationLevel.STRONG_SNAPSHOT_ISOLATION),
    SERIALIZABLE("serializable", "ser", IsolationLevel.STRONG_SESSION_SERIALIZABLE),
    STRICT_SERIALIZABLE("strict-serializable", "strict", IsolationLevel.STRICT_SERIALIZABLE);

    private final String label;
    private final String shortName;
    private final IsolationLevel guarantees;

    StoreLevel(String label, String shortName, IsolationLevel guarantees) {
        this.label = label;
        this.shortName = shortName;
        this.guarantees = guarantees;
    }

    /** As in {@code ?isolation=LABEL} and {@code --isolation LABEL}. */
    public String label() {
        return label;
    }

    /** What every history of the store satisfies, in the lattice of the checkers. */
    public IsolationLevel guarantees() {
        return guarantees;
    }

    /** The level's axioms. */
    public AxiomaticLevel axioms() {
        return switch (this) {
            case READ_COMMITTED -> new AxiomaticLevel(Axiom.READ_COMMITTED, BaseOrder.SESSION);
            case READ_ATOMIC -> new AxiomaticLevel(Axiom.READ_ATOMIC, BaseOrder.SESSION);
            case CAUSAL -> new AxiomaticLevel(Axiom.CAUSAL, BaseOrder.SESSION);
            case PREFIX -> new AxiomaticLevel(Axiom.PREFIX, BaseOrder.SESSION);
            case PARALLEL_SNAPSHOT -> new AxiomaticLevel(Axiom.PARALLEL_SNAPSHOT, BaseOrder.SESSION);
            case SNAPSHOT -> new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.SESSION);
            case STRONG_SNAPSHOT -> new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.REALTIME);
            case SERIALIZABLE -> new AxiomaticLevel(Axiom.SERIAL, BaseOrder.SESSION);
            case STRICT_SERIALIZABLE -> new AxiomaticLevel(Axiom.SERIAL, BaseOrder.REALTIME);
        };
    }

    /** The level's rules, for an empty store. */
    LevelRules rules() {
        return switch (this) {
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> new SaturableRules(axioms());
            case PREFIX -> new PrefixRules(false, false);
            case PARALLEL_SNAPSHOT -> new ParallelRules();
            case SNAPSHOT -> new PrefixRules(true, false);
            case STRONG_SNAPSHOT -> new PrefixRules(true, true);
            case SERIALIZABLE -> new SerialRules(false);
            case STRICT_SERIALIZABLE -> new SerialRules(true);
        };
    }

    /** The level of this label or short name, in any case; empty if there is none. */
    public static Optional<StoreLevel> named(String name) {
        return Arrays.stream(values())
                .filter(level -> level.label.equalsIgnoreCase(name) || level.shortName.equalsIgnoreCase(name))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String accepted() {
        return labels().stream().collect(Collectors.joining(", "));
    }

    /** All labels, from weak to strong. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(StoreLevel::label).toList();
    }

    @Override
    public String toString() {
        return label;
    }
}
