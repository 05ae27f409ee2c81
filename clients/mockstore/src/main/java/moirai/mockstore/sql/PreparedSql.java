package moirai.mockstore.sql;

import java.util.List;
import java.util.Map;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;

/** A statement that was parsed and compiled; may be executed by any session of its database, any number of times. */
public interface PreparedSql {

    String sql();

    /**
     * Returns the type of each parameter, as its place in the statement determines it; {@link SqlType#UNKNOWN} if its
     * place does not.
     */
    List<SqlType> parameterTypes();

    /** Returns the types of the first parameters, as the client declares them; none by default. */
    default List<SqlType> declaredTypes() {
        return List.of();
    }

    /** Returns the parameters of types that only PostgreSQL has, by index. */
    default Map<Integer, ForeignType> foreignParameters() {
        return Map.of();
    }

    /** Returns the columns of the rows that it returns; empty if it returns none. */
    List<ResultColumn> columns();
}
