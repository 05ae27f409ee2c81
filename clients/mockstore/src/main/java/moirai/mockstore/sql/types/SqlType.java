package moirai.mockstore.sql.types;

import java.sql.Types;

/** The types of values, with the Java class that represents each. Null is {@link SqlNull#NULL} in all of them. */
public enum SqlType {
    /** {@link Boolean}. */
    BOOLEAN("bool", 16, Types.BOOLEAN),
    /** {@link Integer}. */
    SMALLINT("int2", 21, Types.SMALLINT),
    /** {@link Integer}. */
    INTEGER("int4", 23, Types.INTEGER),
    /** {@link Long}. */
    BIGINT("int8", 20, Types.BIGINT),
    /** {@link java.math.BigDecimal}. */
    NUMERIC("numeric", 1700, Types.NUMERIC),
    /** {@link Float}. */
    REAL("float4", 700, Types.REAL),
    /** {@link Double}. */
    DOUBLE("float8", 701, Types.DOUBLE),
    /** {@link String}. */
    TEXT("text", 25, Types.VARCHAR),
    /** {@link String}. */
    VARCHAR("varchar", 1043, Types.VARCHAR),
    /** {@link String}, padded with blanks. */
    CHAR("bpchar", 1042, Types.CHAR),
    /** {@link java.time.LocalDate}. */
    DATE("date", 1082, Types.DATE),
    /** {@link java.time.LocalTime}. */
    TIME("time", 1083, Types.TIME),
    /** {@link java.time.LocalDateTime}. */
    TIMESTAMP("timestamp", 1114, Types.TIMESTAMP),
    /** {@link java.time.OffsetDateTime}, in UTC. */
    TIMESTAMPTZ("timestamptz", 1184, Types.TIMESTAMP_WITH_TIMEZONE),
    /** {@link Interval}. */
    INTERVAL("interval", 1186, Types.OTHER),
    /** {@link java.util.UUID}. */
    UUID("uuid", 2950, Types.OTHER),
    /** {@link Bytes}. */
    BYTEA("bytea", 17, Types.BINARY),
    /** {@link String}: a literal or parameter whose type its place determines. */
    UNKNOWN("unknown", 705, Types.VARCHAR);

    private final String pgName;
    private final int oid;
    private final int jdbcType;

    SqlType(String pgName, int oid, int jdbcType) {
        this.pgName = pgName;
        this.oid = oid;
        this.jdbcType = jdbcType;
    }

    /** Returns the name in PostgreSQL's catalog {@code pg_type}. */
    public String pgName() {
        return pgName;
    }

    /** Returns PostgreSQL's number of the type. */
    public int oid() {
        return oid;
    }

    /** Returns the name in the SQL standard and PostgreSQL's messages, such as {@code double precision}. */
    public String sqlName() {
        return switch (this) {
            case BOOLEAN -> "boolean";
            case SMALLINT -> "smallint";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case NUMERIC -> "numeric";
            case REAL -> "real";
            case DOUBLE -> "double precision";
            case TEXT -> "text";
            case VARCHAR -> "character varying";
            case CHAR -> "character";
            case DATE -> "date";
            case TIME -> "time without time zone";
            case TIMESTAMP -> "timestamp without time zone";
            case TIMESTAMPTZ -> "timestamp with time zone";
            case INTERVAL -> "interval";
            case UUID -> "uuid";
            case BYTEA -> "bytea";
            case UNKNOWN -> "unknown";
        };
    }

    /** Returns a constant of {@link Types}. */
    public int jdbcType() {
        return jdbcType;
    }
}
