package moirai.mockstore;

import static moirai.history.level.LevelNames.name;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.validation.LevelAxioms;
import moirai.history.level.IsolationLevel;
import moirai.history.level.LevelNames;
import moirai.mockstore.explain.ReadExplainer;
import moirai.mockstore.rules.LevelRules;
import moirai.mockstore.rules.ParallelRules;
import moirai.mockstore.rules.PrefixRules;
import moirai.mockstore.rules.SaturableRules;
import moirai.mockstore.rules.SerialRules;

/**
 * The isolation levels that the store can provide. All keep the order within each session (Biswas, Enea 2019); the two
 * strict ones keep real time as well: a transaction sees everything that committed before it began.
 */
public final class StoreLevels {

    /** The names in {@code ?isolation=NAME} and {@code --isolation NAME}, which are those of Biswas and Enea. */
    public static final LevelNames<IsolationLevel> NAMES = LevelNames.of(
            "a level of the mock store",
            name("read-committed", IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, "rc"),
            name("read-atomic", IsolationLevel.READ_ATOMIC, "ra"),
            name("causal", IsolationLevel.CAUSAL, "cc"),
            name("prefix", IsolationLevel.PREFIX, "pc"),
            name("parallel-snapshot-isolation", IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, "psi"),
            name("snapshot-isolation", IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, "si"),
            name("strong-snapshot-isolation", IsolationLevel.STRONG_SNAPSHOT_ISOLATION, "strong-si"),
            name("serializable", IsolationLevel.STRONG_SESSION_SERIALIZABLE, "ser"),
            name("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE, "strict"));

    private StoreLevels() {}

    /** Returns all levels of the store, from weak to strong. */
    public static List<IsolationLevel> all() {
        return NAMES.levels();
    }

    /** Returns a level's axioms, over the order within sessions or in real time. */
    public static AxiomaticLevel axioms(IsolationLevel level) {
        return LevelAxioms.of(level).orElseThrow().level();
    }

    /**
     * Returns an explainer of reads at a level.
     *
     * @param keyName returns the program's name of a key
     * @param sessionOf returns the session of a transaction
     */
    static ReadExplainer explainer(IsolationLevel level, IntFunction<Object> keyName, IntUnaryOperator sessionOf) {
        return new ReadExplainer(NAMES.label(level), axioms(level), keyName, sessionOf);
    }

    /** Returns a level's rules, for an empty store. */
    static LevelRules rules(IsolationLevel level) {
        AxiomaticLevel axioms = axioms(level);
        boolean isRealtime = axioms.order() == BaseOrder.REALTIME;
        return switch (axioms.axiom()) {
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> new SaturableRules(axioms);
            case PREFIX -> new PrefixRules(false, isRealtime);
            case PARALLEL_SNAPSHOT -> new ParallelRules();
            case SNAPSHOT -> new PrefixRules(true, isRealtime);
            case SERIAL -> new SerialRules(isRealtime);
            case NONE,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    PRAM,
                    CURSOR,
                    UPDATE_ATOMIC -> throw new IllegalArgumentException(level + " is not " + NAMES.what());
        };
    }
}
