package moirai.mockstore.sql.schema;

import moirai.mockstore.sql.expression.SqlExpression;

/** What a column holds if an INSERT says nothing about it. */
public sealed interface ColumnDefault {

    /** Null. */
    record None() implements ColumnDefault {}

    /** The value of an expression over no columns. */
    record Computed(SqlExpression expression, String text) implements ColumnDefault {}

    /**
     * The next number of a sequence: SERIAL, or GENERATED AS IDENTITY.
     *
     * @param always whether an INSERT must not give a value of its own
     * @param identity whether it was declared as an identity, not as SERIAL
     */
    record Generated(String sequence, boolean always, boolean identity) implements ColumnDefault {}
}
