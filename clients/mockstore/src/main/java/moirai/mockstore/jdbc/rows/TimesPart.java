package moirai.mockstore.jdbc.rows;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Calendar;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The getters of a result set for JDBC's classes of time. A calendar gives the zone of a time that has none; a time
 * with a zone does not need it.
 */
record TimesPart(Cursor cursor) implements Part {

    @Override
    public int columnOf(String label) throws SQLException {
        return cursor.columnOf(label);
    }

    public @Nullable Date getDate(int column) throws SQLException {
        return (Date) cursor.cell(column, Date.class);
    }

    public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null || !(cursor.cell(column, LocalDate.class) instanceof LocalDate date)) {
            return getDate(column);
        }
        return new Date(millis(date.atStartOfDay(), calendar));
    }

    public @Nullable Time getTime(int column) throws SQLException {
        return (Time) cursor.cell(column, Time.class);
    }

    public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null || !(cursor.cell(column, LocalTime.class) instanceof LocalTime time)) {
            return getTime(column);
        }
        return new Time(millis(LocalDate.EPOCH.atTime(time), calendar));
    }

    public @Nullable Timestamp getTimestamp(int column) throws SQLException {
        return (Timestamp) cursor.cell(column, Timestamp.class);
    }

    public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar) throws SQLException {
        boolean hasZone = cursor.column(column).type() == SqlType.TIMESTAMPTZ;
        if (calendar == null || hasZone || !(cursor.cell(column, LocalDateTime.class) instanceof LocalDateTime time)) {
            return getTimestamp(column);
        }
        return Timestamp.from(time.atZone(calendar.getTimeZone().toZoneId()).toInstant());
    }

    private static long millis(LocalDateTime time, Calendar calendar) {
        return time.atZone(calendar.getTimeZone().toZoneId()).toInstant().toEpochMilli();
    }
}
