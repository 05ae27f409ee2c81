package moirai.formats.forms;

/** Numbers beyond ints of canonical form: those of 64 bits are read, any others keep their text. */
final class Numbers {

    /** The number of digits that cannot exceed 63 bits. */
    private static final int SAFE_DIGITS = 18;

    private Numbers() {}

    /** Returns whether the token begins as a number does. */
    static boolean looksLikeOne(byte[] bytes, int from, int to) {
        int at = isSign(bytes[from]) ? from + 1 : from;
        return at < to && isDigit(bytes[at]);
    }

    /** Returns whether the token is a number in hexadecimal digits, as Clojure writes the identity of an object. */
    static boolean isHex(byte[] bytes, int from, int to) {
        boolean isHex = to - from > 2 && bytes[from] == '0' && bytes[from + 1] == 'x';
        for (int i = from + 2; i < to && isHex; i++) {
            isHex = Character.digit(bytes[i], 16) >= 0;
        }
        return isHex;
    }

    /** Puts the token that was read last on the tape. */
    static void add(Tape tape, ByteWindow in, long place) {
        byte[] bytes = in.bytes();
        int from = in.tokenStart();
        // A number with N is the same number; one with M never is.
        int to = bytes[in.tokenEnd() - 1] == 'N' ? in.tokenEnd() - 1 : in.tokenEnd();
        int first = isSign(bytes[from]) ? from + 1 : from;
        int at = first;
        while (at < to && isDigit(bytes[at])) {
            at++;
        }
        if ((at < to && !isFraction(bytes, at, in.tokenEnd())) || (bytes[first] == '0' && at > first + 1)) {
            throw in.error(place, in.tokenExcerpt() + " is no number; expected e.g. 7 or -1.5");
        }
        if (at < to) {
            tape.addText(Tape.OTHER, place, bytes, from, to);
        } else if (fits(bytes, first, to, bytes[from] == '-')) {
            tape.add(Tape.NUMBER, place, value(bytes, first, to, bytes[from] == '-'));
        } else {
            tape.addText(Tape.OTHER, place, bytes, bytes[from] == '+' ? first : from, to);
        }
    }

    /** Returns whether a fraction, a ratio or an exponent follows the first digits. */
    private static boolean isFraction(byte[] bytes, int from, int to) {
        boolean hasDigits = true;
        for (int i = from; i < to; i++) {
            int at = bytes[i];
            boolean isMark = at == '.' || at == '/' || at == 'e' || at == 'E' || (at == 'M' && i == to - 1);
            boolean isExponentSign = isSign(at) && (bytes[i - 1] == 'e' || bytes[i - 1] == 'E');
            if (!isDigit(at) && !isMark && !isExponentSign) {
                return false;
            }
            hasDigits = isDigit(at) || at == 'M' || (at == '.' && hasDigits);
        }
        return hasDigits;
    }

    private static boolean fits(byte[] bytes, int first, int to, boolean isNegative) {
        if (to - first <= SAFE_DIGITS) {
            return true;
        }
        if (to - first > SAFE_DIGITS + 1) {
            return false;
        }
        long all = -value(bytes, first, to - 1, true);
        int last = bytes[to - 1] - '0';
        long most = Long.MAX_VALUE / 10;
        return all < most || (all == most && last <= (isNegative ? 8 : 7));
    }

    /** Returns the value of digits. Negative numbers reach further, so all are accumulated as negative ones. */
    private static long value(byte[] bytes, int first, int to, boolean isNegative) {
        long value = 0;
        for (int i = first; i < to; i++) {
            value = 10 * value - (bytes[i] - '0');
        }
        return isNegative ? value : -value;
    }

    private static boolean isSign(int at) {
        return at == '-' || at == '+';
    }

    private static boolean isDigit(int at) {
        return at >= '0' && at <= '9';
    }
}
