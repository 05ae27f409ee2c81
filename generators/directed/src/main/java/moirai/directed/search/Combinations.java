package moirai.directed.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ways to choose and to arrange elements, in an order that depends on the arguments alone. */
public final class Combinations {

    private Combinations() {}

    /** Returns all combinations of this size, repetitions included, in the order of the list. */
    public static <T> List<List<T>> multisets(List<T> elements, int count) {
        return chosen(elements, count, 0);
    }

    /** Returns all subsets of this size, in the order of the list. */
    public static <T> List<List<T>> subsets(List<T> elements, int count) {
        return chosen(elements, count, 1);
    }

    /** Returns the choices of this size in which each element stands at least so many places behind the one before. */
    private static <T> List<List<T>> chosen(List<T> elements, int count, int distance) {
        if (count == 0) {
            return List.of(List.of());
        }
        return IntStream.range(0, elements.size())
                .boxed()
                .flatMap(first ->
                        chosen(elements.subList(first + distance, elements.size()), count - 1, distance).stream()
                                .map(rest -> Stream.concat(Stream.of(elements.get(first)), rest.stream())
                                        .toList()))
                .toList();
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
