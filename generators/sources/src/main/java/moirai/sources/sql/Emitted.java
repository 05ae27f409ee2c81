package moirai.sources.sql;

import java.util.List;
import moirai.directed.program.Statement;

/**
 * The statements of an abstract program that a statement of SQL became.
 *
 * @param statements in their order; none if it was left out
 * @param label of the statement whose rows are those of the result
 * @param isOneRow whether the result has exactly one row whatever there is, as a count
 * @param outer the labels of the statements for tables behind LEFT JOIN
 */
public record Emitted(
        List<Statement> statements, String label, List<Column> columns, boolean isOneRow, List<String> outer) {

    public Emitted {
        statements = List.copyOf(statements);
        columns = List.copyOf(columns);
        outer = List.copyOf(outer);
    }

    Emitted(List<Statement> statements, String label, List<Column> columns, boolean isOneRow) {
        this(statements, label, columns, isOneRow, List.of());
    }

    /** Returns the translation of a statement that is left out. */
    static Emitted nothing() {
        return new Emitted(List.of(), "", List.of(), false);
    }
}
