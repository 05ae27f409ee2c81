package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;

/**
 * Functions that map a text to another, character by character. Letters of all scripts have a case, mapped to one
 * character each, as in PostgreSQL's built-in locale C.UTF-8.
 */
final class TextFunctions {

    /** The size limit of a text in PostgreSQL. */
    private static final int SIZE_MAX = 0x3fffffff - 4;

    private TextFunctions() {}

    static void define(Functions functions) {
        functions.add("lower", TEXT, TEXT, TextFunctions::lower);
        functions.add("upper", TEXT, TEXT, TextFunctions::upper);
        functions.add("initcap", TEXT, TEXT, TextFunctions::initials);
        functions.add(
                "reverse",
                TEXT,
                TEXT,
                (String text) -> new StringBuilder(text).reverse().toString());
        functions.add("repeat", TEXT, TEXT, INTEGER, TextFunctions::repeated);
        functions.add("md5", TEXT, TEXT, (String text) -> md5(text.getBytes(StandardCharsets.UTF_8)));
        functions.add("md5", TEXT, BYTEA, (Bytes bytes) -> md5(bytes.toArray()));
        functions.add("chr", TEXT, INTEGER, TextFunctions::character);
        functions.add("ascii", INTEGER, TEXT, TextFunctions::code);
        functions.add("lpad", TEXT, TEXT, INTEGER, (String text, Integer length) -> padded(text, length, " ", true));
        functions.add("rpad", TEXT, TEXT, INTEGER, (String text, Integer length) -> padded(text, length, " ", false));
        for (String name : new String[] {"lpad", "rpad"}) {
            Signature.Body body = arguments ->
                    padded((String) arguments[0], (Integer) arguments[1], (String) arguments[2], name.equals("lpad"));
            functions.add(name, TEXT, body, TEXT, INTEGER, TEXT);
        }
        defineTrims(functions, "btrim", true, true);
        defineTrims(functions, "ltrim", true, false);
        defineTrims(functions, "rtrim", false, true);
        Signature.Body translate =
                arguments -> translated((String) arguments[0], (String) arguments[1], (String) arguments[2]);
        functions.add("translate", TEXT, translate, TEXT, TEXT, TEXT);
    }

    private static void defineTrims(Functions functions, String name, boolean left, boolean right) {
        functions.add(name, TEXT, TEXT, (String text) -> trimmed(text, " ", left, right));
        functions.add(name, TEXT, TEXT, TEXT, (String text, String trims) -> trimmed(text, trims, left, right));
    }

    static String lower(String text) {
        return mapped(text, Character::toLowerCase);
    }

    private static String upper(String text) {
        return mapped(text, Character::toUpperCase);
    }

    private static String mapped(String text, IntUnaryOperator mapping) {
        int[] points = text.codePoints().map(mapping).toArray();
        return new String(points, 0, points.length);
    }

    private static String initials(String text) {
        int[] points = text.codePoints().toArray();
        boolean inWord = false;
        for (int at = 0; at < points.length; at++) {
            boolean isOfWord = isLetterOrDigit(points[at]);
            points[at] = inWord ? Character.toLowerCase(points[at]) : Character.toTitleCase(points[at]);
            inWord = isOfWord;
        }
        return new String(points, 0, points.length);
    }

    /** Digits are those of ASCII alone, as in POSIX. */
    private static boolean isLetterOrDigit(int point) {
        return Character.isAlphabetic(point) || (point >= '0' && point <= '9');
    }

    private static String repeated(String text, int count) {
        if ((long) text.length() * Math.max(count, 0) > SIZE_MAX) {
            throw new StoreException("54000", "requested length too large");
        }
        return text.repeat(Math.max(count, 0));
    }

    private static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    private static String character(int code) {
        if (code == 0) {
            throw new StoreException("54000", "null character not permitted");
        }
        if (code < 0) {
            throw new StoreException("54000", "character number must be positive");
        }
        if (!Character.isValidCodePoint(code) || (code >= 0xd800 && code <= 0xdfff)) {
            throw new StoreException("54000", "requested character not valid for encoding: " + code);
        }
        return Character.toString(code);
    }

    private static int code(String text) {
        return text.isEmpty() ? 0 : text.codePointAt(0);
    }

    /** Returns a text padded to a length; a longer text is cut at the right, whichever side is padded. */
    private static String padded(String given, int wanted, String filler, boolean left) {
        int[] text = given.codePoints().toArray();
        int length = Math.max(wanted, 0);
        if (length > SIZE_MAX / 4) {
            throw new StoreException("54000", "requested length too large");
        }
        int[] fill = filler.codePoints().toArray();
        if (length <= text.length || fill.length == 0) {
            int kept = Math.min(length, text.length);
            return new String(text, 0, kept);
        }
        var padding = new int[length - text.length];
        Arrays.setAll(padding, at -> fill[at % fill.length]);
        String filled = new String(padding, 0, padding.length);
        return left ? filled + given : given + filled;
    }

    private static String trimmed(String text, String characters, boolean left, boolean right) {
        int[] points = text.codePoints().toArray();
        IntPredicate goes = point -> characters.indexOf(point) >= 0;
        int from = 0;
        int to = points.length;
        while (left && from < to && goes.test(points[from])) {
            from++;
        }
        while (right && to > from && goes.test(points[to - 1])) {
            to--;
        }
        return new String(points, from, to - from);
    }

    /** Returns a text with characters replaced; characters without a counterpart are removed. */
    private static String translated(String text, String from, String to) {
        int[] sources = from.codePoints().toArray();
        int[] targets = to.codePoints().toArray();
        var translated = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            int at = 0;
            while (at < sources.length && sources[at] != point) {
                at++;
            }
            if (at == sources.length) {
                translated.appendCodePoint(point);
            } else if (at < targets.length) {
                translated.appendCodePoint(targets[at]);
            }
        });
        return translated.toString();
    }
}
