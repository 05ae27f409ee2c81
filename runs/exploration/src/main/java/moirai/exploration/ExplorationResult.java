package moirai.exploration;

import java.util.List;

/**
 * What a search found.
 *
 * @param histories of the level, each once (random walks and depth-first searches count some more than once)
 * @param ends complete histories that the search came to, those that the level does not allow included
 * @param runs of transactions
 * @param isExhausted whether there are no other histories; if not, nothing is proven of those that were not seen
 * @param failures at most as many as were asked for
 */
public record ExplorationResult(long histories, long ends, long runs, boolean isExhausted, List<Failure> failures) {

    public ExplorationResult {
        failures = List.copyOf(failures);
    }

    /**
     * A behaviour that must not be.
     *
     * @param what was asserted in vain
     * @param behaviour which shows it
     * @param excludedBy the weakest levels that do not allow this behaviour; empty if even serializability does
     */
    public record Failure(String what, Behaviour behaviour, List<moirai.exploration.search.ExploredLevel> excludedBy) {

        public Failure {
            excludedBy = List.copyOf(excludedBy);
        }
    }
}
