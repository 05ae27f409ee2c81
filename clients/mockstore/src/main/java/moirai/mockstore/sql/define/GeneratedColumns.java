package moirai.mockstore.sql.define;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.create.table.ColumnDefinition;

/** Columns whose values follow from others: GENERATED ALWAYS AS. */
record GeneratedColumns(DefinitionContext context) {

    /** Returns a table in which the value of a column follows from others. */
    TableSchema generated(TableSchema table, int number, String written, boolean isVirtual) {
        ColumnSchema column = table.column(number);
        Expression expression = Parser.withoutParentheses(Parser.expression(written));
        TargetQuery.RowCondition compiled = context.ofRow(table, expression);
        var columns = new ArrayList<>(table.columns());
        columns.set(
                number,
                column.withDefault(new ColumnDefault.OfColumns(
                        Coercion.assignment(compiled.expression(), column.type(), column.name()),
                        compiled.columns(),
                        expression.toString(),
                        isVirtual)));
        return table.withColumns(columns);
    }

    /** Returns a column after SET EXPRESSION or DROP EXPRESSION. */
    ColumnSchema withExpression(TableSchema table, int number, ColumnDefinition change, Storage storage) {
        ColumnSchema column = table.column(number);
        if (!(column.defaultValue() instanceof ColumnDefault.OfColumns former)) {
            throw new StoreException(
                    "42601",
                    "column \"" + column.name() + "\" of relation \"" + table.name() + "\" is not a generated column");
        }
        List<String> words = TableCompiler.orEmpty(change.getColumnSpecs());
        if (words.getFirst().equalsIgnoreCase("drop")) {
            if (former.isVirtual()) {
                throw Unsupported.refuse("DROP EXPRESSION of a virtual generated column");
            }
            return column.withDefault(new ColumnDefault.None());
        }
        Constraints.requireUntouched(storage, table, "SET EXPRESSION");
        return generated(table, number, words.getLast(), former.isVirtual()).column(number);
    }
}
