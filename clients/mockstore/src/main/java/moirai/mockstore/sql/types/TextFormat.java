package moirai.mockstore.sql.types;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;

/**
 * Reads and writes values as text exactly as PostgreSQL 18 does (with its defaults: ISO dates, time zone UTC, {@code
 * bytea_output = hex}, shortest floats).
 */
public final class TextFormat {

    private TextFormat() {}

    /**
     * Returns the text of a value that is not null.
     *
     * @param type of the value; it must be represented as {@link SqlType} says
     */
    public static String write(Object value, SqlType type) {
        return switch (type) {
            case BOOLEAN -> (Boolean) value ? "t" : "f";
            case SMALLINT, INTEGER, BIGINT, TEXT, VARCHAR, CHAR, UNKNOWN, UUID, BYTEA -> value.toString();
            case INTERVAL -> IntervalText.write((Interval) value);
            case NUMERIC -> ((BigDecimal) value).toPlainString();
            case REAL -> NumberText.write((Float) value);
            case DOUBLE -> NumberText.write((Double) value);
            case DATE -> DateTimeText.write((LocalDate) value);
            case TIME -> DateTimeText.write((LocalTime) value);
            case TIMESTAMP -> DateTimeText.write((LocalDateTime) value);
            case TIMESTAMPTZ -> DateTimeText.write((OffsetDateTime) value);
        };
    }

    /**
     * Returns the value that a text stands for.
     *
     * @throws moirai.mockstore.StoreException if the text is malformed (SQLSTATE 22P02, 22007), its value is out of
     *    range (22003, 22008), or only PostgreSQL understands it (0A000)
     */
    public static Object read(String text, SqlType type) {
        return switch (type) {
            case BOOLEAN -> readBoolean(text);
            case SMALLINT -> (int) NumberText.readInteger(text, type, Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> (int) NumberText.readInteger(text, type, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> NumberText.readInteger(text, type, Long.MIN_VALUE, Long.MAX_VALUE);
            case NUMERIC -> NumberText.readNumeric(text);
            case REAL -> (float) NumberText.readFloat(text, type);
            case DOUBLE -> NumberText.readFloat(text, type);
            case TEXT, VARCHAR, CHAR, UNKNOWN -> text;
            case DATE -> DateTimeText.readDate(text);
            case TIME -> DateTimeText.readTime(text);
            case TIMESTAMP -> DateTimeText.readTimestamp(text);
            case TIMESTAMPTZ -> DateTimeText.readTimestampWithZone(text);
            case INTERVAL -> IntervalText.read(text);
            case UUID -> readUuid(text);
            case BYTEA -> readBytes(text);
        };
    }

    /** Reads any unambiguous prefix of true, false, yes, no, on and off, or a digit. */
    private static boolean readBoolean(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (!word.isEmpty()) {
            if ("true".startsWith(word) || "yes".startsWith(word) || word.equals("on") || word.equals("1")) {
                return true;
            }
            boolean off = word.length() > 1 && "off".startsWith(word);
            if ("false".startsWith(word) || "no".startsWith(word) || off || word.equals("0")) {
                return false;
            }
        }
        throw TypeErrors.invalidText(text, SqlType.BOOLEAN);
    }

    /** Reads 32 hexadecimal digits, with an optional hyphen after any group of four, and optional braces. */
    private static java.util.UUID readUuid(String text) {
        String inner = text.startsWith("{") && text.endsWith("}") ? text.substring(1, text.length() - 1) : text;
        if (!inner.matches("([0-9a-fA-F]{4}-?){7}[0-9a-fA-F]{4}")) {
            throw TypeErrors.invalidText(text, SqlType.UUID);
        }
        String digits = inner.replace("-", "");
        return new java.util.UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16));
    }

    private static Bytes readBytes(String text) {
        if (text.startsWith("\\x")) {
            return BytesText.readHex(text.substring(2));
        }
        return BytesText.readEscaped(text);
    }
}
