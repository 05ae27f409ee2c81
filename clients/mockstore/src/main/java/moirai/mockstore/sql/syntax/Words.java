package moirai.mockstore.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import moirai.mockstore.StoreException;

/** A reader of the words and signs of a statement that the parser does not know. */
public final class Words {

    private final String sql;
    private final List<String> words;
    private int next;

    private Words(String sql, List<String> words) {
        this.sql = sql;
        this.words = words;
    }

    /**
     * Returns a reader of a statement, whose words are identifiers, numbers, quoted strings with their quotes, and
     * single signs.
     */
    public static Words of(String sql) {
        var words = new ArrayList<String>();
        var lexer = new Lexer(sql);
        for (Optional<String> token = lexer.next(); token.isPresent(); token = lexer.next()) {
            if (!words.isEmpty() || !token.get().equals(";")) {
                words.add(token.get());
            }
        }
        lexer.requireEnd();
        if (!words.isEmpty() && words.getLast().equals(";")) {
            words.removeLast();
        }
        return new Words(sql, words);
    }

    /**
     * Returns the first words of a statement, in upper case, without semicolons before them; empty strings where there
     * are none.
     */
    public static List<String> first(String sql, int count) {
        var lexer = new Lexer(sql);
        return Stream.generate(() -> lexer.next().orElse(""))
                .dropWhile(";"::equals)
                .limit(count)
                .map(word -> word.toUpperCase(Locale.ROOT))
                .toList();
    }

    /** Returns a statement from its first word on, without the comments before it. */
    public static String fromFirst(String sql) {
        var lexer = new Lexer(sql);
        return lexer.next()
                .map(word -> sql.substring(lexer.position() - word.length()))
                .orElse("");
    }

    /**
     * Returns where the first of these words stands in a statement, outside of parentheses; empty if none does.
     *
     * @param from the position from which to look; before a word
     */
    public static OptionalInt find(String sql, int from, String... sought) {
        var lexer = new Lexer(sql.substring(from));
        int depth = 0;
        for (Optional<String> word = lexer.next(); word.isPresent(); word = lexer.next()) {
            String found = word.get();
            depth += found.equals("(") ? 1 : found.equals(")") ? -1 : 0;
            if (depth == 0 && Stream.of(sought).anyMatch(found::equalsIgnoreCase)) {
                return OptionalInt.of(from + lexer.position() - found.length());
            }
        }
        return OptionalInt.empty();
    }

    public boolean isEmpty() {
        return next == words.size();
    }

    /** Takes the next word if it is one of these, in any case. */
    public boolean take(String... expected) {
        for (String word : expected) {
            if (!isEmpty() && words.get(next).equalsIgnoreCase(word)) {
                next++;
                return true;
            }
        }
        return false;
    }

    /** Takes all of these words, or none. */
    public boolean takeAll(String... expected) {
        int start = next;
        for (String word : expected) {
            if (!take(word)) {
                next = start;
                return false;
            }
        }
        return true;
    }

    /** Takes the next word, whatever it is. */
    public String take() {
        if (isEmpty()) {
            throw new StoreException("42601", "syntax error at end of: " + sql);
        }
        return words.get(next++);
    }

    /** Returns the next word without taking it, in upper case; empty at the end. */
    public String peek() {
        return isEmpty() ? "" : words.get(next).toUpperCase(Locale.ROOT);
    }

    /** Takes a name as it is written, possibly with dots. */
    public String takeName() {
        var name = new StringBuilder(take());
        while (take(".")) {
            name.append('.').append(take());
        }
        return name.toString();
    }

    /** Fails if any words are left. */
    public void end() {
        if (!isEmpty()) {
            throw new StoreException("42601", "syntax error at \"" + words.get(next) + "\" in: " + sql);
        }
    }

    @Override
    public String toString() {
        return sql;
    }
}
