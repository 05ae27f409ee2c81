package moirai.directed.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Setting;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Combinations;

/**
 * A decision procedure for claims, which may remain without an answer: first it looks for an execution that refutes the
 * claim, then it tries induction with all possible leaders, then shortest paths, whose number grows with their length.
 */
public final class Prover {

    private Prover() {}

    /**
     * Returns the result for a claim. Cost: that of the search for cycles, of {@link Induction} and of {@link
     * ShortestPath}.
     */
    public static Proof prove(Claim claim) {
        var steps = new ArrayList<String>();
        Claim alone = claim.alone();
        Claim searched = alone.in(alone.setting().reaching(Setting.Reach.ALL_KEYS));
        for (int count = 2; count <= claim.bounds().txnsMax(); count++) {
            Optional<CounterModel> cycle = cycle(searched, count);
            if (cycle.isPresent()) {
                return new Proof.Refuted(claim, steps, cycle.get());
            }
            steps.add("No " + count + " transactions have a cycle of dependencies by themselves.");
        }
        Proof induction = new Induction(claim).prove();
        steps.addAll(induction.steps());
        if (induction instanceof Proof.Proven) {
            return new Proof.Proven(claim, steps);
        }
        steps.add("Induction proves nothing more.");
        Proof path = new ShortestPath(claim).prove(claim.bounds().lengthMax());
        steps.addAll(path.steps());
        return switch (path) {
            case Proof.Proven proven -> new Proof.Proven(claim, steps);
            case Proof.Refuted refuted -> new Proof.Refuted(claim, steps, refuted.model());
            case Proof.NotProven notProven -> new Proof.NotProven(claim, steps, notProven.model());
        };
    }

    /**
     * Returns the result of the methods of proof, without a search, where each question has a row for each key that its
     * calls name.
     */
    public static Proof proveWithAllKeys(Claim claim) {
        Claim wide = claim.in(claim.setting().reaching(Setting.Reach.ALL_KEYS));
        Proof induction = new Induction(wide).prove();
        return induction instanceof Proof.Proven
                ? induction
                : new ShortestPath(wide).prove(claim.bounds().lengthMax());
    }

    private static Optional<CounterModel> cycle(Claim alone, int count) {
        return new AnomalySearch(alone.program(), alone.levels(), alone.bounds())
                .in(alone.setting()).cyclic(count).stream().findFirst().flatMap(txns -> cycle(alone, txns));
    }

    private static Optional<CounterModel> cycle(Claim alone, List<String> txns) {
        Encoding encoding = alone.encoding(txns);
        int[][] depends = encoding.dependencies();
        return Combinations.rings(txns.size()).stream()
                .map(ring -> IntStream.concat(
                                IntStream.of(encoding.fits()),
                                IntStream.range(0, ring.size())
                                        .map(hop -> depends[ring.get(hop)][ring.get((hop + 1) % ring.size())]))
                        .toArray())
                .filter(edges -> encoding.circuit().isSatisfiable(edges))
                .findFirst()
                .map(edges -> CounterModel.of("cycle of dependencies: " + String.join(", ", txns), encoding, edges));
    }
}
