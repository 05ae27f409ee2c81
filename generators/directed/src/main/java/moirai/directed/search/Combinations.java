package moirai.directed.search;

import java.util.ArrayList;
import java.util.List;

/** The ways to choose and to arrange elements, in an order that depends on the arguments alone. */
public final class Combinations {

    private Combinations() {}

    /** Returns all combinations of this size, repetitions included, in the order of the list. */
    public static <T> List<List<T>> multisets(List<T> elements, int count) {
        if (count == 0) {
            return List.of(List.of());
        }
        var multisets = new ArrayList<List<T>>();
        for (int first = 0; first < elements.size(); first++) {
            for (List<T> rest : multisets(elements.subList(first, elements.size()), count - 1)) {
                var multiset = new ArrayList<T>();
                multiset.add(elements.get(first));
                multiset.addAll(rest);
                multisets.add(multiset);
            }
        }
        return multisets;
    }

    /** Returns all subsets of this size, in the order of the list. */
    public static <T> List<List<T>> subsets(List<T> elements, int count) {
        if (count == 0) {
            return List.of(List.of());
        }
        var subsets = new ArrayList<List<T>>();
        for (int first = 0; first < elements.size(); first++) {
            for (List<T> rest : subsets(elements.subList(first + 1, elements.size()), count - 1)) {
                var subset = new ArrayList<T>();
                subset.add(elements.get(first));
                subset.addAll(rest);
                subsets.add(subset);
            }
        }
        return subsets;
    }

    /** Returns all orders of the numbers below count around a ring: those that begin with 0. */
    public static List<List<Integer>> rings(int count) {
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
}
