package moirai.mockstore.wire;

import java.util.List;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.SqlType;

/**
 * No statement at all, which the protocol allows where one could stand; clients use it to see whether a server lives.
 */
record EmptySql(String sql) implements PreparedSql {

    @Override
    public List<SqlType> parameterTypes() {
        return List.of();
    }

    @Override
    public List<ResultColumn> columns() {
        return List.of();
    }
}
