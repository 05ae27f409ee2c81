package moirai.exploration;

import java.util.List;
import moirai.history.level.IsolationLevel;

/**
 * The result of a search.
 *
 * @param histories of the level, each once (of the last search; random walks and depth-first searches count some more
 *     than once)
 * @param ends complete histories that the search came to, those that the level does not allow included, and those of
 *     searches that began again when a transaction had added a row that nobody had looked for
 * @param runs of transactions, of those searches too
 * @param undecided complete histories of which it took too many steps to find out whether a level allows them
 * @param isExhausted whether there are no other histories; if not, nothing is proven of those that were not seen
 * @param failures at most as many as were asked for
 */
public record ExplorationResult(
        long histories, long ends, long runs, long undecided, boolean isExhausted, List<Failure> failures) {

    public ExplorationResult {
        failures = List.copyOf(failures);
    }

    /**
     * A behaviour that breaks an assertion.
     *
     * @param what was asserted in vain
     * @param behaviour which shows it
     * @param excludedBy the weakest levels of which it is known that they do not allow this behaviour
     * @param undecided levels of which it would take too many steps to find out; if there are none either, even
     *     serializability allows it
     */
    public record Failure(
            String what, Behaviour behaviour, List<IsolationLevel> excludedBy, List<IsolationLevel> undecided) {

        public Failure {
            excludedBy = List.copyOf(excludedBy);
            undecided = List.copyOf(undecided);
        }
    }
}
