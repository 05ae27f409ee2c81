package moirai.mockstore.jdbc.rows;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import moirai.mockstore.jdbc.facade.Also;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.values.SqlToJava;
import org.jspecify.annotations.Nullable;

/** The getters of a result set for the cells of the current row, for all classes except those of time. */
record CellsPart(Cursor cursor) implements Part {

    @Override
    public int columnOf(String label) throws SQLException {
        return cursor.columnOf(label);
    }

    public boolean wasNull() {
        return cursor.wasNull();
    }

    public @Nullable Object getObject(int column) throws SQLException {
        return SqlToJava.object(cursor.cell(column));
    }

    public @Nullable Object getObject(int column, Class<?> wanted) throws SQLException {
        return cursor.cell(column, wanted);
    }

    public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> classes) throws SQLException {
        if (classes != null && !classes.isEmpty()) {
            throw SqlErrors.notSupported("a map of types to classes");
        }
        return getObject(column);
    }

    @Also("getNString")
    public @Nullable String getString(int column) throws SQLException {
        return (String) cursor.cell(column, String.class);
    }

    public boolean getBoolean(int column) throws SQLException {
        return (Boolean) Objects.requireNonNullElse(cursor.cell(column, Boolean.class), false);
    }

    public byte getByte(int column) throws SQLException {
        return number(column, Byte.class).byteValue();
    }

    public short getShort(int column) throws SQLException {
        return number(column, Short.class).shortValue();
    }

    public int getInt(int column) throws SQLException {
        return number(column, Integer.class).intValue();
    }

    public long getLong(int column) throws SQLException {
        return number(column, Long.class).longValue();
    }

    public float getFloat(int column) throws SQLException {
        return number(column, Float.class).floatValue();
    }

    public double getDouble(int column) throws SQLException {
        return number(column, Double.class).doubleValue();
    }

    private Number number(int column, Class<? extends Number> wanted) throws SQLException {
        return (Number) Objects.requireNonNullElse(cursor.cell(column, wanted), 0);
    }

    public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
        return (BigDecimal) cursor.cell(column, BigDecimal.class);
    }

    public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(column);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    public byte @Nullable [] getBytes(int column) throws SQLException {
        Object value = cursor.cell(column);
        if (cursor.wasNull()) {
            return null;
        }
        return value instanceof String text
                ? text.getBytes(StandardCharsets.UTF_8)
                : (byte[]) SqlToJava.as(byte[].class, cursor.column(column).type(), value);
    }

    public @Nullable InputStream getBinaryStream(int column) throws SQLException {
        byte[] value = getBytes(column);
        return value == null ? null : new ByteArrayInputStream(value);
    }

    @Also("getNCharacterStream")
    public @Nullable Reader getCharacterStream(int column) throws SQLException {
        String value = getString(column);
        return value == null ? null : new StringReader(value);
    }
}
