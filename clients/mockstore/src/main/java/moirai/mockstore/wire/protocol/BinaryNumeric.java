package moirai.mockstore.wire.protocol;

import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import moirai.mockstore.StoreException;

/**
 * Reads and writes numerics in binary: a count of digits in base 10,000, the exponent of the first of them ("weight"),
 * a sign, the number of decimal digits after the point ("dscale"), and the digits, without zeros at either end.
 */
final class BinaryNumeric {

    private static final int DIGITS = 4;
    private static final BigInteger BASE = BigInteger.valueOf(10_000);
    private static final int POSITIVE = 0;
    private static final int NEGATIVE = 0x4000;
    /** The largest scale that the format can represent, which is PostgreSQL's own limit. */
    private static final int SCALE_MAX = 0x3FFF;

    private BinaryNumeric() {}

    static void write(BigDecimal value, ByteBuf out) {
        BigDecimal number = value.scale() < 0 ? value.setScale(0) : value;
        if (number.scale() > SCALE_MAX) {
            throw new StoreException("22003", "a numeric with " + number.scale() + " digits behind the point");
        }
        int groupsBehind = Math.ceilDiv(number.scale(), DIGITS);
        List<Integer> digits =
                digits(number.setScale(groupsBehind * DIGITS).unscaledValue().abs());
        int weight = digits.size() - groupsBehind - 1;
        int last = digits.size();
        while (last > 0 && digits.get(last - 1) == 0) {
            last--;
        }
        out.writeShort(last);
        out.writeShort(last == 0 ? 0 : weight);
        out.writeShort(number.signum() < 0 ? NEGATIVE : POSITIVE);
        out.writeShort(number.scale());
        digits.subList(0, last).forEach(out::writeShort);
    }

    /** Returns the digits from the most significant one, which is not 0; none for 0. */
    private static List<Integer> digits(BigInteger magnitude) {
        List<Integer> digits = new ArrayList<>();
        BigInteger rest = magnitude;
        while (rest.signum() > 0) {
            BigInteger[] parts = rest.divideAndRemainder(BASE);
            digits.add(parts[1].intValue());
            rest = parts[0];
        }
        Collections.reverse(digits);
        return digits;
    }

    static BigDecimal read(MessageReader in) {
        int count = in.int16();
        int weight = in.int16();
        int sign = in.int16() & 0xFFFF;
        int scale = in.int16();
        if (sign != POSITIVE && sign != NEGATIVE) {
            throw new StoreException("0A000", "numeric NaN and infinity are not supported");
        }
        if (count < 0 || scale < 0 || scale > SCALE_MAX) {
            throw malformed();
        }
        BigInteger magnitude = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
            int digit = in.int16();
            if (digit < 0 || digit > 9_999) {
                throw malformed();
            }
            magnitude = magnitude.multiply(BASE).add(BigInteger.valueOf(digit));
        }
        // The last digit stands for 10,000 to the power of weight - (count - 1).
        var value = new BigDecimal(magnitude, DIGITS * (count - 1 - weight));
        return (sign == NEGATIVE ? value.negate() : value).setScale(scale, RoundingMode.DOWN);
    }

    private static StoreException malformed() {
        return new StoreException("22P03", "incorrect binary data format of a numeric parameter");
    }
}
