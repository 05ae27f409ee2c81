package moirai.mockstore.sql.define;

import java.util.Locale;
import java.util.Set;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * The definition of a domain. PostgreSQL checks each value of a column that is of a domain, and the store what is not
 * there: it knows no default of a domain and nothing of NULL.
 *
 * @param sql CREATE DOMAIN
 */
record DomainDefinition(String sql) {

    /** The types that cut a value if they are asked for it, and refuse it in a column. */
    private static final Set<String> CUT = Set.of("varchar", "varying", "char", "character", "bpchar", "bit", "varbit");

    /**
     * Fails if the domain gives a column more than a check of its values.
     *
     * @throws moirai.mockstore.StoreException if so (SQLSTATE 0A000)
     */
    void requirePlain(Catalog catalog) {
        Set<String> functions = catalog.foreignTypes().notInFunctions();
        Words words = Words.of(sql);
        int depth = 0;
        while (!words.isEmpty()) {
            String word = words.take();
            String lower = word.toLowerCase(Locale.ROOT);
            boolean isOpen = words.peek().equals("(");
            depth += word.equals("(") ? 1 : word.equals(")") ? -1 : 0;
            if (depth == 0 && lower.equals("default")) {
                throw ForeignDefinition.refusal("the DEFAULT of a domain; accepted is one of a column");
            }
            if (depth == 0 && lower.equals("not") && words.peek().equals("NULL")) {
                throw ForeignDefinition.refusal("NOT NULL of a domain; accepted is that of a column");
            }
            if (depth == 0 && isOpen && CUT.contains(lower)) {
                throw ForeignDefinition.refusal("the length of a domain, " + word + "(…); accepted is a CHECK");
            }
            if (isOpen && functions.contains(Identifiers.of(word))) {
                throw ForeignDefinition.refusal("it does more than compute from a value: " + word);
            }
        }
    }
}
