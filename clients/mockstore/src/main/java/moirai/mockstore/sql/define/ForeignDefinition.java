package moirai.mockstore.sql.define;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * A definition that only PostgreSQL understands: of a type, a domain, an extension, a view, a role or privileges, or a
 * comment on something.
 *
 * @param sql the statement as PostgreSQL gets it
 */
public record ForeignDefinition(String sql) {

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    private static final Pattern DEFINITION = Pattern.compile(
            "^\\s*((CREATE(\\s+OR\\s+REPLACE)?|ALTER|DROP)\\s+(TYPE|DOMAIN|EXTENSION|VIEW)"
                    + "|(CREATE(\\s+OR\\s+REPLACE)?|DROP)\\s+FUNCTION|COMMENT\\s+ON"
                    + "|(CREATE|ALTER|DROP)\\s+(ROLE|USER(?!\\s+MAPPING\\b)|GROUP)|GRANT|REVOKE)\\b",
            FLAGS);

    private static final Pattern ROLE = Pattern.compile("^\\s*(CREATE|ALTER|DROP)\\s+(ROLE|USER|GROUP)\\b", FLAGS);

    /** A setting that a role's sessions would begin with. */
    private static final Pattern SETTING_OF_ROLE =
            Pattern.compile("^\\s*ALTER\\s+(ROLE|USER)\\b.*\\s(SET|RESET)\\b", FLAGS);

    /** Privileges by which nobody can read what is stored. */
    private static final Pattern HARMLESS_PRIVILEGE = Pattern.compile(
            "^\\s*GRANT\\s+(USAGE|CREATE|EXECUTE|CONNECT|TEMPORARY|TEMP|ALL(\\s+PRIVILEGES)?)"
                    + "\\s+ON\\s+(SCHEMA|TYPE|DOMAIN|LANGUAGE|DATABASE|FUNCTION)\\s+(?!TO\\b)[\\w.\"(),\\s]+"
                    + "\\s+TO\\s+PUBLIC[;\\s]*$",
            FLAGS);

    /** Names whose privileges functions have, and another way to write names. */
    private static final Pattern OF_FUNCTIONS = Pattern.compile("moirai_functions|\\bU&", FLAGS);

    private static final Pattern PUBLIC = Pattern.compile("\\bPUBLIC\\b", FLAGS);

    /** The beginning of a block of statements that creates a type unless the type exists. */
    private static final Pattern BLOCK = Pattern.compile("^\\s*DO\\b.*\\bCREATE\\s+TYPE\\b", FLAGS);

    /** The words of statements that a block may not contain, because the store would not know of their effect. */
    private static final Pattern MORE = Pattern.compile(
            "\\b(INSERT|UPDATE|DELETE|MERGE|TRUNCATE|COPY|TABLE|INDEX|SEQUENCE|SCHEMA|VIEW|DOMAIN|EXTENSION|FUNCTION"
                    + "|PROCEDURE|TRIGGER|RULE|ALTER|DROP|SET|PERFORM|EXECUTE|CALL|LOOP)\\b",
            FLAGS);

    /** The definitions that are refused unless they are {@link #ACCEPTED}. */
    private static final Pattern DOUBTFUL = Pattern.compile(
            "^\\s*(ALTER\\s+(TYPE|DOMAIN|EXTENSION)|CREATE\\s+EXTENSION"
                    + "|DROP\\s+(TYPE|DOMAIN|EXTENSION|FUNCTION)\\b.*\\bCASCADE)\\b",
            FLAGS);

    /** The extensions whose functions compute from their arguments alone. */
    private static final List<String> EXTENSIONS = List.of(
            "btree_gin",
            "btree_gist",
            "citext",
            "cube",
            "earthdistance",
            "fuzzystrmatch",
            "hstore",
            "intarray",
            "isn",
            "ltree",
            "pg_trgm",
            "pgcrypto",
            "plpgsql",
            "seg",
            "unaccent",
            "uuid-ossp");

    private static final Pattern ACCEPTED = Pattern.compile(
            "^\\s*(ALTER\\s+TYPE\\s+" + Identifiers.WRITTEN + "(\\." + Identifiers.WRITTEN
                    + ")?\\s+(ADD\\s+VALUE|OWNER\\s+TO)|CREATE\\s+EXTENSION\\s+(IF\\s+NOT\\s+EXISTS\\s+)?\"?("
                    + String.join("|", EXTENSIONS) + ")\"?)([\\s;]|$)",
            FLAGS);

    private static final Pattern CASCADE =
            Pattern.compile("^(\\s*DROP\\s+(?:TYPE|DOMAIN|EXTENSION|FUNCTION)\\b.*)\\bCASCADE\\s*$", FLAGS);

    /** A comment on a relation or a column of one, as which the last part of the name stands. */
    private static final Pattern COMMENT = Pattern.compile(
            "^\\s*COMMENT\\s+ON\\s+(?<kind>TABLE|COLUMN|INDEX|SEQUENCE)\\s+(?<name>" + Identifiers.WRITTEN
                    + "(\\s*\\.\\s*" + Identifiers.WRITTEN + ")*)\\s+IS\\b.*",
            FLAGS);

