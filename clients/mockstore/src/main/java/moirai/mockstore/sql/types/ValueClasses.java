package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;

/** The Java classes that represent the types. */
public final class ValueClasses {

    /** A type for each Java class. */
    public static final List<SqlType> BY_VALUE = List.of(
            SqlType.BOOLEAN,
            SqlType.INTEGER,
            SqlType.BIGINT,
            SqlType.NUMERIC,
            SqlType.REAL,
            SqlType.DOUBLE,
            SqlType.TEXT,
            SqlType.DATE,
            SqlType.TIME,
            SqlType.TIMESTAMP,
            SqlType.TIMESTAMPTZ,
            SqlType.INTERVAL,
            SqlType.UUID,
            SqlType.BYTEA);

    private ValueClasses() {}

    /** Returns whether the value can be of the type; null cannot. */
    public static boolean represents(Object value, SqlType type) {
        return switch (type) {
            case BOOLEAN -> value instanceof Boolean;
            case SMALLINT, INTEGER -> value instanceof Integer;
            case BIGINT -> value instanceof Long;
            case NUMERIC -> value instanceof BigDecimal;
            case REAL -> value instanceof Float;
            case DOUBLE -> value instanceof Double;
            case TEXT, VARCHAR, CHAR, UNKNOWN -> value instanceof String;
            case DATE -> value instanceof LocalDate;
            case TIME -> value instanceof LocalTime;
            case TIMESTAMP -> value instanceof LocalDateTime;
            case TIMESTAMPTZ -> value instanceof OffsetDateTime;
            case INTERVAL -> value instanceof Interval;
            case UUID -> value instanceof java.util.UUID;
            case BYTEA -> value instanceof Bytes;
        };
    }
}
