package moirai.mockstore.sql.define;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.syntax.Identifiers;

/**
 * What the text of a function, or of a block, does. It is executed by PostgreSQL, which has none of the rows and other
 * sessions: so it may compute from its arguments alone. What escapes this look fails when it runs, since its role may
 * read no table and call no function that does more.
 *
 * @param sql a statement with the text in quotes or dollars
 */
public record FunctionBody(String sql) {

    /** The languages whose functions are executed. */
    private static final Set<String> LANGUAGES = Set.of("sql", "plpgsql");

    private static final Set<String> NOTICES = Set.of("debug", "log", "info", "notice", "warning");

    /** The words of statements that have effects, and of what the store has itself: the time and the user. */
    private static final Set<String> FOREIGN = Set.of("""
            insert delete merge truncate copy lock call create alter drop grant revoke notify listen unlisten commit
            rollback execute prepare deallocate discard load set reset
            current_timestamp current_time current_date localtime localtimestamp
            current_user session_user system_user user current_role current_catalog current_schema
            refcursor trigger event_trigger
            """.strip().split("\\s+"));

    /** The functions of extensions that do more than compute; of its own, PostgreSQL says it. */
    private static final Set<String> OF_EXTENSIONS = Set.of(
            "uuid_generate_v1", "uuid_generate_v1mc", "uuid_generate_v4", "gen_random_bytes", "gen_salt", "dblink");

    /** The words before a table. */
    private static final Set<String> BEFORE_TABLES = Set.of("from", "join", "update", "table", "only");

    /** The signs and words after the type of a parameter. */
    private static final Set<String> AFTER_TYPES = Set.of(",", ")", "[", "=", "default");

    private static final Set<String> ATTRIBUTES = Set.of("rowtype", "type");

    /** A literal that means another time whenever it is read. */
    private static final Pattern PRESENT =
            Pattern.compile("\\s*(?:now|today|tomorrow|yesterday)(?:\\s+[\\d:.]+)?\\s*", Pattern.CASE_INSENSITIVE);

    /**
     * Fails if the text does more than compute.
     *
     * @param mayTell whether it may tell the client something
     * @throws StoreException with SQLSTATE 0A000, and the name of the table or of the word
     */
    public void requirePure(Catalog catalog, boolean mayTell) {
        FunctionWords words = FunctionWords.of(sql);
        Set<String> relations = catalog.definitions().tables().keySet().stream()
                .map(Identifiers::bare)
                .collect(Collectors.toSet());
        catalog.definitions().sequences().keySet().forEach(name -> relations.add(Identifiers.bare(name)));
        Set<String> functions = catalog.foreignTypes().notInFunctions();
        for (int at = 0; at < words.size(); at++) {
            if (!mayTell && words.lower(at).equals("raise") && NOTICES.contains(words.lower(at + 1))) {
                throw refusal("it tells the client something: RAISE " + words.get(at + 1));
            }
            String name = words.name(at);
            if (relations.contains(name) && isTable(words, at)) {
                throw refusal("it names the table " + name);
            }
            requireNoCatalog(words, at);
            boolean isCalled = words.lower(at + 1).equals("(") && at > 0 && !isOfOtherSchema(words, at);
            if (FOREIGN.contains(words.lower(at))
                    || (isCalled && (functions.contains(name) || OF_EXTENSIONS.contains(name)))
                    || words.literal(at)
                            .filter(text -> PRESENT.matcher(text).matches())
                            .isPresent()) {
                throw refusal("it does more than compute from its arguments: " + words.get(at));
            }
        }
        String language = words.language();
        if (!language.isEmpty() && !LANGUAGES.contains(language)) {
            throw refusal("its language is " + language + "; accepted are sql and plpgsql");
        }
    }

    /** Fails if a word names a relation or schema of the system catalogs: they tell of definitions, or of a server. */
    private static void requireNoCatalog(FunctionWords words, int at) {
        String name = words.name(at);
        boolean isOne = name.equals("information_schema")
                || name.startsWith("pg_temp")
                || (name.startsWith("pg_") && !Set.of("(", ".").contains(words.lower(at + 1)));
        if (isOne) {
            throw refusal("it names " + name);
        }
    }

    private static boolean isOfOtherSchema(FunctionWords words, int at) {
        return words.lower(at - 1).equals(".") && !words.name(at - 2).equals("pg_catalog");
    }

    /** Returns whether a word is the name of a table, or of its type, and not of a parameter or the like. */
    private static boolean isTable(FunctionWords words, int at) {
        int start = at;
        while (words.lower(start - 1).equals(".")) {
            start -= 2;
        }
        int end = at;
        while (words.lower(end + 1).equals(".")) {
            end += 2;
        }
        String next = words.lower(end + 1);
        if (next.equals("%") && ATTRIBUTES.contains(words.lower(end + 2))) {
            return true;
        }
        String before = words.lower(start - 1);
        if (words.isHead(at)) {
            return Set.of("returns", "setof", "of").contains(before) || (end > 0 && AFTER_TYPES.contains(next));
        }
        return BEFORE_TABLES.contains(before)
                && !(before.equals("from") && words.isOperator(start - 1))
                && !next.equals("(")
                && !words.isQuery(words.name(at));
    }

    private static StoreException refusal(String reason) {
        return new StoreException("0A000", "this function is not supported: " + reason);
    }
}
