package moirai.exploration;

import java.util.List;
import java.util.function.Function;
import moirai.exploration.ExplorationResult.Failure;
import moirai.exploration.jdbc.UnexplorableException;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.Search.TooManyTxnsException;

/**
 * A failure of a smaller program. Calls are few and each attempt is a search, so they are left out one at a time, and
 * not in chunks as {@link moirai.analysis.reduction.DeltaDebugging} does.
 *
 * @param program the program without the calls that the failure does not need
 * @param failure of the smaller program; equal to the original failure except for numbers in its text
 * @param removed the number of calls that were left out
 */
public record MinimalFailure(Explorable program, Failure failure, int removed) {

    /**
     * The number of histories within which a smaller program has to fail too. More would take longer than the original
     * search.
     */
    public static final long ENDS_MAX = 100_000;

    /**
     * Leaves out one call after the other, from the last, as long as the program still fails in the same way. Repeats
     * this until no call can be left out.
     *
     * @param search a search for failures of a smaller program; a call is left out if one of these failures is of the
     *    same kind as the given one
     */
    public static MinimalFailure of(
            Explorable program, Failure failure, Function<Explorable, ExplorationResult> search) {
        var minimal = new MinimalFailure(program, failure, 0);
        int removed;
        do {
            removed = minimal.removed();
            minimal = minimal.withoutAny(search);
        } while (minimal.removed() > removed);
        return minimal;
    }

    private MinimalFailure withoutAny(Function<Explorable, ExplorationResult> search) {
        MinimalFailure minimal = this;
        List<List<String>> calls = program.calls();
        for (int session = calls.size() - 1; session >= 0; session--) {
            for (int call = calls.get(session).size() - 1; call >= 0; call--) {
                minimal = minimal.without(session, call, search);
            }
        }
        return minimal;
    }

    private MinimalFailure without(int session, int call, Function<Explorable, ExplorationResult> search) {
        Explorable smaller = program.without(session, call);
        ExplorationResult result;
        try {
            result = search.apply(smaller);
        } catch (UnexplorableException | NondeterminismError | TooManyTxnsException different) {
            // Without the call the program comes to what it never did before.
            return this;
        }
        return result.failures().stream()
                .filter(this::isSame)
                .findFirst()
                .map(other -> new MinimalFailure(smaller, other, removed + 1))
                .orElse(this);
    }

    /**
     * Returns whether another failure is of the same kind. The same levels must exclude it: an assertion about the
     * calls that were left out fails in every execution of the smaller program.
     */
    private boolean isSame(Failure other) {
        return kind(other).equals(kind(failure)) && other.excludedBy().equals(failure.excludedBy());
    }

    private static String kind(Failure failure) {
        return failure.what().replaceAll("-?[0-9]+", "#");
    }

    /** Returns the failure for people: the violated property, the table of the behaviour and the levels. */
    @Override
    public String toString() {
        return ResultText.of(failure, removed);
    }
}
