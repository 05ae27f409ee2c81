package moirai.mockstore.sql.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * The schemas in which a session looks for names that are written without one.
 *
 * @param setting the value of {@code search_path}
 * @param schemas those that the setting names, in its order; not all of them need exist
 * @param temporary the schema of the session's temporary tables, which {@code pg_temp} means
 */
public record SearchPath(String setting, List<String> schemas, String temporary) {

    /** The name by which each session means the schema of its own temporary tables. */
    public static final String OWN_TEMPORARY = "pg_temp";

    /** The initial value of the setting. */
    public static final String INITIAL = "\"$user\", public";

    /** The beginning of the names of schemas that nobody can define. */
    private static final String RESERVED = "pg_";

    private static final Pattern LIST = Pattern.compile(
            "\\s*|\\s*(\"([^\"]|\"\")+\"|[\\w$]+)\\s*(,\\s*(\"([^\"]|\"\")+\"|[\\w$]+)\\s*)*",
            Pattern.UNICODE_CHARACTER_CLASS);

    private static final Pattern ELEMENT =
            Pattern.compile("\"(?:[^\"]|\"\")+\"|[\\w$]+", Pattern.UNICODE_CHARACTER_CLASS);

    /** The scope of all relations that sessions share. */
    public static final Scope PERMANENT = new Scope("");

    /**
     * Relations that are defined and rolled back together: those that sessions share, or the temporary ones of a
     * session.
     *
     * @param temporary the schema of the session; empty for those that are shared
     */
    public record Scope(String temporary) {

        /** Returns whether a relation, with its schema, is one of these. */
        public boolean has(String relation) {
            String schema = Identifiers.schema(relation);
            return temporary.isEmpty() ? !isTemporary(schema) : schema.equals(temporary);
        }
    }

    private static final SearchPath DEFAULT = of(INITIAL, 0);

    private static final ThreadLocal<SearchPath> CURRENT = ThreadLocal.withInitial(() -> DEFAULT);

    public SearchPath {
        schemas = List.copyOf(schemas);
    }

    /** Returns the path that a setting is for the session of a number. */
    public static SearchPath of(String setting, int session) {
        var schemas = new ArrayList<String>();
        var elements = ELEMENT.matcher(setting);
        while (elements.find()) {
            String schema = Identifiers.of(elements.group());
            // The only user is called so.
            schemas.add(schema.equals("$user") ? "moirai" : schema);
        }
        return new SearchPath(setting, schemas, OWN_TEMPORARY + "_" + session);
    }

    /**
     * Fails if a value of the setting is no list of names.
     *
     * @throws StoreException if so (SQLSTATE 22023)
     */
    public static void requireList(String setting) {
        if (!LIST.matcher(setting).matches() && !setting.equals("\"\"")) {
            throw new StoreException("22023", "invalid value for parameter \"search_path\": \"" + setting + "\"");
        }
    }

    /** Returns the path of the session for which this thread works; the initial one outside of {@link #in}. */
    public static SearchPath current() {
        return CURRENT.get();
    }

    /** Does something for a session with a path. */
    public static <T> T in(SearchPath path, Supplier<T> work) {
        SearchPath before = CURRENT.get();
        if (before.equals(path)) {
            return work.get();
        }
        CURRENT.set(path);
        try {
            return work.get();
        } finally {
            CURRENT.set(before);
        }
    }

    /** Returns whether this session can see a relation, with its schema: not if it is a temporary one of another. */
    boolean sees(String relation) {
        return PERMANENT.has(relation) || Identifiers.schema(relation).equals(temporary);
    }

    /** Returns the scope of the temporary relations of the session. */
    public Scope own() {
        return new Scope(temporary);
    }

    /** Returns whether a schema is one of temporary tables, of whatever session; also whether a relation has one. */
    public static boolean isTemporary(String schema) {
        return schema.startsWith(OWN_TEMPORARY + "_");
    }

    /**
     * Fails if nobody may define a schema of this name.
     *
     * @throws StoreException if so (SQLSTATE 42939)
     */
    public static void requireAllowed(String schema) {
        if (schema.startsWith(RESERVED)) {
            throw new StoreException("42939", "unacceptable schema name \"" + schema + "\"");
        }
    }

    /** Returns the schemas in which a relation is looked for; the temporary one is the first unless it is named. */
    List<String> ofRelations() {
        var all = new ArrayList<String>();
        if (!schemas.contains(OWN_TEMPORARY)) {
            all.add(temporary);
        }
        schemas.forEach(schema -> all.add(schema.equals(OWN_TEMPORARY) ? temporary : schema));
        return all;
    }

    /** Returns the schema that a written one means. */
    String meant(String schema) {
        String name = Identifiers.of(schema);
        return name.equals(OWN_TEMPORARY) ? temporary : name;
    }
}
