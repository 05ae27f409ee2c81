package moirai.mockstore.wire.statements;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.mockstore.wire.statements.Tables.Column;
import moirai.mockstore.wire.statements.Tables.Table;

/** Statements that change rows, mostly right ones. */
final class RandomChanges {

    /** Identifiers are drawn below this number, so that rows of different tables meet. */
    private static final int IDS = 9;

    private final Random random;
    private final Tables tables;
    private final RandomExpressions expressions;
    private final RandomSelects selects;

    RandomChanges(Random random, Tables tables, RandomExpressions expressions, RandomSelects selects) {
        this.random = random;
        this.tables = tables;
        this.expressions = expressions;
        this.selects = selects;
    }

    private String pick(String... choices) {
        return expressions.pick(choices);
    }

    String change() {
        Table table = tables.any();
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> insert(table);
            case 4 -> insertSelect(table, tables.any());
            case 5, 6, 7 -> update(table);
            case 8 -> updateFrom(table, tables.any());
            case 9 -> delete(table);
            case 10 -> common(table, tables.any());
            default -> deleteUsing(table, tables.any());
        };
    }

    /** Returns some of the columns besides the key. */
    private List<Column> some(Table table) {
        return table.columns().stream()
                .skip(1)
                .filter(column -> random.nextInt(3) > 0)
                .toList();
    }

    private static String names(List<Column> columns) {
        return Stream.concat(Stream.of("id"), columns.stream().map(Column::name))
                .collect(Collectors.joining(", "));
    }

    private String value(Column column) {
        return switch (random.nextInt(10)) {
            case 0 -> "DEFAULT";
            case 1 -> expressions.any(column.kind(), List.of(), 2);
            case 2 ->
                column.kind() == Kind.INT
                        ? "(SELECT " + pick("count(*)", "max(id)") + " FROM "
                                + tables.any().name() + ")"
                        : expressions.literal(column.kind());
            default -> expressions.literal(column.kind());
        };
    }

    String insert(Table table) {
        List<Column> columns = some(table);
        String rows = IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(row -> Stream.concat(
                                Stream.of(random.nextInt(8) == 0 ? "DEFAULT" : String.valueOf(random.nextInt(IDS))),
                                columns.stream().map(this::value))
                        .collect(Collectors.joining(", ", "(", ")")))
                .collect(Collectors.joining(", "));
        return "INSERT INTO " + table.name() + " (" + names(columns) + ") VALUES " + rows + conflict(table)
                + returning(table.columns());
    }

    private String conflict(Table table) {
        return switch (random.nextInt(6)) {
            case 0 -> " ON CONFLICT DO NOTHING";
            case 1 -> " ON CONFLICT (id) DO NOTHING";
            case 2, 3 -> {
                List<Column> scope = new ArrayList<>(table.qualified(table.name()));
                scope.addAll(table.qualified("excluded"));
                yield " ON CONFLICT (id) DO UPDATE SET " + assignments(table, scope)
                        + (random.nextInt(3) == 0 ? " WHERE " + expressions.condition(scope, 1) : "");
            }
            default -> "";
        };
    }

    private String assignments(Table table, List<Column> scope) {
        List<Column> columns = some(table);
        if (columns.isEmpty()) {
            return "id = " + table.name() + ".id";
        }
        Function<Column, String> assigned =
                column -> random.nextInt(12) == 0 ? "DEFAULT" : expressions.any(column.kind(), scope, 2);
        if (columns.size() > 1 && random.nextInt(5) == 0) {
            return columns.stream().map(Column::name).collect(Collectors.joining(", ", "(", ")")) + " = "
                    + columns.stream().map(assigned).collect(Collectors.joining(", ", "(", ")"));
        }
        return columns.stream()
                .map(column -> column.name() + " = " + assigned.apply(column))
                .collect(Collectors.joining(", "));
    }

    private String returning(List<Column> scope) {
        return switch (random.nextInt(6)) {
            case 0 -> " RETURNING *";
            case 1 ->
                " RETURNING " + scope.getFirst().name() + ", " + expressions.any(Kind.any(random), scope, 2) + " AS r";
            default -> "";
        };
    }

    private String insertSelect(Table table, Table source) {
        List<Column> columns = some(table);
        String values = columns.stream()
                .map(column -> ", " + expressions.any(column.kind(), source.columns(), 2))
                .collect(Collectors.joining());
        return "INSERT INTO " + table.name() + " (" + names(columns) + ") SELECT id + " + random.nextInt(IDS) + values
                + " FROM " + source.name() + selects.where(source.columns()) + conflict(table)
                + returning(table.columns());
    }

    private String update(Table table) {
        return "UPDATE " + table.name() + " SET " + assignments(table, table.columns())
                + (random.nextBoolean() ? " WHERE id = " + random.nextInt(IDS) : selects.where(table.columns()))
                + returning(table.columns());
    }

    /** Each row meets one row of the other table at most, so that the result is determined. */
    private String updateFrom(Table table, Table source) {
        List<Column> scope = new ArrayList<>(table.qualified("t"));
        scope.addAll(source.qualified("s"));
        return "UPDATE " + table.name() + " t SET " + assignments(table, scope).replace(table.name() + ".id", "t.id")
                + " FROM " + source.name() + " s WHERE s.id = t.id"
                + (random.nextBoolean() ? " AND " + expressions.condition(scope, 1) : "")
                + returning(table.qualified("t"));
    }

    private String delete(Table table) {
        return "DELETE FROM " + table.name() + " WHERE "
                + pick("id = " + random.nextInt(IDS), "id > 5 AND " + expressions.condition(table.columns(), 2))
                + returning(table.columns());
    }

    private String deleteUsing(Table table, Table source) {
        List<Column> scope = new ArrayList<>(table.qualified("t"));
        scope.addAll(source.qualified("s"));
        return "DELETE FROM " + table.name() + " t USING " + source.name() + " s WHERE s.id = t.id AND t.id > 4 AND "
                + expressions.condition(scope, 1) + returning(table.qualified("t"));
    }

    private String common(Table table, Table other) {
        String change = pick(
                "DELETE FROM " + table.name() + " WHERE id > 6 AND " + expressions.condition(table.columns(), 1),
                "UPDATE " + table.name() + " SET " + assignments(table, table.columns()) + " WHERE id < 3",
                "INSERT INTO " + table.name() + " (id) SELECT 10 + id FROM " + other.name() + " WHERE id < 2"
                        + " ON CONFLICT DO NOTHING");
        return "WITH changed AS (" + change + " RETURNING *) SELECT count(*), min(id), (SELECT count(*) FROM "
                + other.name() + ") FROM changed";
    }
}
