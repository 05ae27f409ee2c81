package moirai.exploration.program;

import java.util.Optional;

/**
 * A transaction over keys and values, from the view of its body. Keys and values are immutable and have {@code equals}
 * and {@code hashCode}.
 *
 * <p>Every method may throw an error of the store if the transaction cannot continue. A body must not catch it.
 */
public interface Txn {

    /** Returns the value of a key for this transaction; empty if it has none. */
    Optional<Object> read(Object key);

    /** Returns the value of a key as this type; {@code otherwise} if it has none. */
    default <T> T read(Object key, Class<T> type, T otherwise) {
        return read(key).map(type::cast).orElse(otherwise);
    }

    /**
     * Locks a key until the end of the transaction and reads it: the value that this transaction wrote last, or else
     * the latest committed value. Meanwhile no other transaction writes or locks the key. A lock counts as a write of
     * the same value, so a transaction that locks or reads the key later sees all writes of this transaction.
     *
     * @return empty if the key has no value
     */
    Optional<Object> readForUpdate(Object key);

    /** Sets the value of a key, if the transaction commits. */
    void write(Object key, Object value);

    /** Removes the value of a key, if the transaction commits. */
    void delete(Object key);

    /**
     * Aborts the transaction. Its writes have no effect, even if the body catches the error and continues; further
     * steps throw the error again.
     *
     * @return never; the return type permits {@code throw txn.abort()}
     */
    TxnAbortedError abort();
}
