package moirai.mockstore;

import static moirai.history.level.LevelNames.name;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.validation.LevelAxioms;
import moirai.history.level.IsolationLevel;
import moirai.history.level.LevelNames;
import moirai.mockstore.explain.ReadExplainer;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.rules.LevelRules;
import moirai.mockstore.rules.ParallelRules;
import moirai.mockstore.rules.PrefixRules;
import moirai.mockstore.rules.SaturableRules;
import moirai.mockstore.rules.SerialRules;
import moirai.mockstore.rules.StatementRules;

/**
 * The isolation levels that the store can provide. All keep the order within each session (Biswas, Enea 2019); the two
 * strict ones keep real time as well: a transaction sees everything that committed before it began.
 */
public final class StoreLevels {

    /** The names of the levels of axioms, which are those of Biswas and Enea. */
    public static final LevelNames<IsolationLevel> NAMES = new LevelNames<>(
            "a level of the mock store",
            List.of(
                    name("read-committed", IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, "rc"),
                    name("read-atomic", IsolationLevel.READ_ATOMIC, "ra"),
                    name("causal", IsolationLevel.CAUSAL, "cc"),
                    name("prefix", IsolationLevel.PREFIX, "pc"),
                    name("parallel-snapshot-isolation", IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, "psi"),
                    name("snapshot-isolation", IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, "si"),
                    name("strong-snapshot-isolation", IsolationLevel.STRONG_SNAPSHOT_ISOLATION, "strong-si"),
                    name("serializable", IsolationLevel.STRONG_SESSION_SERIALIZABLE, "ser"),
                    name("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE, "strict")),
            Arrays.stream(ProductLevel.values())
                    .flatMap(level -> Stream.of(level.label(), level.alias()))
                    .collect(Collectors.toMap(
                            word -> word, word -> "interleaves statements, and here whole transactions take turns")));

    /** The names in {@code ?isolation=NAME} and {@code --isolation NAME}: those of axioms, and those of products. */
    public static final LevelNames<StoreLevel> ALL = new LevelNames<>(
            NAMES.what(),
            Stream.concat(
                            NAMES.names().stream()
                                    .map(name -> new LevelNames.Name<>(
                                            name.label(), StoreLevel.of(name.level()), name.aliases())),
                            Arrays.stream(ProductLevel.values())
                                    .map(level -> new LevelNames.Name<StoreLevel>(
                                            level.label(), level, List.of(level.alias()))))
                    .toList(),
            Map.of());

    private StoreLevels() {}

    /** Returns all levels of axioms, from weak to strong. */
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
    static ReadExplainer explainer(StoreLevel level, IntFunction<Object> keyName, IntUnaryOperator sessionOf) {
        return new ReadExplainer(ALL.label(level), axioms(level.guarantee()), keyName, sessionOf);
    }

    /** Returns a level's rules, for an empty store. */
    static LevelRules rules(StoreLevel level) {
        return switch (level) {
            case StoreLevel.OfAxioms(IsolationLevel ofAxioms) -> rules(ofAxioms);
            case ProductLevel product -> new StatementRules(product.isByTxn());
        };
    }

    private static LevelRules rules(IsolationLevel level) {
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
