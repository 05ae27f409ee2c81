package moirai.directed.oracle;

import java.util.List;
import java.util.Map;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;

/** The values of expressions in one call, on what its statements found so far. */
final class Values {

    private final Map<String, Integer> arguments;
    private final Map<String, List<Map<String, Integer>>> found;
    private final Range range;
    private boolean isOutOfBounds;

    Values(Map<String, Integer> arguments, Map<String, List<Map<String, Integer>>> found, Range range) {
        this.arguments = Map.copyOf(arguments);
        this.found = found;
        this.range = range;
    }

    boolean isOutOfBounds() {
        return isOutOfBounds;
    }

    boolean holds(Condition condition, Map<String, Integer> row) {
        return switch (condition) {
            case Condition.Compare(var left, var operator, var right) -> {
                int first = value(left, row);
                int second = value(right, row);
                yield switch (operator) {
                    case EQUAL -> first == second;
                    case DIFFERENT -> first != second;
                    case LESS -> first < second;
                    case AT_MOST -> first <= second;
                    case MORE -> first > second;
                    case AT_LEAST -> first >= second;
                };
            }
            case Condition.And(var parts) -> parts.stream().allMatch(part -> holds(part, row));
            case Condition.Or(var parts) -> parts.stream().anyMatch(part -> holds(part, row));
            case Condition.Not(var part) -> !holds(part, row);
        };
    }

    /** Returns whether those parts of a condition hold that are about the key alone. */
    boolean onKey(Condition where, Map<String, Integer> key) {
        return where.conjuncts().stream()
                .filter(part -> Expression.fields(part.expressions()).allMatch("id"::equals))
                .allMatch(part -> holds(part, key));
    }

    int value(Expression expression, Map<String, Integer> row) {
        int value = switch (expression) {
            case Expression.Constant(var constant) -> constant;
            case Expression.Parameter(var name) -> arguments.getOrDefault(name, 0);
            case Expression.Field(var name) -> row.getOrDefault(name, 0);
            case Expression.Count(var statement) ->
                found.getOrDefault(statement, List.of()).size();
            case Expression.Result(var statement, var field, var number) -> {
                List<Map<String, Integer>> rows = found.getOrDefault(statement, List.of());
                yield number < rows.size() ? rows.get(number).getOrDefault(field, 0) : 0;
            }
            case Expression.Arithmetic(var operation, var left, var right) -> {
                int first = value(left, row);
                int second = value(right, row);
                yield switch (operation) {
                    case PLUS -> first + second;
                    case MINUS -> first - second;
                    case TIMES -> first * second;
                };
            }
            case Expression.Any any -> throw new IllegalStateException("unknown: " + any);
            case Expression.Each each -> throw new IllegalStateException("not unrolled: " + each);
        };
        isOutOfBounds |= !range.has(value);
        return value;
    }
}
