package moirai.reenactment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Knowledge;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;

/**
 * An abstract table or statement in SQL that PostgreSQL, H2 and the mock store read alike. All columns are integers.
 * Values that the call knows are bound as parameters; values of the row are left to the database.
 *
 * @param text with question marks
 * @param values of the question marks, in their order
 */
public record CaseSql(String text, List<Integer> values) {

    public CaseSql {
        values = List.copyOf(values);
    }

    /** Returns a statement for each table, in the order of the program. */
    public static List<String> tables(Program program) {
        return program.tables().stream()
                .map(table -> table.allFields().stream()
                        .map(field -> quoted(field) + " INTEGER NOT NULL")
                        .collect(Collectors.joining(
                                ", ",
                                "CREATE TABLE " + quoted(table.name()) + " (",
                                ", PRIMARY KEY (" + list(table.key()) + "))")))
                .toList();
    }

    /** Returns a statement for each row. */
    public static List<String> inserts(Program program, List<Scenario.InitialRow> rows) {
        return rows.stream()
                .map(row -> program.table(row.table()).allFields().stream()
                        .map(field -> String.valueOf(row.values().getOrDefault(field, 0)))
                        .collect(Collectors.joining(
                                ", ",
                                "INSERT INTO " + quoted(row.table()) + " ("
                                        + list(program.table(row.table()).allFields()) + ") VALUES (",
                                ")")))
                .toList();
    }

    /** Returns a query for all rows of a table in the order of keys. */
    public static String all(Table table) {
        return "SELECT " + list(table.allFields()) + " FROM " + quoted(table.name()) + " ORDER BY " + list(table.key());
    }

    /** Returns the statement of a call that has this knowledge. */
    public static CaseSql of(Program program, Statement statement, Knowledge knowledge) {
        return new Writing(program.table(statement.table()), knowledge).of(statement);
    }

    /** Returns the same statement, except that an INSERT replaces an existing row with its key. */
    CaseSql overwriting(Table table, Statement statement) {
        if (!(statement instanceof Statement.Insert)) {
            return this;
        }
        List<String> changed = table.fields().isEmpty() ? table.key() : table.fields();
        String changes = changed.stream()
                .map(field -> quoted(field) + " = EXCLUDED." + quoted(field))
                .collect(Collectors.joining(", "));
        return new CaseSql(text + " ON CONFLICT (" + list(table.key()) + ") DO UPDATE SET " + changes, values);
    }

    /** Returns the columns that a SELECT returns of each row: its fields, or the key if it only counts. */
    static List<String> columns(Table table, Statement.Select select) {
        return select.fields().isEmpty() ? table.key() : select.fields();
    }

    /** Returns the statement with its values in place of the question marks. */
    public String literal() {
        var literal = new StringBuilder();
        boolean isName = false;
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            isName ^= letter == '"';
            if (letter == '?' && !isName) {
                int value = values.get(next++);
                literal.append(value < 0 ? "(" + value + ")" : String.valueOf(value));
            } else {
                literal.append(letter);
            }
        }
        return literal.toString();
    }

    /** Returns a name as a quoted SQL identifier, whatever characters it has. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static String list(List<String> names) {
        return names.stream().map(CaseSql::quoted).collect(Collectors.joining(", "));
    }

    /** A statement while it is written. */
    private static final class Writing {

        private final Table table;
        private final Knowledge knowledge;
        private final List<Integer> values = new ArrayList<>();

        Writing(Table table, Knowledge knowledge) {
            this.table = table;
            this.knowledge = knowledge;
        }

        CaseSql of(Statement statement) {
            String name = quoted(table.name());
            String text = switch (statement) {
                case Statement.Select select ->
                    "SELECT " + list(columns(table, select)) + " FROM " + name + where(select) + order(select.pick())
                            + (select.locks() ? " FOR UPDATE" : "");
                case Statement.Insert insert ->
                    "INSERT INTO " + name + " (" + list(table.allFields()) + ") VALUES ("
                            + table.allFields().stream()
                                    .map(field -> inserted(insert, field))
                                    .collect(Collectors.joining(", "))
                            + ")";
                case Statement.Update update ->
                    "UPDATE " + name + " SET "
                            + update.set().stream().map(this::set).collect(Collectors.joining(", ")) + where(update);
                case Statement.Delete delete -> "DELETE FROM " + name + where(delete);
            };
            return new CaseSql(text, values);
        }

        private String inserted(Statement.Insert insert, String field) {
            Expression value = insert.values().stream()
                    .filter(assignment -> assignment.field().equals(field))
                    .findFirst()
                    .map(Assignment::value)
                    .orElse(new Expression.Constant(0));
            return expression(value);
        }

        private String set(Assignment assignment) {
            return quoted(assignment.field()) + " = " + expression(assignment.value());
        }

        private String where(Statement statement) {
            return " WHERE " + condition(statement.where());
        }

        private String order(Pick pick) {
            return switch (pick) {
                case Pick.All all -> " ORDER BY " + list(table.key());
                case Pick.Least(var field) -> " ORDER BY " + quoted(field) + ", " + list(table.key()) + " LIMIT 1";
                case Pick.Greatest(var field) ->
                    " ORDER BY " + quoted(field) + " DESC, " + list(table.key()) + " LIMIT 1";
            };
        }

        private String condition(Condition condition) {
            if (condition.expressions().noneMatch(Expression.Field.class::isInstance)) {
                return knowledge.holds(condition, Map.of()) ? "1 = 1" : "1 = 0";
            }
            return switch (condition) {
                case Condition.Compare(var left, var operator, var right) ->
                    expression(left) + " " + operator.sign() + " " + expression(right);
                case Condition.And(var parts) -> joined(parts, " AND ");
                case Condition.Or(var parts) -> "(" + joined(parts, " OR ") + ")";
                case Condition.Not(var part) -> "NOT (" + condition(part) + ")";
            };
        }

        private String joined(List<Condition> parts, String word) {
            return parts.stream().map(this::condition).collect(Collectors.joining(word));
        }

        private String expression(Expression expression) {
            if (expression.parts().noneMatch(Expression.Field.class::isInstance)) {
                values.add(knowledge.value(expression, Map.of()));
                return "?";
            }
            return switch (expression) {
                case Expression.Field(var name) -> quoted(name);
                case Expression.Arithmetic(var operation, var left, var right) ->
                    "(" + expression(left) + " " + operation.sign() + " " + expression(right) + ")";
                case Expression.Constant constant -> throw new IllegalStateException("no field in " + constant);
                case Expression.Parameter parameter -> throw new IllegalStateException("no field in " + parameter);
                case Expression.Result result -> throw new IllegalStateException("no field in " + result);
                case Expression.Each each -> throw new IllegalStateException("no field in " + each);
                case Expression.Count count -> throw new IllegalStateException("no field in " + count);
                case Expression.Any any -> throw new IllegalStateException("no field in " + any);
            };
        }
    }
}
