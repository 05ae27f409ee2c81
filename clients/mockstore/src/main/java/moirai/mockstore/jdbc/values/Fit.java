package moirai.mockstore.jdbc.values;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlArray;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/**
 * Converts a value to the type that its place requires, as PostgreSQL's assignment does: numbers are rounded, or
 * refused if they are too large; a time without a zone is taken to be in this machine's zone. A String stays a String,
 * because only the engine knows what it means in its place.
 */
public final class Fit {

    private Fit() {}

    /** Returns the value as this type represents it; null and a String stay as they are. */
    public static Object to(SqlType type, Object value) throws SQLException {
        if (value == SqlNull.NULL || value instanceof String) {
            return value;
        }
        if (value instanceof SqlArray) {
            if (type == SqlType.UNKNOWN) {
                return value;
            }
            throw SqlErrors.notSupported("an array, other than in ANY(?) and ALL(?),");
        }
        return switch (type) {
            case BOOLEAN -> bool(value);
            case SMALLINT, INTEGER -> exact(whole(value, "integer"), "integer").intValueExact();
            case BIGINT -> exact(whole(value, "bigint"), "bigint").longValueExact();
            case NUMERIC -> decimal(value, "numeric");
            case REAL -> real(value);
            case DOUBLE -> doublePrecision(value);
            case TEXT, VARCHAR, CHAR, UNKNOWN -> text(value);
            case DATE -> date(value);
            case TIME -> time(value);
            case TIMESTAMP -> timestamp(value);
            case TIMESTAMPTZ -> timestamptz(value);
            case UUID, BYTEA, INTERVAL -> value;
        };
    }

    private static Object bool(Object value) throws SQLException {
        return switch (value) {
            case Boolean given -> given;
            case Number given when given.doubleValue() == 0 -> false;
            case Number given when given.doubleValue() == 1 -> true;
            default -> throw no(value, "boolean");
        };
    }

    /**
     * Rounds to a whole number as PostgreSQL does: half away from zero if the number is decimal, half to even if it is
     * binary.
     */
    private static BigDecimal whole(Object value, String type) throws SQLException {
        var rounding =
                value instanceof Double || value instanceof Float ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP;
        return (value instanceof Boolean given ? BigDecimal.valueOf(given ? 1 : 0) : decimal(value, type))
                .setScale(0, rounding);
    }

    private static BigDecimal exact(BigDecimal value, String type) throws SQLException {
        long max = type.equals("integer") ? Integer.MAX_VALUE : Long.MAX_VALUE;
        boolean fits =
                value.compareTo(BigDecimal.valueOf(max)) <= 0 && value.compareTo(BigDecimal.valueOf(-max - 1)) >= 0;
        if (!fits) {
            throw SqlErrors.of("22003", value.toPlainString() + " is out of range for type " + type);
        }
        return value;
    }

    private static BigDecimal decimal(Object value, String type) throws SQLException {
        return switch (value) {
            case Integer given -> BigDecimal.valueOf(given);
            case Long given -> BigDecimal.valueOf(given);
            case BigDecimal given -> given;
            case Float given when Float.isFinite(given) -> new BigDecimal(given.toString());
            case Double given when Double.isFinite(given) -> BigDecimal.valueOf(given);
            default -> throw no(value, type);
        };
    }

    private static Object real(Object value) throws SQLException {
        if (value instanceof Number given) {
            return given.floatValue();
        }
        throw no(value, "real");
    }

    private static Object doublePrecision(Object value) throws SQLException {
        return switch (value) {
            // The digits that it was written with, not those of the nearest double.
            case Float given -> Double.valueOf(given.toString());
            case Number given -> given.doubleValue();
            default -> throw no(value, "double precision");
        };
    }

    private static Object text(Object value) {
        return switch (value) {
            case BigDecimal given -> given.toPlainString();
            case OffsetDateTime given -> given.toString();
            case LocalDateTime given -> given.toLocalDate() + " " + given.toLocalTime();
            default -> value.toString();
        };
    }

    private static Object date(Object value) throws SQLException {
        return switch (value) {
            case LocalDate given -> given;
            case LocalDateTime given -> given.toLocalDate();
            case OffsetDateTime given -> here(given).toLocalDate();
            default -> throw no(value, "date");
        };
    }

    private static Object time(Object value) throws SQLException {
        return switch (value) {
            case LocalTime given -> given;
            case LocalDateTime given -> given.toLocalTime();
            case OffsetDateTime given -> here(given).toLocalTime();
            default -> throw no(value, "time");
        };
    }

    private static Object timestamp(Object value) throws SQLException {
        return switch (value) {
            case LocalDate given -> given.atStartOfDay();
            case LocalDateTime given -> given;
            case OffsetDateTime given -> here(given);
            default -> throw no(value, "timestamp");
        };
    }

    private static Object timestamptz(Object value) throws SQLException {
        return switch (value) {
            case LocalDate given -> there(given.atStartOfDay());
            case LocalDateTime given -> there(given);
            case OffsetDateTime given -> given.withOffsetSameInstant(ZoneOffset.UTC);
            default -> throw no(value, "timestamp with time zone");
        };
    }

    private static LocalDateTime here(OffsetDateTime time) {
        return time.atZoneSameInstant(ZoneId.systemDefault()).toLocalDateTime();
    }

    private static OffsetDateTime there(LocalDateTime time) throws SQLException {
        try {
            return time.atZone(ZoneId.systemDefault()).toOffsetDateTime().withOffsetSameInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new SQLException(time + " is out of range", "22008", e);
        }
    }

    private static SQLException no(Object value, String type) {
        String shown = value instanceof Bytes ? "bytes" : "'" + value + "'";
        return SqlErrors.of(
                SqlErrors.NO_CONVERSION,
                shown + " of " + value.getClass().getSimpleName() + " cannot be given where " + type + " is needed");
    }
}
