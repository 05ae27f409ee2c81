package moirai.analysis.shrinking;

import java.util.BitSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.analysis.reduction.DeltaDebugging;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * Finds the smallest part of a history that it can that still shows a symptom: fewer transactions first, then keys,
 * ops, and elements that nobody appended. A transaction goes together with what it wrote. It begins with the witness
 * and takes in more only where that does not show it, so the size of the history matters little. A part that shows
 * another phenomenon instead is refused, and what it showed remembered (the "slippage" of test-case reduction; Groce
 * et al. 2014).
 *
 * <p>Deterministic. The result is 1-minimal (Zeller, Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing
 * Input", definition 5): nothing that can be left out can be left out alone. O(n log n) attempts, each a check of what
 * is left, where passes succeed, and n² at worst.
 */
public final class HistoryShrinker {

    /**
     * The number of ops that all attempts together may look at: enough for a whole history of a million and its
     * witnesses.
     */
    public static final long OPS_DEFAULT = 200_000_000;

    private final Symptom symptom;
    private final long budget;
    private final Set<Phenomenon> others = EnumSet.noneOf(Phenomenon.class);
    private long spent;
    private int attempts;

    private HistoryShrinker(Symptom symptom, long budget) {
        this.symptom = symptom;
        this.budget = budget;
    }

    /**
     * Shrinks a history.
     *
     * @param witness transactions that are said to prove the symptom
     * @return empty if the history does not show it
     */
    public static Optional<Shrunk> shrink(History history, Symptom symptom, Collection<Integer> witness) {
        return shrink(history, symptom, witness, OPS_DEFAULT);
    }

    /**
     * Shrinks a history within a budget, see {@link #OPS_DEFAULT}; if it is spent, the smallest part so far is the
     * result.
     */
    public static Optional<Shrunk> shrink(History history, Symptom symptom, Collection<Integer> witness, long budget) {
        return new HistoryShrinker(symptom, budget).shrink(history, new Cone(history, witness));
    }

    private Optional<Shrunk> shrink(History history, Cone cone) {
        for (int number = 0; number < Cone.COUNT; number++) {
            var excerpt = new Excerpt(history, cone.txns(number));
            if (isShown(excerpt, excerpt.all())) {
                return Optional.of(shrink(excerpt));
            }
        }
        return Optional.empty();
    }

    private Shrunk shrink(Excerpt excerpt) {
        List<List<BitSet>> passes = List.of(excerpt.byTxn(), excerpt.byKey(), excerpt.single());
        BitSet kept = excerpt.all();
        int before;
        do {
            before = kept.cardinality();
            for (List<BitSet> groups : passes) {
                kept = pass(excerpt, groups, kept);
            }
        } while (kept.cardinality() < before);
        Excerpt.Part part = excerpt.take(kept);
        return new Shrunk(part.history(), part.txns(), spent < budget, others, attempts, spent);
    }

    /** Tries to do without groups, many at once first. */
    private BitSet pass(Excerpt excerpt, List<BitSet> all, BitSet before) {
        List<BitSet> groups = all.stream().filter(before::intersects).toList();
        List<Integer> numbers = IntStream.range(0, groups.size()).boxed().toList();
        List<Integer> needed = DeltaDebugging.reduce(
                numbers,
                (kept, single) ->
                        isShown(excerpt, without(before, groups, kept)) ? Optional.of(kept) : Optional.empty(),
                () -> spent >= budget);
        var kept = new BitSet();
        needed.forEach(kept::set);
        return without(before, groups, kept);
    }

    private static BitSet without(BitSet before, List<BitSet> groups, BitSet kept) {
        var fewer = (BitSet) before.clone();
        for (int number = 0; number < groups.size(); number++) {
            if (!kept.get(number)) {
                fewer.andNot(groups.get(number));
            }
        }
        return fewer;
    }

    private boolean isShown(Excerpt excerpt, BitSet kept) {
        attempts++;
        spent += excerpt.size(kept);
        if (!excerpt.isSound(kept, symptom)) {
            return false;
        }
        Symptom.Sight sight = symptom.in(excerpt.take(kept).history());
        if (!sight.isShown()) {
            others.addAll(sight.others());
        }
        return sight.isShown();
    }
}
