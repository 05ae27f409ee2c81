package moirai.mockstore.jdbc.facade;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The implementation of some methods of a JDBC interface. Each public method of a part, except those declared here,
 * implements the methods of the same name, and those that {@link Also} names, whose arguments it takes; a method with
 * the same parameters takes precedence.
 */
public interface Part {

    /**
     * Permits or refuses a method call. Called before each method of the object, whichever part implements it.
     *
     * @throws SQLException if the object is closed, unless the method may be called then
     */
    default void permit(Method method) throws SQLException {}

    /** Returns the objects that {@code unwrap} may return, besides the object itself. */
    default List<Object> wrapped() {
        return List.of();
    }

    /** Returns the constant result of a method that no part has; empty if there is none. */
    default Optional<Object> constant(Method method) {
        return Optional.empty();
    }

    /**
     * Returns the number of the column with a label, for methods that take either.
     *
     * @return from 1
     * @throws SQLException if there is no such column
     */
    default int columnOf(String label) throws SQLException {
        throw SqlErrors.notSupported("the label " + label);
    }
}
