package moirai.runs.emission;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.runs.cases.HistoryCase;
import moirai.runs.files.BundledText;

/**
 * A JUnit test in one file that needs nothing of Moirai, and fails if the database behaves again as a recipe says.
 *
 * @param className also the name of its file
 * @param heading lines that say what the test shows
 */
public record TestSource(String className, List<String> heading, Recipe recipe) {

    private static final Pattern PLACE = Pattern.compile("\\$\\{([a-z]+)}");

    private static final String TEMPLATE = "AnomalyTest.java.txt";

    /** Makes the heading safe for comments. */
    public TestSource {
        heading = heading.stream().map(Recipe::comment).toList();
    }

    /** Returns the test of a case. */
    static String of(HistoryCase found, Recipe recipe, String className) {
        String title = found.claim().label() + ", which " + CaseRecipe.broken(found) + " forbids, on "
                + found.header().database() + " at " + recipe.isolation() + ".";
        return new TestSource(className, List.of(title), recipe).text();
    }

    /** Returns the whole file. */
    public String text() {
        List<String> names = recipe.tables().stream().map(Recipe.Made::name).toList();
        Map<String, String> values = Map.of(
                "class",
                className,
                "title",
                String.join("\n * ", heading),
                "isolation",
                recipe.isolation(),
                "names",
                (names.size() == 1 ? "the table " : "the tables ")
                        + Recipe.comment(String.join(", ", names).replace("\"", "")),
                "tables",
                lines(recipe.tables(), table -> "{" + literal(table.name()) + ", " + literal(table.sql()) + "},"),
                "rows",
                lines(recipe.rows(), row -> literal(row) + ","),
                "sessions",
                String.valueOf(recipe.sessionCount()),
                "steps",
                lines(recipe.steps(), TestSource::step),
                "looks",
                lines(
                        recipe.looks(),
                        look -> "{\"\", \"\", " + literal(look.sql()) + ", " + literal(look.seen()) + "},"));
        // Once, so that nothing that a statement holds is taken for a place.
        return PLACE.matcher(BundledText.of(TestSource.class, TEMPLATE))
                .replaceAll(place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), "")));
    }

    private static <T> String lines(List<T> all, Function<T, String> line) {
        return all.stream().map(one -> "        " + line.apply(one)).collect(Collectors.joining("\n"));
    }

    private static String step(Recipe.Step step) {
        String sql = step.kind() == Recipe.Kind.BEGIN ? "BEGIN" : step.sql();
        return String.format(
                        Locale.ROOT,
                        "{\"%d\", \"%d\", %s, %s},",
                        step.session(),
                        step.txn(),
                        literal(sql),
                        literal(step.seen()))
                + (step.note().isEmpty() ? "" : " // " + step.note());
    }

    /**
     * Returns a text as a Java string literal. Java translates Unicode escapes before it reads strings, so a line feed
     * is written in octal.
     */
    private static String literal(String text) {
        var literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                literal.append('\\').append(letter);
            } else if (letter < ' ') {
                literal.append(String.format(Locale.ROOT, "\\%03o", (int) letter));
            } else if (letter > '~') {
                literal.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
            } else {
                literal.append(letter);
            }
        }
        return literal.append('"').toString();
    }
}
