package moirai.mockstore.wire.protocol;

import java.util.List;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.TextFormat;

/** The text format of COPY: one line for each row, tabs between values, backslashes before what would be mistaken. */
public final class CopyText {

    private static final String NULL = "\\N";

    private CopyText() {}

    /** Returns the lines of a result. */
    public static String write(SqlResult result) {
        var text = new StringBuilder();
        for (List<Object> row : result.rows()) {
            for (int column = 0; column < row.size(); column++) {
                text.append(column == 0 ? "" : "\t");
                Object value = row.get(column);
                if (value == SqlNull.NULL) {
                    text.append(NULL);
                } else {
                    escape(TextFormat.write(value, result.columns().get(column).type()), text);
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static void escape(String value, StringBuilder text) {
        for (int at = 0; at < value.length(); at++) {
            char next = value.charAt(at);
            switch (next) {
                case '\\' -> text.append("\\\\");
                case '\t' -> text.append("\\t");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                default -> text.append(next);
            }
        }
    }
}
