package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Finds a contradiction, by saturation where that suffices, otherwise by supposing orders of pairs. */
final class CaseAnalysis {

    // 1. Saturate. Contradiction: done.
    // 2. Suppose each order of each open pair and saturate. What leads to a contradiction is excluded, so its reverse
    //    holds. If one exclusion suffices for a contradiction, take the one with fewest sentences; otherwise keep all
    //    of them and repeat.
    // 3. If nothing was excluded, refute one order of an open pair by all these steps, and continue with its reverse.
    //    The pair taken is the one of whose poorer order most follows.
    // If no pair is open, the order is total and there is no contradiction; or the budget ended: nothing is found.
    // Cost: step 2 saturates twice per pair; step 3 nests, at most as deep as there are pairs.

    private record Pair(int before, int after) {

        Precedence reversed(Reason reason) {
            return new Precedence(/* before= */ after, /* after= */ before, reason);
        }
    }

    /** An order that is excluded; the reverse holds for the reason given. */
    private record Excluded(Precedence reverse, List<Integer> uses, int weight) {

        void addTo(Facts facts) {
            var support = new BitSet();
            uses.forEach(support::set);
            facts.add(reverse, support, weight);
        }
    }

    private final UnitPropagation saturation;

    CaseAnalysis(UnitPropagation saturation) {
        this.saturation = saturation;
    }

    /** Returns a contradiction among all that follows from the facts, to which what is found on the way is added. */
    Optional<Facts.Finding> refute(Facts facts) {
        Optional<Facts.Finding> found = saturation.run(facts);
        while (found.isEmpty() && !saturation.isExhausted()) {
            var excluded = new ArrayList<Excluded>();
            Optional<Pair> open = lookAhead(facts, excluded);
            if (!excluded.isEmpty()) {
                found = closing(facts, excluded);
                if (found.isPresent()) {
                    return found;
                }
                excluded.forEach(reverse -> reverse.addTo(facts));
            } else {
                if (open.isEmpty()) {
                    return Optional.empty();
                }
                Facts branch = facts.copy();
                suppose(branch, open.get());
                found = refute(branch);
                if (found.isEmpty() || !found.get().uses(facts.size())) {
                    return found;
                }
                excluded(facts, open.get(), found.get()).addTo(facts);
            }
            found = saturation.run(facts);
        }
        return found;
    }

    private static void suppose(Facts facts, Pair pair) {
        facts.add(new Precedence(pair.before(), pair.after(), new Reason.Supposed()), new BitSet(), 1);
    }

    private static Excluded excluded(Facts facts, Pair supposed, Facts.Finding found) {
        int first = facts.size();
        var reason = new Reason.Otherwise(found.contradictionFrom(first));
        return new Excluded(
                supposed.reversed(reason),
                found.usesBefore(first).stream().boxed().toList(),
                found.costFrom(first) + 1);
    }

    /** Finds what is excluded, and the pair to suppose if nothing is. */
    private Optional<Pair> lookAhead(Facts facts, List<Excluded> excluded) {
        Optional<Pair> best = Optional.empty();
        int most = -1;
        for (int one = 0; one < facts.txnCount(); one++) {
            for (int other = one + 1; other < facts.txnCount() && !saturation.isExhausted(); other++) {
                if (facts.precedes(one, other) || facts.precedes(other, one)) {
                    continue;
                }
                var pair = new Pair(one, other);
                int follows =
                        Math.min(lookAhead(facts, pair, excluded), lookAhead(facts, new Pair(other, one), excluded));
                if (follows > most) {
                    most = follows;
                    best = Optional.of(pair);
                }
            }
        }
        return best;
    }

    /** Returns how much follows if this order is supposed. */
    private int lookAhead(Facts facts, Pair pair, List<Excluded> excluded) {
        Facts branch = facts.copy();
        suppose(branch, pair);
        saturation.run(branch).ifPresent(found -> excluded.add(excluded(facts, pair, found)));
        return branch.size() - facts.size();
    }

    /** Returns the shortest contradiction that one exclusion leads to. */
    private Optional<Facts.Finding> closing(Facts facts, List<Excluded> excluded) {
        Optional<Facts.Finding> best = Optional.empty();
        for (Excluded reverse : excluded) {
            Facts branch = facts.copy();
            reverse.addTo(branch);
            Optional<Facts.Finding> found = saturation.run(branch);
            if (found.isPresent()
                    && (best.isEmpty() || found.get().cost() < best.get().cost())) {
                best = found;
            }
        }
        return best;
    }
}
