package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.Bytes;
import moirai.mockstore.sql.types.SqlOrder;

/** Functions that measure texts, and find or extract parts of them. Positions count characters from 1. */
final class TextSearches {

    private TextSearches() {}

    static void define(Functions functions) {
        for (String name : new String[] {"length", "char_length", "character_length"}) {
            functions.add(name, INTEGER, TEXT, (String text) -> length(text));
            functions.add(name, INTEGER, CHAR, (String text) -> length((String) SqlOrder.key(text, CHAR)));
        }
        functions.add("length", INTEGER, BYTEA, (Bytes bytes) -> bytes.toArray().length);
        functions.add("octet_length", INTEGER, TEXT, TextSearches::size);
        functions.add("octet_length", INTEGER, CHAR, TextSearches::size);
        functions.add("octet_length", INTEGER, BYTEA, (Bytes bytes) -> bytes.toArray().length);
        functions.add("bit_length", INTEGER, TEXT, (String text) -> 8 * size(text));
        functions.add("bit_length", INTEGER, BYTEA, (Bytes bytes) -> 8 * bytes.toArray().length);
        Signature.Body part = arguments -> part((String) arguments[0], (Integer) arguments[1], length(arguments));
        for (String name : new String[] {"substring", "substr"}) {
            functions.add(
                    name, TEXT, TEXT, INTEGER, (String text, Integer start) -> part(text, start, Integer.MAX_VALUE));
            functions.add(name, TEXT, part, TEXT, INTEGER, INTEGER);
        }
        // These match regular expressions.
        functions.add("substring", TEXT, Functions.refusing("substring() with a pattern"), TEXT, TEXT);
        functions.add("substring", TEXT, Functions.refusing("substring() with a pattern"), TEXT, TEXT, TEXT);
        functions.add("position", INTEGER, TEXT, TEXT, TextSearches::position);
        functions.add("strpos", INTEGER, TEXT, TEXT, TextSearches::position);
        functions.add("left", TEXT, TEXT, INTEGER, TextSearches::left);
        functions.add("right", TEXT, TEXT, INTEGER, TextSearches::right);
        Signature.Body replace =
                arguments -> replaced((String) arguments[0], (String) arguments[1], (String) arguments[2]);
        functions.add("replace", TEXT, replace, TEXT, TEXT, TEXT);
        Signature.Body field = arguments -> field((String) arguments[0], (String) arguments[1], (Integer) arguments[2]);
        functions.add("split_part", TEXT, field, TEXT, TEXT, INTEGER);
        functions.add("starts_with", BOOLEAN, TEXT, TEXT, (String text, String prefix) -> text.startsWith(prefix));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static int size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static int length(Object[] arguments) {
        int length = (Integer) arguments[2];
        if (length < 0) {
            throw new StoreException("22011", "negative substring length not allowed");
        }
        return length;
    }

    /** Returns a part of a text; positions before its start count as if there were characters. */
    private static String part(String text, int start, int length) {
        int count = length(text);
        long end = length == Integer.MAX_VALUE ? count + 1L : Math.min((long) start + length, count + 1L);
        long from = Math.max(start, 1);
        return end <= from ? "" : cut(text, (int) from - 1, (int) end - 1);
    }

    private static String cut(String text, int from, int to) {
        int first = text.offsetByCodePoints(0, from);
        return text.substring(first, text.offsetByCodePoints(first, to - from));
    }

    private static int position(String text, String wanted) {
        int at = text.indexOf(wanted);
        return at < 0 ? 0 : text.codePointCount(0, at) + 1;
    }

    /** Returns the first characters of a text; a negative count removes that many at the end. */
    private static String left(String text, int count) {
        int length = length(text);
        long kept = count >= 0 ? Math.min(count, length) : Math.max((long) length + count, 0);
        return cut(text, 0, (int) kept);
    }

    private static String right(String text, int count) {
        int length = length(text);
        long kept = count >= 0 ? Math.min(count, length) : Math.max((long) length + count, 0);
        return cut(text, (int) (length - kept), length);
    }

    private static String replaced(String text, String from, String to) {
        return from.isEmpty() ? text : text.replace(from, to);
    }

    /** Returns a field of a text, counted from the end if the number is negative. */
    private static String field(String text, String separator, int number) {
        if (number == 0) {
            throw new StoreException("22023", "field position must not be zero");
        }
        if (text.isEmpty()) {
            return "";
        }
        String[] fields =
                separator.isEmpty() ? new String[] {text} : text.split(java.util.regex.Pattern.quote(separator), -1);
        int at = number > 0 ? number - 1 : fields.length + number;
        return at >= 0 && at < fields.length ? Arrays.asList(fields).get(at) : "";
    }
}
