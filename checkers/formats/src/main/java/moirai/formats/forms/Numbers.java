package moirai.formats.forms;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers beyond ints of canonical form, as Clojure's reader and JSON have them.
 *
 * <p>Equal numbers become the same cell: a whole number of 64 bits, whatever its notation, is a {@link Tape#NUMBER},
 * and any other one has a text that all its notations share. As in Clojure, {@code 1}, {@code 1N}, {@code 0x1} and
 * {@code 2/2} are one number; {@code 1.0}, {@code 1.0M} and {@code 1} are three.
 */
final class Numbers {

    /** The number of digits that cannot exceed 63 bits. */
    private static final int SAFE_DIGITS = 18;

    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;
    private static final int OCTAL = 8;

    private static final Pattern WHOLE = Pattern.compile("(?<sign>[-+]?)(?:(?<decimal>0|[1-9]\\d*)"
            + "|0[xX](?<hexadecimal>[0-9A-Fa-f]+)|0(?<octal>[0-7]+)"
            + "|(?<radix>[1-9]\\d?)[rR](?<digits>[0-9A-Za-z]+)|0\\d+)N?");
    private static final Pattern FLOATING =
            Pattern.compile("(?<number>[-+]?\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?)(?<big>M?)");
    private static final Pattern RATIO = Pattern.compile("(?<numerator>[-+]?\\d+)/(?<denominator>\\d+)");
    private static final Pattern JSON = Pattern.compile("-?(?:0|[1-9]\\d*)(?<fraction>(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)");

    private Numbers() {}

    /** Returns whether the token begins as a number does. */
    static boolean looksLikeOne(byte[] bytes, int from, int to) {
        int at = isSign(bytes[from]) ? from + 1 : from;
        return at < to && isDigit(bytes[at]);
    }

    /** Puts the token of EDN that was read last on the tape. */
    static void addEdn(Tape tape, ByteWindow in, long place) {
        if (!isAddedPlain(tape, in, place)) {
            String token = token(in);
            try {
                addEdn(tape, in, place, token);
            } catch (ArithmeticException | NumberFormatException none) {
                throw none(in, place);
            }
        }
    }

    private static void addEdn(Tape tape, ByteWindow in, long place, String token) {
        Matcher whole = WHOLE.matcher(token);
        if (whole.matches()) {
            BigInteger value = whole(whole).orElseThrow(() -> none(in, place));
            addWhole(tape, place, whole.group("sign").equals("-") ? value.negate() : value);
            return;
        }
        Matcher floating = FLOATING.matcher(token);
        if (floating.matches()) {
            String number = floating.group("number");
            addText(tape, place, floating.group("big").isEmpty() ? text(number) : big(number));
            return;
        }
        Matcher ratio = RATIO.matcher(token);
        if (!ratio.matches()) {
            throw none(in, place);
        }
        var numerator = new BigInteger(ratio.group("numerator"));
        var denominator = new BigInteger(ratio.group("denominator"));
        BigInteger divisor = numerator.gcd(denominator);
        if (denominator.signum() == 0) {
            throw none(in, place);
        }
        if (divisor.equals(denominator)) {
            addWhole(tape, place, numerator.divide(divisor));
        } else {
            addText(tape, place, numerator.divide(divisor) + "/" + denominator.divide(divisor));
        }
    }

    private static Optional<BigInteger> whole(Matcher matcher) {
        if (matcher.group("decimal") != null) {
            return Optional.of(new BigInteger(matcher.group("decimal"), DECIMAL));
        }
        if (matcher.group("hexadecimal") != null) {
            return Optional.of(new BigInteger(matcher.group("hexadecimal"), HEXADECIMAL));
        }
        if (matcher.group("octal") != null) {
            return Optional.of(new BigInteger(matcher.group("octal"), OCTAL));
        }
        return matcher.group("radix") == null
                ? Optional.empty()
                : Optional.of(new BigInteger(matcher.group("digits"), Integer.parseInt(matcher.group("radix"))));
    }

    /** Puts the token of JSON that was read last on the tape. */
    static void addJson(Tape tape, ByteWindow in, long place) {
        if (!isAddedPlain(tape, in, place)) {
            String token = token(in);
            Matcher json = JSON.matcher(token);
            if (!json.matches()) {
                throw none(in, place);
            }
            if (json.group("fraction").isEmpty()) {
                addWhole(tape, place, new BigInteger(token));
            } else {
                addText(tape, place, text(token));
            }
        }
    }

    /** Puts the token on the tape if it is a number of digits alone that has 64 bits for certain, as most are. */
    private static boolean isAddedPlain(Tape tape, ByteWindow in, long place) {
        byte[] bytes = in.bytes();
        boolean isNegative = bytes[in.tokenStart()] == '-';
        int first = in.tokenStart() + (isNegative ? 1 : 0);
        int digits = in.tokenEnd() - first;
        if (digits > SAFE_DIGITS || (bytes[first] == '0' && digits > 1)) {
            return false;
        }
        long value = 0;
        for (int at = first; at < in.tokenEnd(); at++) {
            if (!isDigit(bytes[at])) {
                return false;
            }
            value = DECIMAL * value + bytes[at] - '0';
        }
        tape.add(Tape.NUMBER, place, isNegative ? -value : value);
        return true;
    }

    private static void addWhole(Tape tape, long place, BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            tape.add(Tape.NUMBER, place, value.longValue());
        } else {
            addText(tape, place, value.toString());
        }
    }

    private static void addText(Tape tape, long place, String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        tape.addText(Tape.OTHER, place, bytes, 0, bytes.length);
    }

    /** Returns the text of a number of 64 bits with a fraction; both zeros are one. */
    private static String text(String number) {
        double value = Double.parseDouble(number);
        return Double.isInfinite(value) ? value > 0 ? "##Inf" : "##-Inf" : Double.toString(value == 0 ? 0 : value);
    }

    private static String big(String number) {
        return new BigDecimal(number).stripTrailingZeros() + "M";
    }

    private static String token(ByteWindow in) {
        return new String(in.bytes(), in.tokenStart(), in.tokenEnd() - in.tokenStart(), ISO_8859_1);
    }

    private static RuntimeException none(ByteWindow in, long place) {
        return in.error(place, in.tokenExcerpt() + " is no number; expected e.g. 7 or -1.5");
    }

    private static boolean isSign(int at) {
        return at == '-' || at == '+';
    }

    private static boolean isDigit(int at) {
        return at >= '0' && at <= '9';
    }
}
