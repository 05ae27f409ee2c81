package moirai.mockstore.sql.syntax;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import moirai.mockstore.StoreException;

/** Folds names as SQL does: to lower case, unless quoted. */
public final class Identifiers {

    /** The schema of names that are not qualified. */
    public static final String DEFAULT_SCHEMA = "public";

    /** A regular expression of a written identifier. */
    public static final String WRITTEN = "(?:\"(?:[^\"]|\"\")+\"|\\w+)";

    /** The length of names in PostgreSQL, which cuts off what is beyond. */
    private static final int BYTES_MAX = 63;

    /** The greatest number of bytes of a char; those of a surrogate pair have less each. */
    private static final int UTF8_SIZE_MAX = 3;

    private Identifiers() {}

    /** Returns the name that a written identifier stands for. */
    public static String of(String written) {
        int end = written.length() - 1;
        if (end > 0 && written.charAt(0) == '"' && written.charAt(end) == '"') {
            return cut(written.substring(1, end).replace("\"\"", "\""), BYTES_MAX);
        }
        return cut(lower(written), BYTES_MAX);
    }

    /**
     * Returns the name that a written identifier stands for.
     *
     * @throws StoreException if it is not written as one (SQLSTATE 42601)
     */
    public static String name(String written) {
        if (!written.matches("\"(?s:.+)\"|[\\p{L}_][\\p{L}\\p{N}_$]*")) {
            throw new StoreException("42601", "syntax error at or near \"" + written + "\"");
        }
        return of(written);
    }

    /**
     * Returns a name that PostgreSQL makes of a table's and others, such as {@code account_owner_key}. Where it would
     * be too long, the longer of the first two loses its end.
     *
     * @param second may be empty
     * @param label the last part, which stays whole
     */
    public static String generated(String first, String second, String label) {
        int room = BYTES_MAX - label.length() - (second.isEmpty() ? 1 : 2);
        int firstSize = size(first);
        int secondSize = size(second);
        while (firstSize + secondSize > room) {
            if (firstSize > secondSize) {
                firstSize--;
            } else {
                secondSize--;
            }
        }
        return cut(first, firstSize) + (second.isEmpty() ? "" : "_" + cut(second, secondSize)) + "_" + label;
    }

    private static int size(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns as many of the first characters as have room in a number of bytes. */
    private static String cut(String name, int bytesMax) {
        if (name.length() * UTF8_SIZE_MAX <= bytesMax || size(name) <= bytesMax) {
            return name;
        }
        int end = Math.min(name.length(), bytesMax);
        while (size(name.substring(0, end)) > bytesMax || Character.isHighSurrogate(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(0, end);
    }

    /** Returns a name in lower case, as an unquoted name is folded. */
    public static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns a name without a schema in quotes, unless it means the same without them. */
    public static String ifNeeded(String name) {
        return name.matches("[a-z_][a-z0-9_]*") ? name : literal(name);
    }

    /** Returns where the dot before the last part of a written name stands, outside of quotes; -1 if there is none. */
    public static int dot(String written) {
        int dot = -1;
        boolean isQuoted = false;
        for (int at = 0; at < written.length(); at++) {
            isQuoted ^= written.charAt(at) == '"';
            if (written.charAt(at) == '.' && !isQuoted) {
                dot = at;
            }
        }
        return dot;
    }

    /** Returns a name as it has to be written in any case, whatever the search path is: with its schema. */
    public static String quoted(String qualified) {
        return literal(schema(qualified)) + "." + literal(bare(qualified));
    }

    /** Returns a name without a schema, such as that of a column, as it has to be written in any case. */
    public static String literal(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Returns a name with its schema, unless that is {@value #DEFAULT_SCHEMA}; neither is folded. */
    public static String inSchema(String schema, String name) {
        return schema.equals(DEFAULT_SCHEMA) ? name : schema + "." + name;
    }

    /** Returns the schema of a name that is qualified unless its schema is the default one. */
    public static String schema(String qualified) {
        int dot = qualified.indexOf('.');
        return dot < 0 ? DEFAULT_SCHEMA : qualified.substring(0, dot);
    }

    /** Returns a name without its schema. */
    public static String bare(String qualified) {
        return qualified.substring(qualified.indexOf('.') + 1);
    }
}
