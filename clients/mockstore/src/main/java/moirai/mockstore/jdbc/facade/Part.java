package moirai.mockstore.jdbc.facade;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Some methods of an interface of JDBC's: each public method that a part has, beside those declared here, must be
 * one of the interface's.
 */
public interface Part {

    /**
     * Called before each method of the object, whichever part answers it.
     *
     * @throws SQLException if the object is closed, unless the method may be called then
     */
    default void permit(Method method) throws SQLException {}

    /** What {@code unwrap} may return, beside the object itself. */
    default List<Object> wrapped() {
        return List.of();
    }

    /** What a method always returns that no part has; empty if that is not known. */
    default Optional<Object> constant(Method method) {
        return Optional.empty();
    }

    /**
     * Which column a label names, where methods take either.
     *
     * @return from 1
     * @throws SQLException if there is no such column
     */
    default int columnOf(String label) throws SQLException {
        throw SqlErrors.notSupported("the label " + label);
    }
}
