package moirai.mockstore.sql.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;

/** Reads and writes arrays as PostgreSQL does (its manual, section 8.15.6). */
public final class ArrayText {

    private final String text;
    private int at;

    private ArrayText(String text) {
        this.text = text;
    }

    /**
     * Returns the array that a text such as {@code {1,2,NULL}} or {@code {"a b",c}} stands for.
     *
     * @throws StoreException if the text is malformed (SQLSTATE 22P02), has several dimensions or bounds (0A000), or an
     *    element is no value of the type
     */
    public static SqlArray read(String text, SqlType element) {
        return new SqlArray(element, new ArrayText(text.strip()).elements(element));
    }

    private List<Object> elements(SqlType element) {
        if (text.startsWith("[")) {
            throw TypeErrors.unsupported("the array with bounds " + text);
        }
        if (text.length() < 2 || text.charAt(0) != '{' || text.charAt(text.length() - 1) != '}') {
            throw malformed();
        }
        var values = new ArrayList<>();
        at = 1;
        skipSpace();
        if (at == text.length() - 1) {
            return values;
        }
        while (true) {
            values.add(element(element));
            skipSpace();
            if (text.charAt(at) == '}' && at == text.length() - 1) {
                return values;
            }
            if (text.charAt(at++) != ',') {
                throw malformed();
            }
        }
    }

    private Object element(SqlType type) {
        skipSpace();
        if (text.charAt(at) == '{') {
            throw TypeErrors.unsupported("the array of several dimensions " + text);
        }
        if (text.charAt(at) == '"') {
            return TextFormat.read(quoted(), type);
        }
        var word = new StringBuilder();
        boolean isEscaped = false;
        while (at < text.length() - 1 && text.charAt(at) != ',') {
            if ("{}\"".indexOf(text.charAt(at)) >= 0) {
                throw malformed();
            }
            isEscaped |= text.charAt(at) == '\\';
            word.append(next());
        }
        String value = word.toString().stripTrailing();
        if (value.isEmpty()) {
            throw malformed();
        }
        return value.toLowerCase(Locale.ROOT).equals("null") && !isEscaped
                ? SqlNull.NULL
                : TextFormat.read(value, type);
    }

    private String quoted() {
        at++;
        var value = new StringBuilder();
        while (at < text.length() - 1 && text.charAt(at) != '"') {
            value.append(next());
        }
        if (text.charAt(at) != '"') {
            throw malformed();
        }
        at++;
        return value.toString();
    }

    /** Returns the next character, or the one after a backslash, and goes beyond it. */
    private char next() {
        if (text.charAt(at) == '\\') {
            at++;
            if (at >= text.length() - 1) {
                throw malformed();
            }
        }
        return text.charAt(at++);
    }

    private void skipSpace() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private StoreException malformed() {
        return new StoreException("22P02", "malformed array literal: \"" + text + "\"");
    }

    /** Returns the text of an array. */
    static String write(SqlArray array) {
        return array.values().stream()
                .map(value -> value == SqlNull.NULL ? "NULL" : quotedIfNeeded(TextFormat.write(value, array.element())))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String quotedIfNeeded(String value) {
        boolean isPlain = !value.isEmpty()
                && !value.equalsIgnoreCase("null")
                && value.chars()
                        .noneMatch(character -> "{},\"\\".indexOf(character) >= 0 || Character.isWhitespace(character));
        return isPlain ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
