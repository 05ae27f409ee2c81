package moirai.studies.exploration;

import java.util.List;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.ExploredLevel;

/**
 * An algorithm at a level, as a column of a table.
 *
 * @param name as in the paper: CC, CC+SI for explore-ce*(CC, SI), DFS(CC)
 * @param options without limits
 */
record Variant(String name, ExplorationOptions options) {

    /** Those of the paper's figure 14, in its order. */
    static final List<Variant> ALL = List.of(
            extensible(ExploredLevel.CAUSAL),
            filtered(ExploredLevel.CAUSAL, ExploredLevel.SNAPSHOT),
            filtered(ExploredLevel.CAUSAL, ExploredLevel.SERIALIZABLE),
            filtered(ExploredLevel.READ_ATOMIC, ExploredLevel.CAUSAL),
            filtered(ExploredLevel.READ_COMMITTED, ExploredLevel.CAUSAL),
            filtered(ExploredLevel.TRUE, ExploredLevel.CAUSAL),
            new Variant("DFS(CC)", ExplorationOptions.at(ExploredLevel.CAUSAL).by(Algorithm.DEPTH_FIRST, 0)));

    static Variant extensible(ExploredLevel level) {
        return new Variant(shortName(level), ExplorationOptions.at(level));
    }

    private static Variant filtered(ExploredLevel base, ExploredLevel level) {
        return new Variant(
                shortName(base) + "+" + shortName(level),
                ExplorationOptions.at(level).on(base));
    }

    private static String shortName(ExploredLevel level) {
        return level == ExploredLevel.TRUE ? level.label() : level.shortName().toUpperCase(java.util.Locale.ROOT);
    }
}
