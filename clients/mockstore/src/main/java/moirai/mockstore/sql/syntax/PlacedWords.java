package moirai.mockstore.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The words and signs of a statement with their places in it. */
public final class PlacedWords {

    /**
     * A word.
     *
     * @param start the index of its first character
     */
    public record Word(String text, int start) {}

    private PlacedWords() {}

    /** Returns the words of a statement, as {@link Words} has them. */
    public static List<Word> of(String sql) {
        var words = new ArrayList<Word>();
        var lexer = new Lexer(sql);
        for (Optional<String> word = lexer.next(); word.isPresent(); word = lexer.next()) {
            words.add(new Word(word.get(), lexer.position() - word.get().length()));
        }
        return words;
    }
}
