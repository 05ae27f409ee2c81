package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;

/** The types of values, with the Java class that represents each. Null is {@link SqlNull#NULL} in all of them. */
public enum SqlType {
    BOOLEAN("bool", "boolean", 16, Types.BOOLEAN, Boolean.class),
    SMALLINT("int2", "smallint", 21, Types.SMALLINT, Integer.class),
    INTEGER("int4", "integer", 23, Types.INTEGER, Integer.class),
    BIGINT("int8", "bigint", 20, Types.BIGINT, Long.class),
    NUMERIC("numeric", "numeric", 1700, Types.NUMERIC, BigDecimal.class),
    REAL("float4", "real", 700, Types.REAL, Float.class),
    DOUBLE("float8", "double precision", 701, Types.DOUBLE, Double.class),
    TEXT("text", "text", 25, Types.VARCHAR, String.class),
    VARCHAR("varchar", "character varying", 1043, Types.VARCHAR, String.class),
    /** A string of fixed length, padded with blanks. */
    CHAR("bpchar", "character", 1042, Types.CHAR, String.class),
    DATE("date", "date", 1082, Types.DATE, LocalDate.class),
    TIME("time", "time without time zone", 1083, Types.TIME, LocalTime.class),
    TIMESTAMP("timestamp", "timestamp without time zone", 1114, Types.TIMESTAMP, LocalDateTime.class),
    /** A moment, represented in UTC. */
    TIMESTAMPTZ("timestamptz", "timestamp with time zone", 1184, Types.TIMESTAMP_WITH_TIMEZONE, OffsetDateTime.class),
    INTERVAL("interval", "interval", 1186, Types.OTHER, Interval.class),
    UUID("uuid", "uuid", 2950, Types.OTHER, java.util.UUID.class),
    BYTEA("bytea", "bytea", 17, Types.BINARY, Bytes.class),
    /** A literal or parameter whose type its place determines. */
    UNKNOWN("unknown", "unknown", 705, Types.VARCHAR, String.class);

    private final String pgName;
    private final String sqlName;
    private final int oid;
    private final int jdbcType;
    private final Class<?> valueClass;

    SqlType(String pgName, String sqlName, int oid, int jdbcType, Class<?> valueClass) {
        this.pgName = pgName;
        this.sqlName = sqlName;
        this.oid = oid;
        this.jdbcType = jdbcType;
        this.valueClass = valueClass;
    }

    /** Returns the name in PostgreSQL's catalog {@code pg_type}. */
    public String pgName() {
        return pgName;
    }

    /** Returns the name in the SQL standard and PostgreSQL's messages, such as {@code double precision}. */
    public String sqlName() {
        return sqlName;
    }

    /** Returns PostgreSQL's number of the type. */
    public int oid() {
        return oid;
    }

    /** Returns a constant of {@link Types}. */
    public int jdbcType() {
        return jdbcType;
    }

    /** Returns whether the value can be of this type; null cannot. */
    public boolean represents(Object value) {
        return valueClass.isInstance(value);
    }
}
