package moirai.directed.program;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A natural number that a statement computes. */
public sealed interface Expression {

    /** A number that stands in the program. At least 0. */
    record Constant(int value) implements Expression {

        /** Throws IllegalArgumentException for a negative number: values are natural. */
        public Constant {
            if (value < 0) {
                throw new IllegalArgumentException("constant " + value + " is negative; values are at least 0");
            }
        }
    }

    /** A parameter of the transaction. */
    record Parameter(String name) implements Expression {}

    /** A field of the row that the statement is looking at; for where-clauses and for the new values of updates. */
    record Field(String name) implements Expression {}

    /**
     * A field that an earlier SELECT of the same transaction returned.
     *
     * @param row which of the returned rows, in the order of keys; from 0. The value is 0 if there are not so many
     *    rows: a statement to which that matters is guarded by {@link Count}.
     */
    record Result(String statement, String field, int row) implements Expression {

        /** Throws IllegalArgumentException for a negative row. */
        public Result {
            if (row < 0) {
                throw new IllegalArgumentException("row " + row + " of " + statement + "; rows count from 0");
            }
        }
    }

    /** A field, inside a loop, of the row of the SELECT that has the number of the iteration. */
    record Each(String statement, String field) implements Expression {}

    /** The number of rows that an earlier statement of the same transaction returned, made, changed or removed. */
    record Count(String statement) implements Expression {}

    /** A number that the program's author does not know: any value, the same wherever a transaction names it again. */
    record Any(String name) implements Expression {}

    /**
     * An operation on two numbers. Results below 0 or beyond the largest value of an analysis are out of its bounds.
     */
    record Arithmetic(Operation operation, Expression left, Expression right) implements Expression {}

    /** Returns this expression and all parts of it. */
    default Stream<Expression> parts() {
        return this instanceof Arithmetic(var operation, var left, var right)
                ? Stream.concat(Stream.of(this), Stream.concat(left.parts(), right.parts()))
                : Stream.of(this);
    }

    /** Returns the names of the fields among these parts of expressions, each once. */
    static Stream<String> fields(Stream<Expression> parts) {
        return parts.flatMap(part -> part instanceof Field(var name) ? Stream.of(name) : Stream.<String>of())
                .distinct();
    }

    /** Returns the same expression with other leaves. */
    default Expression withLeaves(UnaryOperator<Expression> change) {
        return this instanceof Arithmetic(var operation, var left, var right)
                ? new Arithmetic(operation, left.withLeaves(change), right.withLeaves(change))
                : change.apply(this);
    }

    /** Returns this number plus another one. */
    default Expression plus(Expression other) {
        return new Arithmetic(Operation.PLUS, this, other);
    }

    /** Returns this number minus another one. */
    default Expression minus(Expression other) {
        return new Arithmetic(Operation.MINUS, this, other);
    }
}
