package moirai.mockstore.sql.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A text with several statements. */
public final class Script {

    private Script() {}

    /** Returns the statements, without the semicolons between them and without empty statements. */
    public static List<String> split(String script) {
        var statements = new ArrayList<String>();
        var lexer = new Lexer(script);
        int start = 0;
        boolean empty = true;
        String before = "";
        // Within the text of a function that is not in quotes, how many END are to come.
        int depth = 0;
        for (Optional<String> token = lexer.next(); token.isPresent(); token = lexer.next()) {
            String word = token.get();
            if (word.equalsIgnoreCase("ATOMIC") && before.equalsIgnoreCase("BEGIN")) {
                depth = 1;
            } else if (depth > 0) {
                depth += word.equalsIgnoreCase("CASE") ? 1 : word.equalsIgnoreCase("END") ? -1 : 0;
            }
            before = word;
            if (word.equals(";") && depth == 0) {
                if (!empty) {
                    statements.add(script.substring(start, lexer.position() - 1).strip());
                }
                start = lexer.position();
                empty = true;
            } else {
                empty = false;
            }
        }
        lexer.requireEnd();
        if (!empty) {
            statements.add(script.substring(start).strip());
        }
        return statements;
    }
}
