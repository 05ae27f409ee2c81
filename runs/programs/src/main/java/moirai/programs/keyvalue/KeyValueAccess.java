package moirai.programs.keyvalue;

import java.util.Optional;

/**
 * What the body of a transaction may do. Keys are compared with {@code equals}; keys and values must not change.
 *
 * <p>Any method may throw what the store throws when the transaction cannot go on. Bodies let it pass.
 */
public interface KeyValueAccess {

    /** What the key holds for this transaction; empty if it holds nothing. */
    Optional<Object> read(Object key);

    /** Makes the key hold a value, if the transaction commits. */
    void write(Object key, Object value);

    /** Makes the key hold nothing, if the transaction commits. */
    void delete(Object key);

    /** What the key holds, as a value of this type, or the one given if it holds nothing. */
    default <T> T read(Object key, Class<T> type, T otherwise) {
        return read(key).map(type::cast).orElse(otherwise);
    }
}
