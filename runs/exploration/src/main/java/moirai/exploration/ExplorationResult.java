package moirai.exploration;

import java.util.List;
import moirai.history.level.IsolationLevel;

/**
 * The result of a search.
 *
 * @param histories the number of histories that the level allows, in the last search; random walks and depth-first
 *    searches count some histories more than once
 * @param ends the number of complete histories of all searches, including those that the level does not allow; a search
 *    starts again when a transaction adds a row that no scan has looked for
 * @param runs the number of runs of transactions in all searches
 * @param undecided the number of complete histories that exceeded the step limit of the decision about a level
 * @param isExhausted whether there are no other histories; otherwise nothing is proven about the histories not visited
 * @param failures the failures, up to the maximum of the options
 */
public record ExplorationResult(
        long histories, long ends, long runs, long undecided, boolean isExhausted, List<Failure> failures) {

    public ExplorationResult {
        failures = List.copyOf(failures);
    }

    /**
     * Returns what is proven if there are no failures, as a line for people.
     *
     * @param question the statement that was examined, which then holds of the explored executions
     */
    public String conclusion(String question) {
        return ResultText.conclusion(this, question);
    }

    /** Returns the result for people: the number of histories, and the failures or what is proven without one. */
    @Override
    public String toString() {
        return ResultText.of(this);
    }

    /**
     * A behaviour that violates an assertion, an invariant or a required level.
     *
     * @param what the violated property
     * @param behaviour the behaviour that violates it
     * @param excludedBy the weakest levels that are known not to allow this behaviour
     * @param undecided the levels whose decision exceeded the step limit; if both lists are empty, even serializability
     *    allows the behaviour
     */
    public record Failure(
            String what, Behaviour behaviour, List<IsolationLevel> excludedBy, List<IsolationLevel> undecided) {

        public Failure {
            excludedBy = List.copyOf(excludedBy);
            undecided = List.copyOf(undecided);
        }

        /** Returns the failure for people: the violated property, the table of the behaviour and the levels. */
        @Override
        public String toString() {
            return ResultText.of(this, 0);
        }
    }
}
