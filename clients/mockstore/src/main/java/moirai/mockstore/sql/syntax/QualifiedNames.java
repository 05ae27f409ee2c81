package moirai.mockstore.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Replaces names of relations that are written with a schema. */
public final class QualifiedNames {

    private record Token(String text, int start, int end) {

        boolean isName() {
            char first = text.charAt(0);
            return first == '"' || Character.isLetter(first) || first == '_';
        }

        boolean isDot() {
            return text.equals(".");
        }
    }

    private QualifiedNames() {}

    /**
     * Returns a statement with other texts in the place of some names.
     *
     * @param replacement returns the text for a schema and a name; empty if they stay as they are
     */
    public static String replace(String sql, BiFunction<String, String, Optional<String>> replacement) {
        List<Token> tokens = tokens(sql);
        var result = new StringBuilder();
        int copied = 0;
        for (int index = 0; index + 2 < tokens.size(); index++) {
            Token schema = tokens.get(index);
            Token name = tokens.get(index + 2);
            boolean isFirst = index == 0 || !tokens.get(index - 1).isDot();
            if (isFirst && schema.isName() && tokens.get(index + 1).isDot() && name.isName()) {
                Optional<String> other = replacement.apply(Identifiers.of(schema.text), Identifiers.of(name.text));
                if (other.isPresent()) {
                    result.append(sql, copied, schema.start).append(other.get());
                    copied = name.end;
                }
            }
        }
        return result.append(sql, copied, sql.length()).toString();
    }

    private static List<Token> tokens(String sql) {
        var tokens = new ArrayList<Token>();
        var lexer = new Lexer(sql);
        for (Optional<String> next = lexer.next(); next.isPresent(); next = lexer.next()) {
            String text = next.get();
            tokens.add(new Token(text, lexer.position() - text.length(), lexer.position()));
        }
        return tokens;
    }
}
