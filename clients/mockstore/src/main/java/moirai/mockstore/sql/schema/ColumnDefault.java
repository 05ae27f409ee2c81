package moirai.mockstore.sql.schema;

import moirai.mockstore.sql.expression.SqlExpression;

/** The value of a column that an INSERT does not mention. */
public sealed interface ColumnDefault {

    /** The default is null. */
    record None() implements ColumnDefault {}

    /** The default is the value of an expression over no columns. */
    record Computed(SqlExpression expression, String text) implements ColumnDefault {}

    /**
     * The default is the next number of a sequence: SERIAL, or GENERATED AS IDENTITY.
     *
     * @param always whether an INSERT must not give a value of its own
     * @param identity whether it was declared as an identity, not as SERIAL
     */
    record Generated(String sequence, boolean always, boolean identity) implements ColumnDefault {}
}
