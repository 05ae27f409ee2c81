package moirai.mockstore.wire.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlType;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class BinaryFormatProperties {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    @Property(tries = 500)
    void numericComesBackWithItsScale(@ForAll BigInteger unscaled, @ForAll @IntRange(max = 40) int scale) {
        var value = new BigDecimal(unscaled, scale);

        assertThat(read(SqlType.NUMERIC, write(SqlType.NUMERIC, value))).isEqualTo(value);
    }

    /**
     * Compares numerics with the bytes that real servers send: digits, weight, sign, scale, and the digits of base
     * 10,000.
     */
    @Example
    void numericIsWhatPostgresqlWrites() {
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("0"))).isEqualTo("0000000000000000");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("0.00"))).isEqualTo("0000000000000002");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("1"))).isEqualTo("00010000000000000001");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("-12.340"))).isEqualTo("0002000040000003000c0d48");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("10000"))).isEqualTo("00010001000000000001");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("0.0001"))).isEqualTo("0001ffff000000040001");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("0.00001"))).isEqualTo("0001fffe0000000503e8");
        assertThat(hex(SqlType.NUMERIC, new BigDecimal("1E+5"))).isEqualTo("0001000100000000000a");
    }

    @Property(tries = 200)
    void timesComeBack(
            @ForAll @LongRange(min = -3_000_000 * MICROS_PER_DAY / 100, max = 3_000_000 * MICROS_PER_DAY / 100)
                    long micros) {
        LocalDateTime at = LocalDateTime.of(2000, 1, 1, 0, 0).plus(micros, ChronoUnit.MICROS);
        LocalDate day = at.toLocalDate();
        LocalTime time = at.toLocalTime();

        assertThat(read(SqlType.TIMESTAMP, write(SqlType.TIMESTAMP, at))).isEqualTo(at);
        assertThat(read(SqlType.TIMESTAMPTZ, write(SqlType.TIMESTAMPTZ, at.atOffset(ZoneOffset.UTC))))
                .isEqualTo(at.atOffset(ZoneOffset.UTC));
        assertThat(read(SqlType.DATE, write(SqlType.DATE, day))).isEqualTo(day);
        assertThat(read(SqlType.TIME, write(SqlType.TIME, time))).isEqualTo(time);
    }

    @Property(tries = 100)
    void everythingElseComesBack(
            @ForAll long number, @ForAll double real, @ForAll String text, @ForAll boolean flag, @ForAll byte[] bytes) {
        assertThat(read(SqlType.BIGINT, write(SqlType.BIGINT, number))).isEqualTo(number);
        assertThat(read(SqlType.INTEGER, write(SqlType.INTEGER, (int) number))).isEqualTo((int) number);
        assertThat(read(SqlType.SMALLINT, write(SqlType.SMALLINT, (int) (short) number)))
                .isEqualTo((int) (short) number);
        assertThat(read(SqlType.DOUBLE, write(SqlType.DOUBLE, real))).isEqualTo(real);
        assertThat(read(SqlType.REAL, write(SqlType.REAL, (float) real))).isEqualTo((float) real);
        assertThat(read(SqlType.BOOLEAN, write(SqlType.BOOLEAN, flag))).isEqualTo(flag);
        var uuid = new UUID(number, ~number);
        assertThat(read(SqlType.UUID, write(SqlType.UUID, uuid))).isEqualTo(uuid);
        assertThat(read(SqlType.BYTEA, write(SqlType.BYTEA, new Bytes(bytes)))).isEqualTo(new Bytes(bytes));
        if (text.codePoints().noneMatch(each -> each == 0 || (each >= 0xD800 && each < 0xE000))) {
            assertThat(read(SqlType.TEXT, write(SqlType.TEXT, text))).isEqualTo(text);
        }
    }

    /** Either a value or an SQLSTATE that fits, but no other exception. */
    @Property(tries = 500)
    void whateverIsSentIsAValueOrRefused(@ForAll SqlType type, @ForAll byte[] content) {
        try {
            assertThat(read(type, new Bytes(content))).isNotNull();
        } catch (StoreException refused) {
            assertThat(refused.sqlState()).isIn("08P01", "22P03", "22021", "22008", "0A000");
        }
    }

    @Example
    void aParameterOfTheWrongSizeIsRefused() {
        assertThatThrownBy(() -> read(SqlType.INTEGER, new Bytes(new byte[5])))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refused -> assertThat(refused.sqlState()).isEqualTo("22P03"));
    }

    private static Object read(SqlType type, Bytes content) {
        return BinaryFormat.read(type, content);
    }

    private static Bytes write(SqlType type, Object value) {
        ByteBuf out = Unpooled.buffer();
        BinaryFormat.write(type, value, out);
        return new Bytes(ByteBufUtil.getBytes(out));
    }

    private static String hex(SqlType type, Object value) {
        return HexFormat.of().formatHex(write(type, value).toArray());
    }
}
