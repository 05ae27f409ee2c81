package moirai.mockstore.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.ForeignExpression;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.query.Labels;
import moirai.mockstore.sql.query.TargetQuery;
import moirai.mockstore.sql.schema.KeyForm;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Parser;
import moirai.mockstore.sql.syntax.Unsupported;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.statement.create.index.CreateIndex;
import net.sf.jsqlparser.statement.create.table.Index;
import org.jspecify.annotations.Nullable;

/** A unique index on expressions, or of those rows that satisfy a condition. */
record UniqueIndex(DefinitionContext context, CreateIndex create) {

    /** The words behind a part of an index that change nothing about which values are equal. */
    private static final Set<String> HARMLESS = Set.of(
            "asc", "desc", "nulls", "first", "last", "text_pattern_ops", "varchar_pattern_ops", "bpchar_pattern_ops");

    /** A part of an index: a column, or else an expression. */
    private record Part(String column, @Nullable Expression expression) {

        /** Returns the part as a message of PostgreSQL names it. */
        String text() {
            if (expression == null) {
                return column;
            }
            return expression instanceof Function ? expression.toString() : "(" + expression + ")";
        }
    }

    private static Part part(Index.ColumnParams written) {
        List<String> words = new ArrayList<>(TableCompiler.orEmpty(written.getParams()));
        String column = written.getColumnName();
        Expression expression = written.isExpression() ? written.getExpression() : null;
        if (expression == null && !words.isEmpty() && words.getFirst().startsWith("(")) {
            // The parser takes the name of a function for that of a column.
            expression = Parser.expression(column + words.removeFirst());
        }
        if (written.getCollation() != null
                || !words.stream().allMatch(word -> HARMLESS.contains(word.toLowerCase(Locale.ROOT)))) {
            throw Unsupported.refuse("a unique index with " + String.join(" ", words) + ", in: " + written);
        }
        return new Part(Identifiers.of(column), expression);
    }

    /** Returns the names of columns and functions by which an index without a name is called. */
    String label() {
        var labels = new ArrayList<String>();
        for (Index.ColumnParams part : create.getIndex().getColumns()) {
            String label = part.isExpression() ? Labels.of(part.getExpression()) : Identifiers.of(part.getColumnName());
            add(labels, label.equals(Labels.NONE) ? "expr" : label);
        }
        TableCompiler.orEmpty(create.getIncludeColumns()).forEach(column -> add(labels, Identifiers.of(column)));
        return String.join("_", labels);
    }

    private static void add(List<String> labels, String label) {
        String free = label;
        for (int number = 1; labels.contains(free); number++) {
            free = label + number;
        }
        labels.add(free);
    }

    KeySchema key(TableSchema table, String name) {
        var values = new ArrayList<SqlExpression>();
        var texts = new ArrayList<String>();
        var columns = new TreeSet<Integer>();
        for (Index.ColumnParams written : create.getIndex().getColumns()) {
            Part part = part(written);
            Expression expression = part.expression == null
                    ? new net.sf.jsqlparser.schema.Column(Identifiers.literal(part.column))
                    : part.expression;
            TargetQuery.RowCondition compiled = context.ofRow(table, expression);
            requireComparable(compiled.expression());
            values.add(Coercion.output(compiled.expression()));
            texts.add(part.text());
            columns.addAll(compiled.columns());
        }
        Expression where = create.getWhere();
        if (where == null) {
            return new KeySchema(name, List.copyOf(columns), new KeyForm(values, texts, null, ""));
        }
        TargetQuery.RowCondition condition = context.ofRow(table, where);
        columns.addAll(condition.columns());
        return new KeySchema(
                name,
                List.copyOf(columns),
                new KeyForm(values, texts, Coercion.condition(condition.expression(), "WHERE"), where.toString()));
    }

    private static void requireComparable(SqlExpression expression) {
        if (expression instanceof ForeignExpression foreign) {
            Constraints.requireComparable(foreign.call().result());
        }
    }
}
