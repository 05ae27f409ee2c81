package moirai.exploration.program;

import java.util.Optional;

/**
 * A transaction over keys and values, as its body sees it. Keys and values have {@code equals} and {@code hashCode},
 * and do not change.
 *
 * <p>Every method may throw what the store throws when the transaction cannot go on. A body lets that pass.
 */
public interface Txn {

    /** Returns what the key holds for this transaction; empty if it holds nothing. */
    Optional<Object> read(Object key);

    /** Returns what the key holds, as a value of this type; {@code otherwise} if the key holds nothing. */
    default <T> T read(Object key, Class<T> type, T otherwise) {
        return read(key).map(type::cast).orElse(otherwise);
    }

    /**
     * Locks the key until the end of the transaction, and reads it: what this transaction wrote last, or else what was
     * committed last. Nobody else writes the key, or locks it, in between. A lock counts as a write of the same value:
     * whoever locks or reads the key later sees what else this transaction has done.
     *
     * @return empty if the key holds nothing
     */
    Optional<Object> readForUpdate(Object key);

    /** Makes the key hold a value, if the transaction commits. */
    void write(Object key, Object value);

    /** Makes the key hold nothing, if the transaction commits. */
    void delete(Object key);

    /**
     * Ends the transaction; nothing was written, even if the body catches what this method throws and goes on. Further
     * steps throw it again.
     *
     * @return never; the type lets callers write {@code throw txn.abort()}
     */
    TxnAbortedError abort();
}
