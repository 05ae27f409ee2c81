package moirai.directed.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import moirai.directed.levels.Promises;
import moirai.directed.program.TxnType;
import moirai.directed.search.Combinations;
import moirai.directed.search.Levels;

/**
 * The smallest sets of transactions that have to run at a stronger level for a program to be serializable.
 *
 * @param sets all sets of the smallest size that are proven to suffice; none if no set is
 * @param open sets of the same size or smaller that are neither proven nor refuted: a smaller one may be enough
 */
public record Repair(Promises level, List<List<String>> sets, List<List<String>> open) {

    public Repair {
        sets = List.copyOf(sets);
        open = List.copyOf(open);
    }

    /**
     * Tries all sets, smaller ones first, with a claim for each choice of levels. Cost: a proof for each set that is no
     * larger than the smallest one that is enough.
     *
     * @param levels the levels of the transactions without repair
     */
    public static Repair of(List<TxnType> txns, Levels levels, Promises stronger, Function<Levels, Claim> claim) {
        List<String> names = txns.stream().map(TxnType::name).toList();
        var open = new ArrayList<List<String>>();
        for (int size = 0; size <= names.size(); size++) {
            var proven = new ArrayList<List<String>>();
            for (List<String> set : Combinations.subsets(names, size)) {
                switch (Prover.prove(claim.apply(levels.with(set, stronger)))) {
                    case Proof.Proven enough -> proven.add(set);
                    case Proof.NotProven unknown -> open.add(set);
                    case Proof.Refuted refuted -> {}
                }
            }
            if (!proven.isEmpty()) {
                return new Repair(stronger, proven, open);
            }
        }
        return new Repair(stronger, List.of(), open);
    }
}
