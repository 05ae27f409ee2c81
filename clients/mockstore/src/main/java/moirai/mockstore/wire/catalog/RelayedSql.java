package moirai.mockstore.wire.catalog;

import java.util.List;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.SqlType;

/** A statement whose answer is passed on as it comes. */
public interface RelayedSql extends PreparedSql {

    /** Returns the messages that describe its parameters and columns. */
    List<BackendMessage> description();

    /** Returns none: parameters are passed on as they are. */
    @Override
    default List<SqlType> parameterTypes() {
        return List.of();
    }

    /** Returns none: columns come as they are. */
    @Override
    default List<ResultColumn> columns() {
        return List.of();
    }
}
