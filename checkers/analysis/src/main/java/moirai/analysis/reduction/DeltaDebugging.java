package moirai.analysis.reduction;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Reduces a set to a part that still fails and from which no element can be left out. */
public final class DeltaDebugging {

    // Delta debugging (Zeller, Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input"), without its
    // complements and restarts.
    // 1. For chunks of half the set, of a quarter, …, of one element: try to leave out the chunk at the index. If the
    //    rest fails, go on with what the test says still fails, at the same index; otherwise pass over the chunk.
    // Invariant: the current set fails. If failures are monotone (what fails within a part fails within the whole),
    // what a chunk of one could not be left out of, it cannot be left out of any part, so that one call suffices; if
    // they are not, the caller repeats it until nothing goes.
    // Cost: with k elements left in the end of n, about 2·k·log₂(n / k) tests.

    /** Tells which part of a set fails. */
    @FunctionalInterface
    public interface Test {

        /**
         * Returns a part of these that fails, perhaps all of them; empty if they do not fail, or if it is not known.
         *
         * @param single whether a single element was left out, which is not tried again
         */
        Optional<BitSet> failing(BitSet elements, boolean single);
    }

    private DeltaDebugging() {}

    /**
     * Returns a part of the elements, in the order in which they are listed and tried.
     *
     * @param isOver whether no test tells anything any more, so that what is left has to do
     */
    public static List<Integer> reduce(List<Integer> elements, Test test, BooleanSupplier isOver) {
        List<Integer> kept = elements;
        for (int chunk = Math.max(1, Integer.highestOneBit(Math.max(1, kept.size() - 1))); chunk > 0; chunk /= 2) {
            int index = 0;
            while (index < kept.size() && !isOver.getAsBoolean()) {
                Optional<BitSet> failing = test.failing(without(kept, index, chunk), chunk == 1);
                if (failing.isPresent()) {
                    BitSet rest = failing.get();
                    index = (int)
                            kept.subList(0, index).stream().filter(rest::get).count();
                    kept = kept.stream().filter(rest::get).toList();
                } else {
                    index += chunk;
                }
            }
        }
        return new ArrayList<>(kept);
    }

    private static BitSet without(List<Integer> elements, int index, int chunk) {
        var rest = new BitSet();
        for (int i = 0; i < elements.size(); i++) {
            if (i < index || i >= index + chunk) {
                rest.set(elements.get(i));
            }
        }
        return rest;
    }
}
