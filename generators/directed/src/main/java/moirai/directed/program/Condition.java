package moirai.directed.program;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A condition that is true or false: of a row in a where-clause, of a transaction's earlier results in a guard. */
public sealed interface Condition {

    /**
     * Returns the condition that is always true: the where-clause of all rows, the guard of a statement that always
     * runs.
     */
    static Condition always() {
        return new And(List.of());
    }

    /** A comparison of two numbers. */
    record Compare(Expression left, Operator operator, Expression right) implements Condition {}

    /** A condition that holds if all parts hold; true if there are none. */
    record And(List<Condition> parts) implements Condition {

        public And {
            parts = List.copyOf(parts);
        }
    }

    /** A condition that holds if at least one part holds; false if there are none. */
    record Or(List<Condition> parts) implements Condition {

        public Or {
            parts = List.copyOf(parts);
        }
    }

    /** The opposite of a condition. */
    record Not(Condition part) implements Condition {}

    /** Returns the condition that a field of the row equals a number. */
    static Condition is(String field, Expression value) {
        return new Compare(new Expression.Field(field), Operator.EQUAL, value);
    }

    /** Returns the condition that an earlier statement returned or changed at least one row. */
    static Condition exists(String statement) {
        return new Compare(new Expression.Count(statement), Operator.MORE, new Expression.Constant(0));
    }

    /** Returns the condition that all of these hold, without superfluous nesting. */
    static Condition and(Condition... parts) {
        List<Condition> flat =
                Stream.of(parts).flatMap(part -> part.conjuncts().stream()).toList();
        return flat.size() == 1 ? flat.getFirst() : new And(flat);
    }

    /** Returns whether each of these fields has to equal a number that is the same for all rows. */
    default boolean pins(List<String> fields) {
        return fields.stream().allMatch(field -> pinnedTo(field).findAny().isPresent());
    }

    /** Returns the numbers, the same for all rows, that this field has to equal. */
    default Stream<Expression> pinnedTo(String field) {
        return conjuncts().stream()
                .flatMap(
                        part -> part instanceof Compare(var left, var operator, var right) && operator == Operator.EQUAL
                                ? isFieldBeside(field, left, right)
                                        ? Stream.of(right)
                                        : isFieldBeside(field, right, left) ? Stream.of(left) : Stream.<Expression>of()
                                : Stream.<Expression>of());
    }

    private static boolean isFieldBeside(String field, Expression one, Expression other) {
        return one.equals(new Expression.Field(field))
                && Expression.fields(other.parts()).findAny().isEmpty();
    }

    /** Returns the conditions that all have to hold: the parts of a conjunction, or this condition. */
    default List<Condition> conjuncts() {
        return this instanceof And(var parts)
                ? parts.stream().flatMap(part -> part.conjuncts().stream()).toList()
                : List.of(this);
    }

    /** Returns all expressions in this condition, with their parts. */
    default Stream<Expression> expressions() {
        return switch (this) {
            case Compare(var left, var operator, var right) -> Stream.concat(left.parts(), right.parts());
            case And(var parts) -> parts.stream().flatMap(Condition::expressions);
            case Or(var parts) -> parts.stream().flatMap(Condition::expressions);
            case Not(var part) -> part.expressions();
        };
    }

    /** Returns the same condition on expressions with other leaves. */
    default Condition withLeaves(UnaryOperator<Expression> change) {
        return withExpressions(expression -> expression.withLeaves(change));
    }

    /** Returns the same condition on other expressions. */
    default Condition withExpressions(UnaryOperator<Expression> change) {
        return switch (this) {
            case Compare(var left, var operator, var right) ->
                new Compare(change.apply(left), operator, change.apply(right));
            case And(var parts) ->
                new And(parts.stream().map(part -> part.withExpressions(change)).toList());
            case Or(var parts) ->
                new Or(parts.stream().map(part -> part.withExpressions(change)).toList());
            case Not(var part) -> new Not(part.withExpressions(change));
        };
    }
}
