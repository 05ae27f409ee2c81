package moirai.sources.sql;

import java.util.List;
import moirai.directed.program.Expression;

/**
 * A column of a query's result.
 *
 * @param name as a caller may name it
 */
public record Column(String name, Source source) {

    /** The origin of a column's values. */
    public sealed interface Source {}

    /** A column with a field of each row of the statement. */
    public record Stored(String label, String field) implements Source {}

    /** A column with the number of the statement's rows. */
    public record Counted(String label) implements Source {}

    /** A column with the sum of a field over the statement's rows. */
    public record Summed(String label, String field) implements Source {}

    /**
     * A column that is computed from these in a way that is not followed.
     *
     * @param what in the words of the statement
     */
    public record Unknown(String what, List<Stored> from) implements Source {

        public Unknown {
            from = List.copyOf(from);
        }
    }

    /** A column with the same value in each row. */
    public record Computed(Expression value) implements Source {}
}
