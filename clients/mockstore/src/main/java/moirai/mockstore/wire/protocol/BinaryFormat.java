package moirai.mockstore.wire.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.time.InfiniteTimes;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.SqlType;

/**
 * Reads and writes values in PostgreSQL's binary format: numbers big-endian, times in microseconds since the year 2000.
 */
final class BinaryFormat {

    private static final LocalDate EPOCH_DATE = LocalDate.of(2000, 1, 1);
    private static final LocalDateTime EPOCH = EPOCH_DATE.atStartOfDay();
    private static final long NANOS_PER_MICRO = 1_000;

    private BinaryFormat() {}

    static void write(SqlType type, Object value, ByteBuf out) {
        switch (type) {
            case BOOLEAN -> out.writeByte((Boolean) value ? 1 : 0);
            case SMALLINT -> out.writeShort(((Number) value).intValue());
            case INTEGER -> out.writeInt(((Number) value).intValue());
            case BIGINT -> out.writeLong(((Number) value).longValue());
            case REAL -> out.writeFloat(((Number) value).floatValue());
            case DOUBLE -> out.writeDouble(((Number) value).doubleValue());
            case NUMERIC -> BinaryNumeric.write((BigDecimal) value, out);
            case TEXT, VARCHAR, CHAR, UNKNOWN -> out.writeCharSequence((String) value, StandardCharsets.UTF_8);
            case DATE -> out.writeInt(days((LocalDate) value));
            case TIME -> out.writeLong(((LocalTime) value).toNanoOfDay() / NANOS_PER_MICRO);
            case TIMESTAMP -> out.writeLong(micros((LocalDateTime) value));
            case TIMESTAMPTZ ->
                out.writeLong(micros(((OffsetDateTime) value)
                        .withOffsetSameInstant(ZoneOffset.UTC)
                        .toLocalDateTime()));
            case INTERVAL -> {
                var interval = (Interval) value;
                out.writeLong(interval.micros());
                out.writeInt(interval.days());
                out.writeInt(interval.months());
            }
            case UUID -> {
                out.writeLong(((UUID) value).getMostSignificantBits());
                out.writeLong(((UUID) value).getLeastSignificantBits());
            }
            case BYTEA -> out.writeBytes(((Bytes) value).toArray());
        }
    }

    private static int days(LocalDate date) {
        if (InfiniteTimes.is(date)) {
            return InfiniteTimes.isLast(date) ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        }
        return (int) ChronoUnit.DAYS.between(EPOCH_DATE, date);
    }

    private static long micros(LocalDateTime time) {
        if (InfiniteTimes.is(time)) {
            return InfiniteTimes.isLast(time) ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
        return EPOCH.until(time, ChronoUnit.MICROS);
    }

    /**
     * Returns the value of a parameter.
     *
     * @throws StoreException if there are too few bytes (SQLSTATE 08P01, as in PostgreSQL) or too many (22P03), or the
     *    value is not supported
     */
    static Object read(SqlType type, Bytes content) {
        var in = new MessageReader(Unpooled.wrappedBuffer(content.toArray()), "a parameter of type " + type.pgName());
        Object value;
        try {
            value = read(type, content, in);
        } catch (MalformedMessageException tooShort) {
            throw new StoreException("08P01", "insufficient data left in message: " + tooShort.getMessage());
        }
        if (!in.isAtEnd()) {
            throw new StoreException("22P03", "incorrect binary data format: too long for type " + type.pgName());
        }
        return value;
    }

    private static Object read(SqlType type, Bytes content, MessageReader in) {
        return switch (type) {
            case BOOLEAN -> in.int8() != 0;
            case SMALLINT -> in.int16();
            case INTEGER -> in.int32();
            case BIGINT -> in.int64();
            case REAL -> Float.intBitsToFloat(in.int32());
            case DOUBLE -> Double.longBitsToDouble(in.int64());
            case NUMERIC -> BinaryNumeric.read(in);
            case TEXT, VARCHAR, CHAR, UNKNOWN -> {
                in.skip();
                yield MessageReader.utf8(content.toArray());
            }
            case DATE -> date(in.int32());
            case TIME -> time(in.int64());
            case TIMESTAMP -> timestamp(in.int64());
            case TIMESTAMPTZ -> timestamp(in.int64()).atOffset(ZoneOffset.UTC);
            case INTERVAL -> interval(in);
            case UUID -> new UUID(in.int64(), in.int64());
            case BYTEA -> {
                in.skip();
                yield content;
            }
        };
    }

    /** Reads an interval, from the smallest part to the largest. */
    private static Interval interval(MessageReader in) {
        long micros = in.int64();
        int days = in.int32();
        return new Interval(in.int32(), days, micros);
    }

    private static LocalTime time(long micros) {
        if (micros < 0 || micros >= ChronoUnit.DAYS.getDuration().toSeconds() * 1_000_000) {
            throw new StoreException("22008", "time out of range: " + micros + " microseconds since midnight");
        }
        return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
    }

    private static LocalDateTime timestamp(long micros) {
        return micros == Long.MIN_VALUE || micros == Long.MAX_VALUE
                ? InfiniteTimes.timestamp(micros > 0)
                : EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static LocalDate date(int days) {
        return days == Integer.MIN_VALUE || days == Integer.MAX_VALUE
                ? InfiniteTimes.timestamp(days > 0).toLocalDate()
                : EPOCH_DATE.plusDays(days);
    }
}
