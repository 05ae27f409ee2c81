package moirai.directed.search;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Instance;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;

/**
 * Finds every cycle of conflicts within bounds, each once, in an order that depends on the program alone.
 *
 * <p>A cycle goes once through each of n transactions and has at least one step inside a transaction; it is known by
 * its transactions and statements, whatever the reasons of its edges. For each multiset of n transactions one
 * encoding is built and all rings over it are asked. Cost: exponential in n; for two transactions a few thousand
 * questions of about a millisecond on the published benchmarks.
 *
 * <p>Source: Rahmani and others, CLOTHO (2019), section 5; without its blocking clauses and iteration limits.
 */
public final class AnomalySearch {

    private final Program program;
    private final Levels levels;
    private final Bounds bounds;
    private long questions;

    /** Throws IllegalArgumentException where a level is given to a transaction that does not exist. */
    public AnomalySearch(Program program, Levels levels, Bounds bounds) {
        levels.special().keySet().forEach(program::txn);
        this.program = program;
        this.levels = levels;
        this.bounds = bounds;
    }

    /** All anomalies within the bounds. */
    public Analysis find() {
        questions = 0;
        var found = new ArrayList<Anomaly>();
        Set<String> known = new HashSet<>();
        for (int count = 2; count <= bounds.txnsMax(); count++) {
            for (List<TxnType> types : multisets(program.txns(), count)) {
                search(types, rings(count), found, known);
            }
        }
        return new Analysis(program.name(), levels, bounds, found, questions);
    }

    /**
     * The anomalies through these transactions in this order, each with a conflict to the next and the last with one to
     * the first. How many transactions there may be is what the list says, not the bound.
     */
    public Analysis find(List<String> ring) {
        questions = 0;
        var found = new ArrayList<Anomaly>();
        List<TxnType> types = ring.stream().map(program::txn).toList();
        search(types, List.of(upTo(ring.size())), found, new HashSet<>());
        return new Analysis(program.name(), levels, bounds, found, questions);
    }

    private void search(List<TxnType> types, List<List<Integer>> rings, List<Anomaly> found, Set<String> known) {
        List<Instance> instances = types.stream()
                .map(type -> new Instance(type, levels.of(type.name())))
                .toList();
        var encoding = new Encoding(program, instances, bounds);
        for (List<Integer> ring : rings) {
            found.addAll(new RingSearch(encoding, ring, bounds.lengthMax()).find(known));
        }
        questions += encoding.circuit().questions();
    }

    /** The types in all combinations of this size, repetitions included, in the order of the program. */
    private static List<List<TxnType>> multisets(List<TxnType> types, int count) {
        if (count == 0) {
            return List.of(List.of());
        }
        var multisets = new ArrayList<List<TxnType>>();
        for (int first = 0; first < types.size(); first++) {
            for (List<TxnType> rest : multisets(types.subList(first, types.size()), count - 1)) {
                var multiset = new ArrayList<TxnType>();
                multiset.add(types.get(first));
                multiset.addAll(rest);
                multisets.add(multiset);
            }
        }
        return multisets;
    }

    /** All orders around a ring: those that begin with 0. */
    private static List<List<Integer>> rings(int count) {
        var rings = new ArrayList<List<Integer>>();
        extend(List.of(0), count, rings);
        return rings;
    }

    private static void extend(List<Integer> ring, int count, List<List<Integer>> rings) {
        if (ring.size() == count) {
            rings.add(ring);
        }
        for (int next = 1; next < count; next++) {
            if (!ring.contains(next)) {
                var longer = new ArrayList<>(ring);
                longer.add(next);
                extend(longer, count, rings);
            }
        }
    }

    private static List<Integer> upTo(int count) {
        var numbers = new ArrayList<Integer>();
        for (int i = 0; i < count; i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
