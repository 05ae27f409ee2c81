package moirai.mockstore.sql.expression;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.TypeErrors;

/** The values that an expression may use while it is evaluated. */
public interface Frame {

    /**
     * Returns a cell of the current row of a source. This may read from the store, so ask only for what is needed.
     *
     * @param levelsUp 0 for the query that the expression belongs to, 1 for the query around it, and so on
     * @param source number of the source in the order of the query's FROM clause
     * @param column of the source, from 0
     */
    Object column(int levelsUp, int source, int column);

    /**
     * Returns the value given for a parameter.
     *
     * @param index from 0
     */
    Object parameter(int index);

    /**
     * Returns what was made for a key in this execution of the statement.
     *
     * @param first makes it if this has not been done
     */
    default <T> T once(Object key, Supplier<T> first) {
        return first.get();
    }

    /** Returns the time when the transaction began. */
    OffsetDateTime now();

    /**
     * Returns the value of a setting of the session.
     *
     * @throws moirai.mockstore.StoreException if there is none of this name (SQLSTATE 42704)
     */
    default String setting(String name) {
        throw TypeErrors.unsupported("current_setting() here");
    }

    /** Returns the session. */
    default SessionCalls session() {
        throw TypeErrors.unsupported("a function that concerns sessions here");
    }

    /**
     * Returns the value of an expression that only PostgreSQL can evaluate, as a text or {@link
     * moirai.mockstore.sql.types.SqlNull#NULL}.
     *
     * @param values of its parameters, in the same form
     */
    default Object evaluate(ForeignCall call, List<Object> values) {
        throw TypeErrors.unsupported(call.label() + " here");
    }

    /** Changes a setting of the session, until the end of the transaction or for good. */
    default void set(String name, String value, boolean isLocal) {
        throw TypeErrors.unsupported("set_config() here");
    }

    /** Returns a generator that was not returned before; all of them follow from the seed of the store. */
    default SplittableRandom random() {
        throw TypeErrors.unsupported("a random value here");
    }

    /**
     * Takes the next number of a sequence. The number is never given back.
     *
     * @throws moirai.mockstore.StoreException if there is no such sequence (SQLSTATE 42P01)
     */
    long nextValue(String sequence);

    /** Returns the name, with its schema, of the table or sequence that a written name means. */
    default String relation(String written) {
        throw TypeErrors.unsupported("the name of a relation here");
    }

    /** Returns the first schema of the search path that exists; empty if none does. */
    default Optional<String> currentSchema() {
        throw TypeErrors.unsupported("current_schema here");
    }

    /**
     * Returns the name of the sequence that a column owns, as it has to be written; empty if it owns none.
     *
     * @throws moirai.mockstore.StoreException if there is no such table (SQLSTATE 42P01) or column (42703)
     */
    default Optional<String> ownedSequence(String table, String column) {
        throw TypeErrors.unsupported("pg_get_serial_sequence()");
    }

    /**
     * Sets the position of a sequence.
     *
     * @param isCalled whether the number counts as taken, also by this session
     * @throws moirai.mockstore.StoreException if there is no such sequence (SQLSTATE 42P01), or the number is out of
     *    its bounds (22003)
     */
    default void setValue(String sequence, long number, boolean isCalled) {
        throw TypeErrors.unsupported("setval()");
    }

    /**
     * Returns the number that this session took last from a sequence.
     *
     * @throws moirai.mockstore.StoreException if it took none (SQLSTATE 55000), or there is no such sequence (42P01)
     */
    default long currentValue(String sequence) {
        throw TypeErrors.unsupported("currval()");
    }

    /**
     * Returns the number that this session took last from any sequence.
     *
     * @throws moirai.mockstore.StoreException if it took none (SQLSTATE 55000)
     */
    default long lastValue() {
        throw TypeErrors.unsupported("lastval()");
    }
}
