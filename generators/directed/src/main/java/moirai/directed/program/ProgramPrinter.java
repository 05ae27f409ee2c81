package moirai.directed.program;

import java.util.List;
import java.util.stream.Collectors;

/** A printer of programs for people: SQL-like, one line a statement. */
public final class ProgramPrinter {

    private ProgramPrinter() {}

    /** Returns the whole program, with a newline at the end. */
    public static String print(Program program) {
        var text = new StringBuilder("program ").append(program.name()).append('\n');
        if (program.numbers().areSigned()) {
            text.append(print(program.numbers())).append('\n');
        }
        program.tables().forEach(table -> text.append(print(table)).append('\n'));
        program.invariants().forEach(invariant -> text.append(print(invariant)).append('\n'));
        for (TxnType txn : program.txns()) {
            text.append('\n').append("transaction ").append(txn.name());
            text.append(txn.parameters().stream().collect(Collectors.joining(", ", "(", ")\n")));
            steps(text, txn.steps(), "  ");
            if (!txn.commit().equals(Condition.always())) {
                text.append("  COMMIT IF ").append(print(txn.commit())).append('\n');
            }
        }
        return text.toString();
    }

    private static String print(Numbers numbers) {
        String natural = numbers.natural().stream().sorted().collect(Collectors.joining(", "));
        return "numbers may be below 0" + (natural.isEmpty() ? "" : ", except " + natural);
    }

    private static String print(Table table) {
        String fields = table.fields().isEmpty() ? "" : " -> " + String.join(", ", table.fields());
        String unique = table.unique().stream()
                .map(together -> " UNIQUE (" + String.join(", ", together) + ")")
                .collect(Collectors.joining());
        return "table " + table.name() + "(" + String.join(", ", table.key()) + fields + ")" + unique;
    }

    private static String print(Invariant invariant) {
        return "invariant " + invariant.name()
                + invariant.rows().entrySet().stream()
                        .map(row -> row.getKey() + " IN " + row.getValue())
                        .collect(Collectors.joining(", ", ": EACH ", ": "))
                + print(invariant.condition());
    }

    private static void steps(StringBuilder text, List<Step> steps, String indent) {
        for (Step step : steps) {
            switch (step) {
                case Statement statement ->
                    text.append(indent).append(print(statement)).append('\n');
                case Loop loop -> {
                    text.append(indent).append(loop.label()).append(": REPEAT ");
                    text.append(print(loop.times())).append(" TIMES\n");
                    steps(text, loop.steps(), indent + "  ");
                }
            }
        }
    }

    /** Returns one statement in one line, without a newline. */
    public static String print(Statement statement) {
        String where = statement.where().equals(Condition.always()) ? "" : " WHERE " + print(statement.where());
        String guard = statement.guard().equals(Condition.always()) ? "" : "  IF " + print(statement.guard());
        String body = switch (statement) {
            case Statement.Select select ->
                select(select) + where + order(select.pick()) + (select.locks() ? " FOR UPDATE" : "");
            case Statement.Insert insert -> "INSERT INTO " + insert.table() + " " + assignments(insert);
            case Statement.Update update ->
                "UPDATE " + update.table() + " SET " + assignments(update) + where
                        + (update.atomic() ? " ATOMICALLY" : "");
            case Statement.Delete delete -> "DELETE FROM " + delete.table() + where;
        };
        return statement.label() + ": " + body + guard;
    }

    private static String select(Statement.Select select) {
        String fields = select.fields().isEmpty() ? "1" : String.join(", ", select.fields());
        return "SELECT " + fields + " FROM " + select.table();
    }

    private static String order(Pick pick) {
        return switch (pick) {
            case Pick.All all -> "";
            case Pick.Least(var field) -> " ORDER BY " + field + " LIMIT 1";
            case Pick.Greatest(var field) -> " ORDER BY " + field + " DESC LIMIT 1";
        };
    }

    private static String assignments(Statement statement) {
        return statement.assignments().stream()
                .map(assignment -> assignment.field() + " = " + print(assignment.value()))
                .collect(Collectors.joining(", "));
    }

    /** Returns a condition; parts of other kinds are in parentheses. */
    public static String print(Condition condition) {
        return switch (condition) {
            case Condition.Compare(var left, var operator, var right) ->
                print(left) + " " + operator.sign() + " " + print(right);
            case Condition.And(var parts) -> parts.isEmpty() ? "TRUE" : joined(parts, " AND ");
            case Condition.Or(var parts) -> parts.isEmpty() ? "FALSE" : joined(parts, " OR ");
            case Condition.Not(var part) -> "NOT " + part(part);
        };
    }

    private static String joined(List<Condition> parts, String word) {
        return parts.stream().map(ProgramPrinter::part).collect(Collectors.joining(word));
    }

    private static String part(Condition part) {
        return part instanceof Condition.Compare ? print(part) : "(" + print(part) + ")";
    }

    /** Returns an expression; nested arithmetic is in parentheses. */
    public static String print(Expression expression) {
        return switch (expression) {
            case Expression.Constant(var value) -> Integer.toString(value);
            case Expression.Parameter(var name) -> ":" + name;
            case Expression.Field(var name) -> name;
            case Expression.Result(var statement, var field, var row) ->
                statement + (row == 0 ? "" : "[" + row + "]") + "." + field;
            case Expression.Each(var statement, var field) -> statement + "[each]." + field;
            case Expression.Count(var statement) -> "count(" + statement + ")";
            case Expression.Any(var name) -> "any(" + name + ")";
            case Expression.Arithmetic(var operation, var left, var right) ->
                operand(left) + " " + operation.sign() + " " + operand(right);
        };
    }

    private static String operand(Expression operand) {
        return operand instanceof Expression.Arithmetic ? "(" + print(operand) + ")" : print(operand);
    }
}