    private static final Pattern FUNCTION = Pattern.compile("^\\s*CREATE(\\s+OR\\s+REPLACE)?\\s+FUNCTION\\b", FLAGS);

    private static final Pattern VIEW = Pattern.compile("^\\s*CREATE\\b(?:\\s+\\w+)*?\\s+VIEW\\b", FLAGS);

    private static final Pattern DOMAIN = Pattern.compile("^\\s*CREATE\\s+DOMAIN\\b", FLAGS);

    /** Returns the definition that a statement is, if only PostgreSQL understands it. */
    public static Optional<ForeignDefinition> of(String written) {
        String sql = Words.fromFirst(written);
        boolean isOne = DEFINITION.matcher(sql).find()
                || (BLOCK.matcher(sql).find() && !MORE.matcher(sql).find());
        // Without CASCADE, PostgreSQL refuses to drop a type that columns of the store have.
        return isOne ? Optional.of(new ForeignDefinition(CASCADE.matcher(sql).replaceFirst("$1"))) : Optional.empty();
    }

    /**
     * Fails if the definition changes values or columns that the store keeps, or brings functions that read tables
     * which their call does not name.
     *
     * @throws StoreException if so (SQLSTATE 0A000)
     */
    public void requireHarmless(Catalog catalog) {
        if (SETTING_OF_ROLE.matcher(sql).find()) {
            throw refusal("sessions do not belong to roles, so that its settings would have no effect");
        }
        if (isForFunctions()) {
            throw refusal("functions, which must not read what is stored, would have the privilege, too");
        }
        if (FUNCTION.matcher(sql).find()) {
            new FunctionBody(sql).requirePure(catalog, false);
        }
        if (VIEW.matcher(sql).find()) {
            catalog.foreignTypes().foreignIn(sql).ifPresent(name -> {
                throw refusal("it uses " + name + ", which tells of a server, and not of what is stored here");
            });
        }
        if (DOMAIN.matcher(sql).find()) {
            new DomainDefinition(sql).requirePlain(catalog);
        }
        if (DOUBTFUL.matcher(sql).find() && !ACCEPTED.matcher(sql).find()) {
            throw Words.first(sql, 1).getFirst().equals("CREATE")
                    ? refusal("it may read what is stored unseen; accepted are " + String.join(", ", EXTENSIONS))
                    : refusal("it may change what is stored; accepted are ALTER TYPE with ADD VALUE or OWNER TO");
        }
    }

    /**
     * Returns whether it is a comment on a temporary table of the session, or on a part of one.
     *
     * @throws StoreException if it is another definition that names such a table (SQLSTATE 0A000)
     */
    public boolean isTemporary(Catalog catalog) {
        if (!catalog.hasTemporary(SearchPath.current().temporary())) {
            return false;
        }
        var comment = COMMENT.matcher(sql);
        if (comment.matches()) {
            String name = comment.group("name").replaceAll("\\s*\\.\\s*", ".");
            boolean isColumn = comment.group("kind").equalsIgnoreCase("COLUMN");
            int dot = Identifiers.dot(name);
            String relation = isColumn && dot > 0 ? name.substring(0, dot) : name;
            return SearchPath.isTemporary(Identifiers.schema(catalog.names().resolve(relation)));
        }
        Words words = Words.of(sql);
        while (!words.isEmpty()) {
            String word = words.take();
            String relation = catalog.names().resolve(null, word);
            if (SearchPath.isTemporary(Identifiers.schema(relation)) && catalog.has(relation)) {
                throw refusal("it names the temporary table " + word);
            }
        }
        return false;
    }

    /** Returns whether functions, too, might get a privilege by which they read what is stored. */
    private boolean isForFunctions() {
        boolean isOfRoles = isOfRole() || sql.strip().regionMatches(true, 0, "GRANT", 0, 5);
        if (!isOfRoles) {
            return false;
        }
        int to = Words.find(sql, 0, "TO").orElse(0);
        boolean isForAll = !isOfRole() && PUBLIC.matcher(sql.substring(to)).find();
        return OF_FUNCTIONS.matcher(sql).find()
                || (isForAll && !HARMLESS_PRIVILEGE.matcher(sql).find());
    }

    /** Returns whether it defines a role, which belongs to no database. */
    public boolean isOfRole() {
        return ROLE.matcher(sql).find();
    }

    static StoreException refusal(String reason) {
        return new StoreException("0A000", "this definition is not supported: " + reason);
    }

    /** Returns the tag of the definition in PostgreSQL's protocol. */
    public String tag() {
        List<String> words = Words.first(sql, 4);
        String verb = words.getFirst();
        if (verb.equals("GRANT") || verb.equals("REVOKE")) {
            int end = Words.find(sql, 0, "ON", "TO", "FROM").orElse(sql.length());
            return sql.regionMatches(true, end, "ON", 0, 2) ? verb : verb + " ROLE";
        }
        if (isOfRole()) {
            return verb + " ROLE";
        }
        return verb.equals("COMMENT") || verb.equals("DO")
                ? verb
                : verb + " " + (words.get(1).equals("OR") ? words.getLast() : words.get(1));
    }
}
