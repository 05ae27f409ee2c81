package moirai.sources.sql;

import moirai.directed.program.Expression;

/**
 * A column of a query's result.
 *
 * @param name as a caller may name it
 */
public record Column(String name, Source source) {

    /** Where its values come from. */
    public sealed interface Source {}

    /** A field of each row of the statement. */
    public record Stored(String label, String field) implements Source {}

    /** How many rows the statement has. */
    public record Counted(String label) implements Source {}

    /** The sum of a field over the statement's rows. */
    public record Summed(String label, String field) implements Source {}

    /** The same in each row. */
    public record Computed(Expression value) implements Source {}
}
