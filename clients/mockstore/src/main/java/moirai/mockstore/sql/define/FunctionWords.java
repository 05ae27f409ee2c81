package moirai.mockstore.sql.define;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Escapes;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;

/**
 * The words of a statement that defines a function or is a block, and those of the text within it. There are empty ones
 * before the first and after the last.
 *
 * @param head the number of words before the text
 */
record FunctionWords(List<String> words, int head) {

    private static final Set<String> FIRST = Set.of("create", "or", "replace", "function", "do");

    /** The words with which the text of a function begins that is not in quotes. */
    private static final Set<String> BODY = Set.of("as", "return", "begin");

    /** The functions with FROM among their arguments. */
    private static final Set<String> WITH_FROM = Set.of("extract", "substring", "trim", "overlay");

    FunctionWords {
        words = List.copyOf(words);
    }

    /**
     * Returns the words of a statement, without the first ones that say what it is.
     *
     * @throws StoreException if its text is written in a way that hides its words (SQLSTATE 0A000)
     */
    static FunctionWords of(String sql) {
        var words = new ArrayList<String>();
        boolean isBlock = Words.first(sql, 1).getFirst().equals("DO");
        int head = -1;
        for (String word : tokens(sql)) {
            String before = last(words, 1);
            boolean isQuoted = word.startsWith("'");
            boolean isText = isQuoted
                    && (before.equals("as")
                            || (before.equals("e") && last(words, 2).equals("as"))
                            || (isBlock && !before.equals("language")));
            if (isQuoted && before.equals("&") && last(words, 3).equals("as")) {
                throw new StoreException("0A000", "this function is not supported: its text is in Unicode escapes");
            }
            if (head < 0 && BODY.contains(word.toLowerCase(Locale.ROOT))) {
                head = words.size();
            }
            if (isText) {
                head = head < 0 ? words.size() : head;
                words.addAll(tokens(unquoted(word, before.equals("e"))));
            } else if (isDollars(word) && (isBlock || before.equals("as"))) {
                head = head < 0 ? words.size() : head;
                int tag = word.indexOf('$', 1) + 1;
                words.addAll(tokens(word.substring(tag, Math.max(tag, word.length() - tag))));
            } else {
                words.add(word);
            }
        }
        int first = 0;
        while (first < words.size() && FIRST.contains(words.get(first).toLowerCase(Locale.ROOT))) {
            first++;
        }
        return new FunctionWords(words.subList(first, words.size()), (head < 0 ? words.size() : head) - first);
    }

    private static List<String> tokens(String sql) {
        var tokens = new ArrayList<String>();
        Words words = Words.of(sql);
        while (!words.isEmpty()) {
            tokens.add(words.take());
        }
        return tokens;
    }

    private static String last(List<String> words, int fromEnd) {
        return words.size() < fromEnd ? "" : words.get(words.size() - fromEnd).toLowerCase(Locale.ROOT);
    }

    private static boolean isDollars(String word) {
        return word.startsWith("$") && word.length() > 2 && word.endsWith("$");
    }

    private static String unquoted(String word, boolean hasEscapes) {
        String text = word.substring(1, word.length() - 1);
        return hasEscapes ? Escapes.read(text) : text.replace("''", "'");
    }

    int size() {
        return words.size();
    }

    /** Returns a word as it is written. */
    String get(int at) {
        return at < 0 || at >= words.size() ? "" : words.get(at);
    }

    /** Returns a word in lower case; a name in quotes keeps them. */
    String lower(int at) {
        return get(at).toLowerCase(Locale.ROOT);
    }

    /** Returns the name that a word is; empty if it is none. */
    String name(int at) {
        String word = get(at);
        return word.isEmpty() || word.startsWith("'") ? "" : Identifiers.of(word);
    }

    /** Returns the text of a word that is a literal. */
    Optional<String> literal(int at) {
        String word = get(at);
        if (isDollars(word)) {
            int tag = word.indexOf('$', 1) + 1;
            return Optional.of(word.substring(tag, Math.max(tag, word.length() - tag)));
        }
        return word.length() > 1 && word.startsWith("'")
                ? Optional.of(unquoted(word, lower(at - 1).equals("e")))
                : Optional.empty();
    }

    /** Returns whether a word stands before the text of the function. */
    boolean isHead(int at) {
        return at < head;
    }

    /** Returns whether FROM at this place stands before an operand and not before a table. */
    boolean isOperator(int from) {
        if (lower(from - 1).equals("distinct")) {
            return true;
        }
        int depth = 0;
        for (int at = from - 1; at > 0; at--) {
            depth += lower(at).equals(")") ? 1 : lower(at).equals("(") ? -1 : 0;
            if (depth < 0) {
                return WITH_FROM.contains(lower(at - 1));
            }
        }
        return false;
    }

    /** Returns whether a name is that of a query in WITH. */
    boolean isQuery(String name) {
        for (int at = 0; at < words.size(); at++) {
            if (name(at).equals(name)
                    && Set.of("with", "recursive", ",").contains(lower(at - 1))
                    && lower(at + 1).equals("as")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the language of the function; empty if it is not written. */
    String language() {
        int last = words.stream()
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList()
                .lastIndexOf("language");
        return last < 0 ? "" : lower(last + 1).replace("'", "").replace("\"", "");
    }
}
