package moirai.exploration;

import moirai.exploration.search.Algorithm;
import moirai.exploration.search.ExploredLevel;

/**
 * What is explored, and when it is enough.
 *
 * @param level whose behaviours are wanted
 * @param base what reads may return during the search: {@code level}, if it is {@linkplain
 *     ExploredLevel#isCausallyExtensible causally extensible}, or a weaker one that is; complete histories are then
 *     filtered
 * @param algorithm how they are looked for
 * @param historiesMax after so many complete histories the search ends
 * @param failuresMax after so many failures the search ends
 * @param seed of random walks
 */
public record ExplorationOptions(
        ExploredLevel level, ExploredLevel base, Algorithm algorithm, long historiesMax, int failuresMax, long seed) {

    public ExplorationOptions {
        boolean isWeaker = level.implies(base);
        if (!base.isCausallyExtensible() || !isWeaker) {
            throw new IllegalArgumentException("explore " + level + " on " + base
                    + "; expected true, read-committed, read-atomic or causal, and not stronger than " + level);
        }
        if (historiesMax < 1 || failuresMax < 1) {
            throw new IllegalArgumentException("at most " + historiesMax + " histories and " + failuresMax
                    + " failures; expected at least 1 each");
        }
    }

    /** Everything that the level allows, up to the first failure. */
    public static ExplorationOptions at(ExploredLevel level) {
        ExploredLevel base = level.isCausallyExtensible() ? level : ExploredLevel.CAUSAL;
        return new ExplorationOptions(level, base, Algorithm.SWAPPING, Long.MAX_VALUE, 1, 0);
    }

    /** On another base. */
    public ExplorationOptions on(ExploredLevel other) {
        return new ExplorationOptions(level, other, algorithm, historiesMax, failuresMax, seed);
    }

    /** By another algorithm. */
    public ExplorationOptions by(Algorithm other, long otherSeed) {
        return new ExplorationOptions(level, base, other, historiesMax, failuresMax, otherSeed);
    }

    /** With these limits. */
    public ExplorationOptions upTo(long histories, int failures) {
        return new ExplorationOptions(level, base, algorithm, histories, failures, seed);
    }
}
