package moirai.observation.rehearsals;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.observation.rows.Tags;
import moirai.sources.sql.SqlText;

/**
 * A statement without the values that stand in its text. They have names instead, so that values in the text are
 * explained like values that are bound.
 */
record Literals(String text, Map<String, Object> values) {

    /**
     * The tokens of a statement. Quoted names stay; texts are values; numbers are values where something is compared,
     * computed or listed.
     */
    private static final Pattern TOKEN =
            Pattern.compile("\"[^\"]*\"|'((?:[^']|'')*)'|(?<=[=<>+*(,-])(\\s*)(\\d+(?:\\.\\d+)?)(?![\\w.])");

    private static final Pattern LIST = Pattern.compile("(?s).*\\b(VALUES|IN)\\b\\s*\\(.*");

    Literals {
        values = new LinkedHashMap<>(values);
    }

    static Literals of(String sql) {
        var text = new StringBuilder();
        Map<String, Object> values = new LinkedHashMap<>();
        Matcher tokens = TOKEN.matcher(sql);
        int end = 0;
        while (tokens.find()) {
            text.append(sql, end, tokens.start());
            end = tokens.end();
            String before = text.toString().stripTrailing();
            boolean isInList = LIST.matcher(before.toUpperCase(Locale.ROOT)).matches();
            boolean isListed = before.endsWith("(") || before.endsWith(",");
            if (tokens.group(1) != null) {
                text.append(named(values, tokens.group(1).replace("''", "'")));
            } else if (tokens.group(3) != null && (isInList || !isListed)) {
                text.append(tokens.group(2)).append(named(values, Tags.plain(new BigDecimal(tokens.group(3)))));
            } else {
                text.append(tokens.group());
            }
        }
        return new Literals(text.append(sql.substring(end)).toString(), values);
    }

    private static String named(Map<String, Object> values, Object value) {
        String name = SqlText.HOLE + (values.size() + 1);
        values.put(name, value);
        return ":" + name;
    }
}
