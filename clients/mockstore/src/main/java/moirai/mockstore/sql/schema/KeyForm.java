package moirai.mockstore.sql.schema;

import java.util.List;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.PlacedWords;
import org.jspecify.annotations.Nullable;

/**
 * The values that a unique index has for a row, and the rows that it has values for.
 *
 * @param values over the columns of the row
 * @param texts of the values, as a message names them
 * @param condition that rows of the index satisfy; null if all rows are in it
 * @param conditionText empty if there is no condition
 */
public record KeyForm(
        List<SqlExpression> values,
        List<String> texts,
        @Nullable SqlExpression condition,
        String conditionText) {

    public KeyForm {
        values = List.copyOf(values);
        texts = List.copyOf(texts);
    }

    /** Returns the same values with another name of a column in their texts. */
    KeyForm renamed(String column, String name) {
        return new KeyForm(
                values,
                texts.stream()
                        .map(text -> text.equals(column) ? name : renamed(text, column, name))
                        .toList(),
                condition,
                renamed(conditionText, column, name));
    }

    private static String renamed(String text, String column, String name) {
        var renamed = new StringBuilder();
        int copied = 0;
        List<PlacedWords.Word> words = PlacedWords.of(text);
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at).text();
            boolean isCalled = at + 1 < words.size() && words.get(at + 1).text().equals("(");
            boolean isType = at > 0 && words.get(at - 1).text().equals(":");
            if (!word.startsWith("'") && Identifiers.of(word).equals(column) && !isCalled && !isType) {
                int start = words.get(at).start();
                renamed.append(text, copied, start).append(Identifiers.ifNeeded(name));
                copied = start + word.length();
            }
        }
        return renamed.append(text.substring(copied)).toString();
    }
}
