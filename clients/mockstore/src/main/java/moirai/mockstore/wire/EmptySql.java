package moirai.mockstore.wire;

import java.util.List;
import moirai.mockstore.sql.PreparedSql;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.SqlType;

/**
 * An empty statement, which the protocol allows in place of a statement; clients use it to test whether a server is
 * alive.
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
