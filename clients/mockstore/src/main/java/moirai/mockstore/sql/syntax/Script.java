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
        for (Optional<String> token = lexer.next(); token.isPresent(); token = lexer.next()) {
            if (token.get().equals(";")) {
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
