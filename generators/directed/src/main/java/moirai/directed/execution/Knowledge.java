package moirai.directed.execution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;

/**
 * The knowledge of a call of a transaction: its arguments, and the results of its statements so far. It decides which
 * statements run and with which values, in every kind of execution. Used by one thread at a time.
 */
public final class Knowledge {

    private static final Observation NOTHING = Observation.counted(0);

    private final Map<String, Integer> arguments;
    private final Map<String, Observation> returned = new HashMap<>();

    /**
     * Creates the knowledge of a call that begins.
     *
     * @param arguments by parameter; values that the program does not know are under {@code any(name)}
     */
    public Knowledge(Map<String, Integer> arguments) {
        this.arguments = Map.copyOf(arguments);
    }

    /**
     * Records the result of a statement. A statement that its guard kept from running has no result, and counts no
     * rows.
     */
    public void learn(String label, Observation observation) {
        returned.put(label, observation);
    }

    /** Returns whether a condition holds of a row; guards have no row. */
    public boolean holds(Condition condition, Map<String, Integer> row) {
        return switch (condition) {
            case Condition.Compare(var left, var operator, var right) ->
                operator.holds(Integer.compare(value(left, row), value(right, row)));
            case Condition.And(var parts) -> parts.stream().allMatch(part -> holds(part, row));
            case Condition.Or(var parts) -> parts.stream().anyMatch(part -> holds(part, row));
            case Condition.Not(var part) -> !holds(part, row);
        };
    }

    /**
     * Returns the value of an expression, given the fields of a row.
     *
     * @throws IllegalStateException if the row has no such field, the call no such argument, or a loop was not unrolled
     */
    public int value(Expression expression, Map<String, Integer> row) {
        return switch (expression) {
            case Expression.Constant(var constant) -> constant;
            case Expression.Parameter(var name) -> known(arguments, name);
            case Expression.Any(var name) -> known(arguments, "any(" + name + ")");
            case Expression.Field(var name) -> known(row, name);
            case Expression.Count(var statement) -> of(statement).count();
            case Expression.Result(var statement, var field, var number) -> {
                List<Map<String, Integer>> rows = of(statement).rows();
                yield number < rows.size() ? known(rows.get(number), field) : 0;
            }
            case Expression.Each each -> throw new IllegalStateException("a loop was not unrolled: " + each);
            case Expression.Arithmetic(var operation, var left, var right) -> {
                int first = value(left, row);
                int second = value(right, row);
                yield switch (operation) {
                    case PLUS -> first + second;
                    case MINUS -> first - second;
                    case TIMES -> first * second;
                };
            }
        };
    }

    private Observation of(String statement) {
        return returned.getOrDefault(statement, NOTHING);
    }

    private static int known(Map<String, Integer> values, String name) {
        Integer value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no value of " + name + " in " + values);
        }
        return value;
    }
}
