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

    static void define(Catalog catalog) {
        for (String name : new String[] {"length", "char_length", "character_length"}) {
            catalog.add(name, INTEGER, arguments -> length((String) arguments[0]), TEXT);
            catalog.add(name, INTEGER, arguments -> length((String) SqlOrder.key(arguments[0], CHAR)), CHAR);
        }
        catalog.add("length", INTEGER, arguments -> ((Bytes) arguments[0]).toArray().length, BYTEA);
        catalog.add("octet_length", INTEGER, arguments -> size((String) arguments[0]), TEXT);
        catalog.add("octet_length", INTEGER, arguments -> size((String) arguments[0]), CHAR);
        catalog.add("octet_length", INTEGER, arguments -> ((Bytes) arguments[0]).toArray().length, BYTEA);
        catalog.add("bit_length", INTEGER, arguments -> 8 * size((String) arguments[0]), TEXT);
        catalog.add("bit_length", INTEGER, arguments -> 8 * ((Bytes) arguments[0]).toArray().length, BYTEA);
        for (String name : new String[] {"substring", "substr"}) {
            catalog.add(
                    name,
                    TEXT,
                    arguments -> part((String) arguments[0], (Integer) arguments[1], Integer.MAX_VALUE),
                    TEXT,
                    INTEGER);
            catalog.add(
                    name,
                    TEXT,
                    arguments -> part((String) arguments[0], (Integer) arguments[1], length(arguments)),
                    TEXT,
                    INTEGER,
                    INTEGER);
        }
        // These match regular expressions.
        catalog.add("substring", TEXT, Catalog.refusing("substring() with a pattern"), TEXT, TEXT);
        catalog.add("substring", TEXT, Catalog.refusing("substring() with a pattern"), TEXT, TEXT, TEXT);
        catalog.add(
                "position", INTEGER, arguments -> position((String) arguments[0], (String) arguments[1]), TEXT, TEXT);
        catalog.add("strpos", INTEGER, arguments -> position((String) arguments[0], (String) arguments[1]), TEXT, TEXT);
        catalog.add("left", TEXT, arguments -> left((String) arguments[0], (Integer) arguments[1]), TEXT, INTEGER);
        catalog.add("right", TEXT, arguments -> right((String) arguments[0], (Integer) arguments[1]), TEXT, INTEGER);
        catalog.add(
                "replace",
                TEXT,
                arguments -> replaced((String) arguments[0], (String) arguments[1], (String) arguments[2]),
                TEXT,
                TEXT,
                TEXT);
        catalog.add(
                "split_part",
                TEXT,
                arguments -> field((String) arguments[0], (String) arguments[1], (Integer) arguments[2]),
                TEXT,
                TEXT,
                INTEGER);
        catalog.add(
                "starts_with",
                BOOLEAN,
                arguments -> ((String) arguments[0]).startsWith((String) arguments[1]),
                TEXT,
                TEXT);
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
