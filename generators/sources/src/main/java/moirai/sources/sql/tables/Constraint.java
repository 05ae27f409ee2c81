package moirai.sources.sql.tables;

import java.util.List;
import moirai.directed.program.Origin;

/**
 * A rule of a table's definition beyond its key. Abstract programs know some of the unique columns alone.
 *
 * @param origin the place of the declaration
 * @param table the table whose rows the rule concerns
 * @param columns the columns that the rule looks at
 */
record Constraint(Origin origin, String table, List<String> columns, Rule rule) {

    Constraint {
        columns = List.copyOf(columns);
    }

    /** Returns the same constraint on some of the rows. */
    Constraint ofSomeRows() {
        return rule instanceof Unique ? new Constraint(origin, table, columns, new Unique(false)) : this;
    }

    /** The demand of a constraint on the columns. */
    sealed interface Rule {}

    /**
     * A rule that two rows may not agree, or not be too close, in the columns.
     *
     * @param isEquality whether exactly those are refused that have equal values in all of them
     */
    record Unique(boolean isEquality) implements Rule {}

    /**
     * A rule that the referenced row has to exist.
     *
     * @param action what becomes of this row when the other one is deleted, such as CASCADE; empty if that is refused
     */
    record Reference(String parent, String action) implements Rule {}

    /** A rule that each row satisfies a condition. */
    record Check(String text) implements Rule {}

    /** A rule that the database itself computes the column when a row is made or changed. */
    record Computed() implements Rule {}
}
