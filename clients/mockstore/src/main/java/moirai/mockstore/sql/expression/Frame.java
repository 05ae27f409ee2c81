package moirai.mockstore.sql.expression;

import java.time.OffsetDateTime;
import moirai.mockstore.sql.types.TypeErrors;

/** Where an expression finds its values while it is evaluated. */
public interface Frame {

    /**
     * A cell of the current row of a source. Reading it may read from the store, so ask only for what is needed.
     *
     * @param levelsUp 0 for the query that the expression stands in, 1 for the query around it, and so on
     * @param source which of the query's sources, in the order of its FROM clause
     * @param column of the source, from 0
     */
    Object column(int levelsUp, int source, int column);

    /**
     * The value given for a parameter.
     *
     * @param index from 0
     */
    Object parameter(int index);

    /** When the transaction began. */
    OffsetDateTime now();

    /**
     * Takes the next number of a sequence, which nothing gives back.
     *
     * @throws moirai.mockstore.StoreException if there is no such sequence (SQLSTATE 42P01)
     */
    long nextValue(String sequence);

    /**
     * The number that this session took last from a sequence.
     *
     * @throws moirai.mockstore.StoreException if it took none (SQLSTATE 55000), or there is no such sequence (42P01)
     */
    default long currentValue(String sequence) {
        throw TypeErrors.unsupported("currval()");
    }

    /**
     * The number that this session took last from any sequence.
     *
     * @throws moirai.mockstore.StoreException if it took none (SQLSTATE 55000)
     */
    default long lastValue() {
        throw TypeErrors.unsupported("lastval()");
    }
}
