package moirai.observation.classes;

import java.util.List;
import java.util.Map;
import moirai.observation.txns.Options;

/**
 * The options for the observation of an application's class.
 *
 * @param txns the methods that are transactions, as {@code Class.method} or {@code method}, with * for any letters;
 *     empty for all that can be
 * @param definitions SQL that makes the tables, before the application starts; may be empty
 * @param product what the database in memory behaves as: {@code h2}, or {@code h2:MODE}
 * @param sizes the greatest number or the longest text of parameters, by {@code method.parameter} or
 *     {@code parameter}
 */
public record ClassOptions(
        List<String> txns, List<String> definitions, String product, Map<String, Long> sizes, Options options) {

    /**
     * The usual options: all transactions, on plain H2, with usual sizes, and tables that the application makes itself.
     */
    public static final ClassOptions USUAL =
            new ClassOptions(List.of(), List.of(), EmbeddedDatabase.PLAIN, Map.of(), Options.USUAL);

    public ClassOptions {
        txns = List.copyOf(txns);
        definitions = List.copyOf(definitions);
        sizes = Map.copyOf(sizes);
    }
}
