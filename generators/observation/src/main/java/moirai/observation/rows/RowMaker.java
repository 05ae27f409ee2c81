package moirai.observation.rows;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.interception.BoundSql;

/** Makes the rows that a statement is to find. Its tables have these rows and no others afterwards. */
public record RowMaker(Catalog catalog) {

    /**
     * The rows that are wanted.
     *
     * @param count of rows in the table of each statement
     * @param values of what the statements' placeholders stand for, by name
     * @param outer the labels of statements behind LEFT JOIN
     * @param cell the value of a cell, of its table's column and row, unless a where-clause asks for another one
     */
    public record Wanted(
            ToIntFunction<Statement> count, Map<String, Object> values, List<String> outer, CellValue cell) {

        public Wanted {
            values = Map.copyOf(values);
            outer = List.copyOf(outer);
        }
    }

    /** A choice of the values of cells. */
    @FunctionalInterface
    public interface CellValue {

        /** Returns the value of a cell; rows are numbered from 0. */
        Object of(Table table, Column column, int row);
    }

    /**
     * Makes the rows. Statements after the first may refer to the first row of those before, and those behind LEFT JOIN
     * to the row of the same number if there is one.
     *
     * @param isAdding whether rows of earlier statements stay
     */
    public void make(Connection connection, List<Statement> statements, Wanted wanted, boolean isAdding)
            throws SQLException {
        Map<Expression, Object> known = new HashMap<>();
        wanted.values().forEach((name, value) -> {
            if (value != BoundSql.Absent.NULL) {
                known.put(new Expression.Parameter(name), value);
            }
        });
        List<Map<Expression, Object>> others = new ArrayList<>();
        for (Statement statement : statements) {
            Table table = table(statement.table());
            if (!isAdding) {
                catalog.clear(connection, table.name());
            }
            int count =
                    statement instanceof Statement.Insert ? 0 : wanted.count().applyAsInt(statement);
            for (int row = 0; row < count; row++) {
                Map<Expression, Object> seen = new HashMap<>(known);
                if (wanted.outer().contains(statement.label()) && row < others.size()) {
                    seen.putAll(others.get(row));
                }
                Map<String, Object> cells = cells(table, row, wanted);
                restrict(cells, statement.where(), seen, row);
                insert(connection, table, cells);
                if (row == others.size()) {
                    others.add(new HashMap<>());
                }
                Map<Expression, Object> own = row == 0 ? known : others.get(row);
                cells.forEach((field, value) ->
                        own.put(new Expression.Result(statement.label(), field, 0), Tags.plain(value)));
            }
        }
    }

    private Table table(String name) {
        return catalog.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no table " + name));
    }

    private Map<String, Object> cells(Table table, int row, Wanted wanted) {
        Map<String, Object> cells = new LinkedHashMap<>();
        for (String field : catalog.stored(table)) {
            Column column = catalog.column(table.name(), field);
            if (column.kind() != Column.Kind.OTHER || catalog.isRequired(table.name(), field)) {
                cells.put(field, wanted.cell().of(table, column, row));
            }
        }
        return cells;
    }

    /** Changes the cells so that the row matches, as far as comparisons of a field with a known value determine it. */
    private static void restrict(
            Map<String, Object> cells, Condition condition, Map<Expression, Object> known, int row) {
        switch (condition) {
            case Condition.Compare(Expression.Field(var field), var operator, var right) ->
                set(cells, field, operator, value(right, known, cells));
            case Condition.Compare(var left, var operator, Expression.Field(var field)) ->
                set(cells, field, operator.mirrored(), value(left, known, cells));
            case Condition.And(var parts) -> parts.forEach(part -> restrict(cells, part, known, row));
            case Condition.Or(var parts)
            when !parts.isEmpty() -> restrict(cells, parts.get(Math.min(row, parts.size() - 1)), known, row);
            case Condition.Compare other -> {}
            case Condition.Or other -> {}
            case Condition.Not other -> {}
        }
    }

    private static Optional<Object> value(
            Expression expression, Map<Expression, Object> known, Map<String, Object> cells) {
        return switch (expression) {
            case Expression.Constant(var number) -> Optional.of(BigDecimal.valueOf(number));
            case Expression.Field(var name) -> Optional.ofNullable(cells.get(name));
            case Expression.Arithmetic(var operation, var left, var right) -> {
                Object first = value(left, known, cells).orElse("");
                Object second = value(right, known, cells).orElse("");
                yield (first instanceof BigDecimal one && second instanceof BigDecimal other)
                        ? Optional.of(
                                switch (operation) {
                                    case PLUS -> one.add(other);
                                    case MINUS -> one.subtract(other);
                                    case TIMES -> one.multiply(other);
                                })
                        : Optional.empty();
            }
            default -> Optional.ofNullable(known.get(expression));
        };
    }

    private static void set(Map<String, Object> cells, String field, Operator operator, Optional<Object> value) {
        if (value.isEmpty()) {
            return;
        }
        UnaryOperator<BigDecimal> beside = number -> switch (operator) {
            case EQUAL, AT_MOST, AT_LEAST -> number;
            case LESS -> number.subtract(BigDecimal.ONE);
            case MORE, DIFFERENT -> number.add(BigDecimal.ONE);
        };
        if (value.get() instanceof BigDecimal number) {
            cells.put(field, beside.apply(number));
        } else if (operator != Operator.DIFFERENT) {
            cells.put(field, value.get());
        }
    }

    private void insert(Connection connection, Table table, Map<String, Object> cells) throws SQLException {
        String names = cells.keySet().stream().map(catalog::quoted).collect(Collectors.joining(", "));
        String marks = cells.keySet().stream().map(name -> "?").collect(Collectors.joining(", "));
        String sql = "INSERT INTO " + catalog.quoted(table.name()) + " (" + names + ")" + catalog.overriding()
                + " VALUES (" + marks + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            int index = 1;
            for (Object value : cells.values()) {
                insert.setObject(index++, value);
            }
            insert.executeUpdate();
        }
    }
}
