package moirai.runs.emission;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.runs.cases.Case;

/** A case as a JUnit test in one file that needs nothing of Moirai, and fails where the database does it again. */
final class TestSource {

    /** Databases that the statements are the same for. */
    private static final Set<String> PRODUCTS = Set.of("postgres", "mariadb", "h2", "hsqldb");

    private static final String TEMPLATE = "AnomalyTest.java.txt";

    private TestSource() {}

    /** The test; empty if such a case cannot be shown this way. */
    static Optional<String> of(Case found) {
        return PRODUCTS.contains(found.origin().product())
                ? Recipe.of(found).map(recipe -> text(found, recipe))
                : Optional.empty();
    }

    private static String text(Case found, Recipe recipe) {
        String isolation = found.header().isolation(); // One of four words, or there were no recipe.
        return template()
                .replace(
                        "${title}",
                        found.claim().label() + ", which "
                                + recipe.broken() + " forbids, on "
                                + Recipe.comment(found.header().database()) + " at " + isolation + ".")
                .replace("${isolation}", isolation)
                .replace("${table}", recipe.table())
                .replace("${keys}", recipe.keys().stream().map(key -> key + "L").collect(Collectors.joining(", ")))
                .replace("${sessions}", String.valueOf(recipe.sessionCount()))
                .replace(
                        "${steps}",
                        recipe.steps().stream().map(TestSource::step).collect(Collectors.joining("\n")));
    }

    private static String step(Recipe.Step step) {
        String sql = step.kind() == Recipe.Kind.BEGIN ? "BEGIN" : step.sql();
        return "        {\"%d\", \"%d\", \"%s\", \"%s\"},".formatted(step.session(), step.txn(), sql, step.seen());
    }

    private static String template() {
        try (InputStream in = TestSource.class.getResourceAsStream(TEMPLATE)) {
            if (in == null) {
                throw new IllegalStateException(TEMPLATE + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
