package moirai.runs.products;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of nodes that a product can be requested with.
 *
 * @param min the least number that makes the product what it is
 * @param max the limit
 * @param usual the number if none is requested
 */
public record NodeCounts(int min, int max, int usual) {

    /** The counts of a product whose databases are one server, or none. */
    static final NodeCounts ONE = new NodeCounts(1, 1, 1);

    boolean isChoice() {
        return max > min;
    }

    /** Returns all these numbers as text. */
    List<String> labels() {
        return IntStream.rangeClosed(min, max).mapToObj(String::valueOf).toList();
    }
}
