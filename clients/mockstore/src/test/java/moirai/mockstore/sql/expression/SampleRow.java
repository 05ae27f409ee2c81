package moirai.mockstore.sql.expression;

import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.syntax.TypeNames;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/** A table with one row: what expressions are evaluated on. */
final class SampleRow implements Scope {

    /** Name, type and value of each column. */
    static final List<List<String>> COLUMNS = List.of(
            List.of("s", "smallint", "7"),
            List.of("i", "integer", "42"),
            List.of("b", "bigint", "5000000000"),
            List.of("n", "numeric(10,2)", "-12.50"),
            List.of("m", "numeric", "3.14159"),
            List.of("r", "real", "1.5"),
            List.of("d", "double precision", "-0.1"),
            List.of("t", "text", "Hello World"),
            List.of("v", "varchar(20)", "abc"),
            List.of("c", "char(5)", "ab"),
            List.of("p", "boolean", "true"),
            List.of("dt", "date", "2024-02-29"),
            List.of("tm", "time", "12:34:56.789"),
            List.of("ts", "timestamp", "2024-02-29 23:59:59.5"),
            List.of("tz", "timestamptz", "2024-12-31 01:02:03+00"),
            List.of("iv", "interval", "1 mon 2 days 03:00:00"),
            List.of("u", "uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
            List.of("x", "bytea", "\\x00ff"),
            List.of("ni", "integer", ""),
            List.of("nt", "text", ""),
            List.of("np", "boolean", ""),
            List.of("nn", "numeric", ""));

    private record Cell(SqlType type, Object value) {}

    private final Map<String, Cell> cells = new LinkedHashMap<>();

    SampleRow() {
        for (List<String> column : COLUMNS) {
            ColumnType type = TypeNames.of(column.get(1));
            Object text = column.get(2).isEmpty() ? SqlNull.NULL : column.get(2);
            cells.put(column.get(0), new Cell(type.type(), Conversion.assign(text, SqlType.UNKNOWN, type)));
        }
    }

    /** The statements that make the same table in PostgreSQL. */
    static List<String> ddl() {
        var columns = new java.util.StringJoiner(", ", "CREATE TEMP TABLE one_row (", ")");
        var values = new java.util.StringJoiner(", ", "INSERT INTO one_row VALUES (", ")");
        for (List<String> column : COLUMNS) {
            columns.add(column.get(0) + " " + column.get(1));
            values.add(column.get(2).isEmpty() ? "NULL" : "'" + column.get(2) + "'");
        }
        return List.of(columns.toString(), values.toString());
    }

    @Override
    public SqlExpression column(Column name) {
        Cell cell = cells.get(name.getColumnName());
        if (cell == null) {
            throw new StoreException("42703", "column \"" + name.getColumnName() + "\" does not exist");
        }
        return new Constantly(cell.type(), cell.value());
    }

    /** A column's value; not a literal, which could take another type. */
    private record Constantly(SqlType type, Object value) implements SqlExpression {
        @Override
        public Object evaluate(Frame frame) {
            return value;
        }
    }

    @Override
    public SqlExpression parameter(int index) {
        throw new StoreException("42P02", "there is no parameter $" + (index + 1));
    }

    @Override
    public Subquery subquery(Select select) {
        throw new StoreException("0A000", "sub-queries are not supported here");
    }

    @Override
    public SqlExpression aggregate(Aggregate function, boolean distinct, List<Expression> arguments) {
        throw new StoreException("0A000", "aggregates are not supported here");
    }

    /** Has no cells: columns know their values. */
    record NoRow() implements Frame {

        @Override
        public Object column(int levelsUp, int source, int column) {
            throw new IllegalStateException("columns know their values");
        }

        @Override
        public Object parameter(int index) {
            throw new IllegalStateException("there are no parameters");
        }

        @Override
        public OffsetDateTime now() {
            return OffsetDateTime.parse("2024-01-01T00:00:00Z");
        }

        @Override
        public long nextValue(String sequence) {
            throw new StoreException("42P01", "relation \"" + sequence + "\" does not exist");
        }
    }
}
