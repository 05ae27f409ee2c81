package moirai.runs.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The text of small values as EDN: maps with keyword keys, lists as vectors, sets, keywords, strings, numbers and
 * booleans.
 */
final class EdnText {

    private EdnText() {}

    static String of(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var text = new StringJoiner("\n ", "{", "}");
                map.forEach((key, of) -> text.add(":" + key + " " + of(of).replace("\n", "\n ")));
                yield text.toString();
            }
            case Set<?> set -> joined(set, "#{", "}");
            case List<?> list -> joined(list, "[", "]");
            case Keyword(String name) -> ":" + name;
            case String text -> quoted(text);
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> throw new IllegalArgumentException("no EDN for a " + value.getClass());
        };
    }

    private static String joined(Iterable<?> values, String open, String close) {
        var text = new StringJoiner(" ", open, close);
        values.forEach(value -> text.add(of(value)));
        return text.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
