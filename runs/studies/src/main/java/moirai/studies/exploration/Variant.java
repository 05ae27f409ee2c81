package moirai.studies.exploration;

import java.util.List;
import java.util.Locale;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.ExploredLevels;
import moirai.history.level.IsolationLevel;

/**
 * An algorithm at a level, as a column of a table.
 *
 * @param name as in the paper: CC, CC+SI for explore-ce*(CC, SI), DFS(CC)
 * @param options without limits
 */
record Variant(String name, ExplorationOptions options) {

    /** The variants of the paper's figure 14, in its order. */
    static final List<Variant> ALL = List.of(
            extensible(IsolationLevel.CAUSAL),
            filtered(IsolationLevel.CAUSAL, IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION),
            filtered(IsolationLevel.CAUSAL, IsolationLevel.STRONG_SESSION_SERIALIZABLE),
            filtered(IsolationLevel.READ_ATOMIC, IsolationLevel.CAUSAL),
            filtered(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, IsolationLevel.CAUSAL),
            filtered(IsolationLevel.STRONG_SESSION_READ_COMMITTED, IsolationLevel.CAUSAL),
            new Variant("DFS(CC)", ExplorationOptions.at(IsolationLevel.CAUSAL).by(Algorithm.DEPTH_FIRST, 0)));

    static Variant extensible(IsolationLevel level) {
        return new Variant(shortName(level), ExplorationOptions.at(level));
    }

    private static Variant filtered(IsolationLevel base, IsolationLevel level) {
        return new Variant(
                shortName(base) + "+" + shortName(level),
                ExplorationOptions.at(level).on(base));
    }

    private static String shortName(IsolationLevel level) {
        List<String> shortNames = ExploredLevels.NAMES.entry(level).aliases();
        return shortNames.isEmpty()
                ? ExploredLevels.NAMES.label(level)
                : shortNames.getFirst().toUpperCase(Locale.ROOT);
    }
}
