package moirai.cli.exploring;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import moirai.exploration.ExplorationResult;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.MinimalFailure;
import moirai.exploration.search.Explorable;
import moirai.runs.cases.Minimality;

/**
 * A failure without the calls that it does not need.
 *
 * @param minimality minimal if every search for a smaller one came to its end
 */
public record SmallestFailure(MinimalFailure failure, Minimality minimality) {

    /**
     * Leaves out calls as long as the program fails in the same way.
     *
     * @param search looks for failures of a smaller program
     */
    public static SmallestFailure of(
            Explorable program, Failure failure, Function<Explorable, ExplorationResult> search) {
        var isCut = new AtomicBoolean();
        MinimalFailure minimal = MinimalFailure.of(program, failure, smaller -> {
            ExplorationResult result = search.apply(smaller);
            if (result.failures().isEmpty() && !result.isExhausted()) {
                isCut.set(true);
            }
            return result;
        });
        return new SmallestFailure(minimal, Minimality.of(!isCut.get()));
    }
}
