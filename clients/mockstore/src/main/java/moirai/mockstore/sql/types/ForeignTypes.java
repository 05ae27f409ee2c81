package moirai.mockstore.sql.types;

import java.util.Optional;

/** Where PostgreSQL's own types are to be had. */
public interface ForeignTypes {

    /** There are none. */
    ForeignTypes NONE = name -> Optional.empty();

    /** Returns the type of this name, such as {@code integer[]}; empty if there is none. */
    Optional<ForeignType> find(String name);

    /** Returns whether PostgreSQL is there already, so that it can be asked without delay. */
    default boolean isAsked() {
        return false;
    }

    /**
     * Makes sure that definitions of types are understood, as soon as they are noted.
     *
     * @throws moirai.mockstore.StoreException if they are not
     */
    default void refresh() {}
}
