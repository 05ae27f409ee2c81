package moirai.observation.rehearsals;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Expression;

/**
 * The plan of a run.
 *
 * @param rows how many a statement is to find, by its place; 1 if nothing is said. A table behind LEFT JOIN has its
 *     label as its place, and as many rows as the others if nothing is said.
 * @param wishes the values of sources; others have tags of their own
 */
public record Plan(Map<String, Integer> rows, Map<Expression, Wish> wishes) {

    /** The plan that says nothing. */
    public static final Plan EMPTY = new Plan(Map.of(), Map.of());

    public Plan {
        rows = Map.copyOf(rows);
        wishes = Map.copyOf(wishes);
    }

    /** A choice of a value. */
    public sealed interface Wish {

        /** A value greater than all others. */
        record High() implements Wish {}

        /** A value less than all others. */
        record Low() implements Wish {}

        /** The value of another source. */
        record Like(Expression other) implements Wish {}

        /** This value. */
        record Exactly(Object value) implements Wish {}
    }

    /** One thing that a plan may say. */
    public sealed interface Steer {

        /** A number of rows that a statement finds; its rows are those of the label. */
        record Rows(String id, String label, int count) implements Steer {}

        /** A value of a source. */
        record Value(Expression source, Wish wish) implements Steer {}
    }

    public Plan with(Steer steer) {
        switch (steer) {
            case Steer.Rows(var id, var label, var count) -> {
                var more = new TreeMap<>(rows);
                more.put(id, count);
                return new Plan(more, wishes);
            }
            case Steer.Value(var source, var wish) -> {
                var more = new HashMap<>(wishes);
                more.put(source, wish);
                return new Plan(rows, more);
            }
        }
    }
}
