package moirai.mockstore.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * What the text of a function, or of a block, does. It is executed by PostgreSQL, which has none of the rows: so it may
 * compute from its arguments alone. What escapes this look fails when it runs, since its role may read no table.
 *
 * @param sql a statement with the text in quotes or dollars
 */
public record FunctionBody(String sql) {

    /** The languages whose functions are executed. */
    private static final Set<String> LANGUAGES = Set.of("sql", "plpgsql");

    private static final Set<String> HEAD = Set.of("create", "or", "replace", "function", "do");

    private static final Set<String> NOTICES = Set.of("debug", "log", "info", "notice", "warning");

    /** The words of statements that have effects, and of what the store has itself: the time, the user, settings. */
    private static final Set<String> FOREIGN = Set.of("""
            insert delete merge truncate copy lock call create alter drop grant revoke notify listen commit rollback
            execute set reset set_config current_setting nextval currval lastval setval
            now transaction_timestamp statement_timestamp clock_timestamp timeofday current_timestamp current_time
            current_date localtime localtimestamp random gen_random_uuid uuidv4 uuidv7 random_normal age
            pg_sleep pg_sleep_for pg_sleep_until current_user session_user user current_role current_schema
            current_schemas setseed uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 gen_random_bytes
            refcursor trigger event_trigger dblink query_to_xml table_to_xml schema_to_xml database_to_xml
            """.strip().split("\\s+"));

    /**
     * Fails if the text does more than compute.
     *
     * @param mayTell whether it may tell the client something
     * @throws StoreException with SQLSTATE 0A000, and the name of the table or of the word
     */
    public void requirePure(Catalog catalog, boolean mayTell) {
        List<String> all = words(sql);
        List<String> words = all.subList(head(all), all.size());
        Set<String> relations = catalog.definitions().tables().keySet().stream()
                .map(Identifiers::bare)
                .collect(Collectors.toSet());
        catalog.definitions().sequences().keySet().forEach(name -> relations.add(Identifiers.bare(name)));
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (!mayTell
                    && word.equalsIgnoreCase("raise")
                    && at + 1 < words.size()
                    && NOTICES.contains(words.get(at + 1).toLowerCase(Locale.ROOT))) {
                throw refusal("it tells the client something: RAISE " + words.get(at + 1));
            }
            if (relations.contains(Identifiers.of(word))) {
                throw refusal("it names the table " + word);
            }
            if (FOREIGN.contains(word.toLowerCase(Locale.ROOT))) {
                throw refusal("it does more than compute from its arguments: " + word);
            }
        }
        int language = words.stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList()
                .lastIndexOf("language");
        if (language >= 0 && language + 1 < words.size()) {
            String name = words.get(language + 1).replace("'", "").toLowerCase(Locale.ROOT);
            if (!LANGUAGES.contains(name)) {
                throw refusal("its language is " + name + "; accepted are sql and plpgsql");
            }
        }
    }

    /** Returns where what follows the first words of the statement begins. */
    private static int head(List<String> words) {
        int head = 0;
        while (head < words.size() && HEAD.contains(words.get(head).toLowerCase(Locale.ROOT))) {
            head++;
        }
        return head;
    }

    private static StoreException refusal(String reason) {
        return new StoreException("0A000", "this function is not supported: " + reason);
    }

    /** Returns the words of a text, also those in its quoted parts that are texts of statements themselves. */
    private static List<String> words(String text) {
        var found = new ArrayList<String>();
        Words words = Words.of(text);
        while (!words.isEmpty()) {
            String word = words.take();
            if (word.startsWith("$") && word.length() > 2 && word.endsWith("$")) {
                int tag = word.indexOf('$', 1) + 1;
                found.addAll(words(word.substring(tag, Math.max(tag, word.length() - tag))));
            } else if (word.startsWith("'")
                    && found.stream().anyMatch("as"::equalsIgnoreCase)
                    && found.getLast().equalsIgnoreCase("as")) {
                found.addAll(words(word.substring(1, word.length() - 1).replace("''", "'")));
            } else {
                found.add(word);
            }
        }
        return found;
    }
}
