package moirai.directed.proof;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.encoding.Encoding;
import moirai.directed.solving.Circuit;

/**
 * A proof that every cycle of dependencies is short enough to be looked at.
 *
 * <p>Terms: a path is free of chords if each of its transactions has a dependency only to its successor on the path.
 * The shortest cycle of an execution has no chords, so that it is a chord-free path with one more dependency, from its
 * last transaction to its first. Steps: (1) list all sequences of two transactions that can depend on each other; (2)
 * for each greater length, list the sequences that can be chord-free paths, and whose two parts, without the last and
 * without the first transaction, were such paths; (3) ask of each sequence whether it can close to a cycle; (4) if no
 * sequence of some length can be a path, no longer one can, and the program is serializable.
 *
 * <p>Step 2 needs that a part of an execution is an execution again. That is so in the setting of a crowd, as the
 * transactions that are left out join the crowd. Without a crowd it is assumed, for each sequence, that the
 * transactions that are left out leave the same rows for all that are in. Cost: a formula for each sequence that
 * remains, at most types to the power of length.
 *
 * <p>Source: Nagar, Jagannathan, Automated Detection of Serializability Violations under Weak Consistency (2018),
 * section 5.2; there the types are left to the solver and the length is given.
 */
public final class ShortestPath {

    private final Claim claim;
    private final List<String> steps = new ArrayList<>();

    /** Creates a proof of a claim in its setting. */
    public ShortestPath(Claim claim) {
        this.claim = claim;
    }

    private record Sequence(List<String> txns, boolean isPath, List<CounterModel> cycles) {}

    /** Proves the claim with paths of fewer dependencies than this, at least 2, or shows a path that is as long. */
    public Proof prove(int lengthMax) {
        steps.clear();
        List<List<String>> paths =
                claim.program().txns().stream().map(txn -> List.of(txn.name())).toList();
        for (int length = 1; length <= lengthMax; length++) {
            List<List<String>> candidates = longer(paths);
            List<Sequence> sequences =
                    candidates.parallelStream().map(this::look).toList();
            Optional<CounterModel> cycle = sequences.stream()
                    .flatMap(sequence -> sequence.cycles().stream())
                    .findFirst();
            paths = sequences.stream()
                    .filter(Sequence::isPath)
                    .map(Sequence::txns)
                    .toList();
            steps.add("Of " + candidates.size() + " sequences of " + (length + 1) + " transactions " + paths.size()
                    + " can be paths without chords, " + (cycle.isPresent() ? "and one" : "and none")
                    + " can close to a cycle.");
            if (cycle.isPresent()) {
                return new Proof.NotProven(claim, steps, cycle.get());
            }
            if (paths.isEmpty()) {
                steps.add("No path without chords has " + length + " dependencies, so no cycle is longer than those.");
                return new Proof.Proven(claim, steps);
            }
        }
        return new Proof.NotProven(claim, steps, model(paths.getFirst()));
    }

    private List<List<String>> longer(List<List<String>> paths) {
        Set<List<String>> known = new HashSet<>(paths);
        return paths.stream()
                .flatMap(path -> claim.program().txns().stream()
                        .map(txn -> Stream.concat(path.stream(), Stream.of(txn.name()))
                                .toList()))
                .filter(path -> known.contains(path.subList(1, path.size())))
                .toList();
    }

    private Sequence look(List<String> txns) {
        Encoding encoding = claim.encoding(txns);
        int[][] depends = encoding.dependencies();
        boolean isPath = encoding.circuit().isSatisfiable(path(depends));
        int[] cycle = cycle(depends);
        boolean isCycle = isPath && encoding.circuit().isSatisfiable(cycle);
        String what = "cycle of dependencies: " + String.join(", ", txns);
        return new Sequence(txns, isPath, isCycle ? List.of(CounterModel.of(what, encoding, cycle)) : List.of());
    }

    private CounterModel model(List<String> txns) {
        Encoding encoding = claim.encoding(txns);
        String what = "path of dependencies without chords: " + String.join(", ", txns);
        return CounterModel.of(what, encoding, path(encoding.dependencies()));
    }

    /**
     * Returns the literals of a chord-free path: each transaction has a dependency to the next, and none to a later
     * one.
     */
    private static int[] path(int[][] depends) {
        int count = depends.length;
        return IntStream.range(0, count)
                .flatMap(from -> IntStream.range(from + 1, count)
                        .map(to -> to == from + 1 ? depends[from][to] : Circuit.not(depends[from][to])))
                .toArray();
    }

    /**
     * Returns the literals of a chord-free cycle: the same with a dependency from the last to the first, and no other
     * back.
     */
    private static int[] cycle(int[][] depends) {
        int count = depends.length;
        return IntStream.range(0, count)
                .flatMap(from -> IntStream.range(0, count)
                        .filter(to -> to != from)
                        .map(to -> to == (from + 1) % count ? depends[from][to] : Circuit.not(depends[from][to])))
                .toArray();
    }
}
