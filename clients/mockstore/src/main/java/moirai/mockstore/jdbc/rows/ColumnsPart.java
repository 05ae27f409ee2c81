package moirai.mockstore.jdbc.rows;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import moirai.mockstore.jdbc.facade.Also;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.values.SqlToJava;
import moirai.mockstore.sql.ResultColumn;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.SqlType;

/** The metadata of a result's columns. */
final class ColumnsPart implements Part {

    private final List<ResultColumn> columns;

    ColumnsPart(List<ResultColumn> columns) {
        this.columns = columns;
    }

    private ResultColumn column(int number) throws SQLException {
        return Rows.column(columns, number);
    }

    private SqlType type(int number) throws SQLException {
        return column(number).type();
    }

    public int getColumnCount() {
        return columns.size();
    }

    public String getColumnLabel(int number) throws SQLException {
        return column(number).label();
    }

    /**
     * Returns the name of the table's column; a column without a table has a name as well, because JDBC requires one.
     */
    public String getColumnName(int number) throws SQLException {
        ResultColumn column = column(number);
        return column.column().isEmpty() ? column.label() : column.column();
    }

    public String getTableName(int number) throws SQLException {
        return column(number).table();
    }

    public String getSchemaName(int number) throws SQLException {
        return column(number).table().isEmpty() ? "" : "public";
    }

    public String getCatalogName(int number) throws SQLException {
        column(number);
        return "";
    }

    public int getColumnType(int number) throws SQLException {
        return type(number).jdbcType();
    }

    public String getColumnTypeName(int number) throws SQLException {
        return type(number).pgName();
    }

    public String getColumnClassName(int number) throws SQLException {
        return SqlToJava.classOf(type(number)).getName();
    }

    public int getPrecision(int number) throws SQLException {
        ResultColumn column = column(number);
        return column.precision() > 0 ? column.precision() : TypeFacts.precision(column.type());
    }

    public int getScale(int number) throws SQLException {
        return column(number).scale();
    }

    public int getColumnDisplaySize(int number) throws SQLException {
        ResultColumn column = column(number);
        return column.precision() > 0 ? column.precision() + 2 : TypeFacts.displaySize(column.type());
    }

    public boolean isSigned(int number) throws SQLException {
        return Casts.isNumeric(type(number));
    }

    public boolean isCaseSensitive(int number) throws SQLException {
        return Casts.isString(type(number));
    }

    @Also("isCurrency isDefinitelyWritable")
    public boolean isAutoIncrement(int number) throws SQLException {
        column(number);
        return false;
    }

    public boolean isSearchable(int number) throws SQLException {
        column(number);
        return true;
    }

    public int isNullable(int number) throws SQLException {
        column(number);
        return ResultSetMetaData.columnNullableUnknown;
    }

    public boolean isReadOnly(int number) throws SQLException {
        return column(number).column().isEmpty();
    }

    public boolean isWritable(int number) throws SQLException {
        return !isReadOnly(number);
    }
}
