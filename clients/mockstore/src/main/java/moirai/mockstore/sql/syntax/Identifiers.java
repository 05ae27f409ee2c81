package moirai.mockstore.sql.syntax;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Folds names as SQL does: to lower case, unless quoted. */
public final class Identifiers {

    /** The schema of names that are not qualified. */
    public static final String DEFAULT_SCHEMA = "public";

    /** A regular expression of a written identifier. */
    public static final String WRITTEN = "(?:\"(?:[^\"]|\"\")+\"|\\w+)";

    private Identifiers() {}

    /** Returns the name that a written identifier stands for. */
    public static String of(String written) {
        int end = written.length() - 1;
        if (end > 0 && written.charAt(0) == '"' && written.charAt(end) == '"') {
            return written.substring(1, end).replace("\"\"", "\"");
        }
        return lower(written);
    }

    /** Returns a name in lower case, as an unquoted name is folded. */
    public static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns the name of a table or sequence: qualified with its schema, unless that is {@value #DEFAULT_SCHEMA}. */
    public static String qualified(@Nullable String schema, String name) {
        if (schema == null || schema.isEmpty() || of(schema).equals(DEFAULT_SCHEMA)) {
            return of(name);
        }
        return of(schema) + "." + of(name);
    }

    /** Returns a name, written with or without a schema, with its schema unless that is the default one. */
    public static String qualified(String written) {
        int dot = written.lastIndexOf('.');
        return dot < 0 ? of(written) : qualified(written.substring(0, dot), written.substring(dot + 1));
    }

    /** Returns a qualified name as it has to be written in any case. */
    public static String quoted(String qualified) {
        String bare = literal(bare(qualified));
        return qualified.indexOf('.') < 0 ? bare : literal(schema(qualified)) + "." + bare;
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
