package moirai.mockstore.jdbc.session;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Calendar;
import moirai.mockstore.jdbc.facade.Also;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.values.JavaToSql;
import moirai.mockstore.jdbc.values.Streams;
import moirai.mockstore.sql.types.SqlNull;
import org.jspecify.annotations.Nullable;

/** The setters of a prepared statement. */
record ParametersPart(ParameterValues parameters) implements Part {

    private void set(int index, @Nullable Object value) throws SQLException {
        parameters.set(index, JavaToSql.value(value));
    }

    public void setNull(int index, int jdbcType) throws SQLException {
        parameters.set(index, SqlNull.NULL);
    }

    public void setNull(int index, int jdbcType, String typeName) throws SQLException {
        parameters.set(index, SqlNull.NULL);
    }

    @Also("setBoolean setByte setShort setInt setLong setFloat setDouble setBigDecimal setString setNString "
            + "setBytes setBinaryStream setCharacterStream setDate setTime setTimestamp setArray")
    public void setObject(int index, @Nullable Object value) throws SQLException {
        set(index, value);
    }

    public void setBinaryStream(int index, @Nullable InputStream value, long length) throws SQLException {
        byte[] content = value == null ? null : Streams.read(value, length);
        set(index, content);
    }

    public void setCharacterStream(int index, @Nullable Reader value, long length) throws SQLException {
        set(index, value == null ? null : Streams.read(value, length));
    }

    public void setDate(int index, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        set(
                index,
                value == null || calendar == null
                        ? value
                        : local(value.getTime(), calendar).toLocalDate());
    }

    public void setTime(int index, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        set(
                index,
                value == null || calendar == null
                        ? value
                        : local(value.getTime(), calendar).toLocalTime());
    }

    public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            set(index, value);
        } else {
            set(
                    index,
                    LocalDateTime.ofInstant(
                            value.toInstant(), calendar.getTimeZone().toZoneId()));
        }
    }

    private static LocalDateTime local(long millis, Calendar calendar) {
        return LocalDateTime.ofInstant(
                Instant.ofEpochMilli(millis), calendar.getTimeZone().toZoneId());
    }

    public void setObject(int index, @Nullable Object value, int jdbcType) throws SQLException {
        parameters.set(index, JavaToSql.value(value, jdbcType));
    }

    public void setObject(int index, @Nullable Object value, int jdbcType, int scale) throws SQLException {
        Object converted = JavaToSql.value(value, jdbcType);
        parameters.set(
                index,
                converted instanceof BigDecimal decimal ? decimal.setScale(scale, RoundingMode.HALF_UP) : converted);
    }

    public void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
        setObject(index, value, number(type));
    }

    public void setObject(int index, @Nullable Object value, SQLType type, int scale) throws SQLException {
        setObject(index, value, number(type), scale);
    }

    private static int number(SQLType type) throws SQLException {
        Integer number = type.getVendorTypeNumber();
        if (number == null) {
            throw SqlErrors.notSupported("the type " + type.getName());
        }
        return number;
    }
}
