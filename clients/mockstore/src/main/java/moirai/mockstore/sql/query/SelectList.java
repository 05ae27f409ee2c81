package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.ForeignComputed;
import moirai.mockstore.sql.expression.ForeignExpression;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.compile.ExpressionCompiler;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ColumnType;
import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.SelectItem;

/** Compiles the list of a SELECT or a RETURNING. */
record SelectList(QueryScope scope) {

    /**
     * A column of the result.
     *
     * @param text of the expression
     */
    record Item(SqlExpression expression, Usage usage, Output output, String text) {}

    List<Item> of(List<SelectItem<?>> items) {
        var list = new ArrayList<Item>();
        for (SelectItem<?> item : items) {
            Unsupported.besides(item, "alias aliasName unquotedAliasName expression");
            switch (item.getExpression()) {
                case AllTableColumns all -> {
                    Unsupported.besides(all, "table");
                    list.addAll(ofSource(Identifiers.of(all.getTable().getName())));
                }
                case AllColumns all -> {
                    Unsupported.besides(all);
                    list.addAll(ofAll());
                }
                default -> list.add(item(item));
            }
        }
        return list;
    }

    private Item item(SelectItem<?> item) {
        Expression expression = item.getExpression();
        if (expression instanceof CollateExpression) {
            // A query around this one could put the text into lower case, which depends on the collation.
            throw Unsupported.refuse("a column with COLLATE: " + item);
        }
        QueryScope.Compiled compiled = expression instanceof Column column && !ExpressionCompiler.isKeyword(column)
                ? scope.recording(() -> scope.passedOn(column))
                : scope.compileOrAsk(expression);
        SqlExpression value = compiled.expression();
        if (item.getAlias() != null && item.getAlias().getName().startsWith("'")) {
            throw Unsupported.refuse("a string in the place of a name in: " + item);
        }
        Optional<String> alias = Optional.ofNullable(item.getAlias()).map(given -> Identifiers.of(given.getName()));
        Output output = switch (value) {
            case ColumnReference column
            when scope.output(column).isPresent() -> {
                Output source = scope.output(column).get();
                String label = alias.orElseGet(() -> Labels.of(expression));
                yield column.levelsUp() == 0 ? source.labelled(label) : new Output(label, source.type(), "", "");
            }
            case ForeignExpression foreign ->
                new Output(alias.orElse(foreign.call().label()), foreign.call().result(), "", "");
            case ForeignComputed computed ->
                new Output(alias.orElse(computed.label()), ColumnType.of(computed.foreign()), "", "");
            default -> Output.computed(alias.orElseGet(() -> Labels.of(expression)), value.type());
        };
        return new Item(value, compiled.usage(), output, expression.toString());
    }

    private List<Item> ofAll() {
        if (scope.sources().isEmpty()) {
            throw new StoreException("42601", "SELECT * with no tables specified is not valid");
        }
        var items = new ArrayList<Item>();
        var shown = new HashSet<String>();
        for (int source = 0; source < scope.sources().size(); source++) {
            for (Output column : scope.sources().get(source).columns()) {
                scope.merged(column.label())
                        .filter(merged -> shown.add(column.label()))
                        .ifPresent(merged -> items.add(reference(merged)));
            }
        }
        for (int source = 0; source < scope.sources().size(); source++) {
            items.addAll(ofSource(source, true));
        }
        return items;
    }

    private List<Item> ofSource(String alias) {
        for (int source = 0; source < scope.sources().size(); source++) {
            if (scope.sources().get(source).alias().equals(alias)) {
                return ofSource(source, false);
            }
        }
        throw new StoreException("42P01", "missing FROM-clause entry for table \"" + alias + "\" in: " + alias + ".*");
    }

    private List<Item> ofSource(int source, boolean withoutMerged) {
        if (scope.sources().get(source) instanceof Source.Given given && given.hidden()) {
            return List.of();
        }
        var items = new ArrayList<Item>();
        List<Output> columns = scope.sources().get(source).columns();
        for (int column = 0; column < columns.size(); column++) {
            String label = columns.get(column).label();
            if (!ColumnSchema.isDropped(label)
                    && (!withoutMerged || scope.merged(label).isEmpty())) {
                items.add(reference(scope.reference(source, column)));
            }
        }
        return items;
    }

    private Item reference(ColumnReference column) {
        QueryScope.Compiled compiled = scope.recording(() -> {
            scope.use(column);
            return column;
        });
        Output output = scope.sources().get(column.source()).columns().get(column.column());
        return new Item(column, compiled.usage(), output, output.label());
    }
}
