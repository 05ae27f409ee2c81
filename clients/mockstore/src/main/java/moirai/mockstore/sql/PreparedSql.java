package moirai.mockstore.sql;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;

/** A statement that was parsed and understood; may be executed by any session of its database, any number of times. */
public interface PreparedSql {

    String sql();

    /** Of each parameter, from where it stands; {@link SqlType#UNKNOWN} if that says nothing. */
    List<SqlType> parameterTypes();

    /** What its rows will look like; empty if it returns none. */
    List<ResultColumn> columns();
}
