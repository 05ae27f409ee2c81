package moirai.exploration;

import moirai.exploration.search.Algorithm;
import moirai.exploration.search.ExploredLevels;
import moirai.history.level.IsolationLevel;

/**
 * The options of an exploration: its level, its algorithm and its limits.
 *
 * @param level the level whose behaviours are wanted
 * @param base the level that restricts reads during the search: {@code level} itself if it is {@linkplain
 *    ExploredLevels#isCausallyExtensible causally extensible}, or else a weaker level that is; complete histories are
 *    then filtered
 * @param algorithm the search algorithm
 * @param historiesMax the number of complete histories after which the search ends
 * @param failuresMax the number of failures after which the search ends
 * @param seed of random walks
 */
public record ExplorationOptions(
        IsolationLevel level, IsolationLevel base, Algorithm algorithm, long historiesMax, int failuresMax, long seed) {

    public ExplorationOptions {
        boolean isWeaker = level.implies(base);
        if (!ExploredLevels.isCausallyExtensible(base) || !isWeaker) {
            throw new IllegalArgumentException(
                    "explore " + ExploredLevels.NAMES.label(level) + " on " + ExploredLevels.NAMES.label(base)
                            + "; expected true, read-committed, read-atomic or causal, and not stronger than "
                            + ExploredLevels.NAMES.label(level));
        }
        if (historiesMax < 1 || failuresMax < 1) {
            throw new IllegalArgumentException("at most " + historiesMax + " histories and " + failuresMax
                    + " failures; expected at least 1 each");
        }
    }

    /** Returns options for all behaviours of a level, up to the first failure. */
    public static ExplorationOptions at(IsolationLevel level) {
        IsolationLevel base = ExploredLevels.isCausallyExtensible(level) ? level : IsolationLevel.CAUSAL;
        return new ExplorationOptions(level, base, Algorithm.SWAPPING, Long.MAX_VALUE, 1, 0);
    }

    /** Returns the same options on another base. */
    public ExplorationOptions on(IsolationLevel other) {
        return new ExplorationOptions(level, other, algorithm, historiesMax, failuresMax, seed);
    }

    /** Returns the same options with another algorithm. */
    public ExplorationOptions by(Algorithm other, long otherSeed) {
        return new ExplorationOptions(level, base, other, historiesMax, failuresMax, otherSeed);
    }

    /** Returns the same options with these limits. */
    public ExplorationOptions upTo(long histories, int failures) {
        return new ExplorationOptions(level, base, algorithm, histories, failures, seed);
    }
}
