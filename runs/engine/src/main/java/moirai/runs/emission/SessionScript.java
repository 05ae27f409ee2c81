package moirai.runs.emission;

import java.util.Optional;
import moirai.runs.cases.Case;
import moirai.runs.report.Numbers;

/**
 * A case as a script for terminals, one for each session: labelled steps, each a statement to paste and what is to be
 * seen. For PostgreSQL and MariaDB.
 */
final class SessionScript {

    private SessionScript() {}

    /** The script; empty if such a case cannot be shown this way. */
    static Optional<String> of(Case found) {
        String product = found.origin().product();
        boolean isMariadb = product.equals("mariadb");
        return isMariadb || product.equals("postgres")
                ? Recipe.of(found).map(recipe -> text(found, recipe, isMariadb))
                : Optional.empty();
    }

    private static String text(Case found, Recipe recipe, boolean isMariadb) {
        var text = new StringBuilder();
        text.append("""
                -- %s: what %s must not show.
                -- Found on %s at %s.
                --
                -- Open %s: in each, %s of a database for tests.
                -- Paste each statement, step by step, into the terminal that is named, and compare what is seen.
                -- Where a statement waits, go on with the next step in the other terminal. If a statement is refused,
                -- or a read shows anything else, then the database does not do it this time.

                -- Before, terminal 1:
                """.formatted(
                        found.claim().label(),
                        recipe.broken(),
                        Recipe.comment(found.header().database()),
                        Recipe.comment(found.header().isolation()),
                        Numbers.counted(recipe.sessionCount(), "terminal"),
                        isMariadb ? "mariadb" : "psql"));
        text.append(recipe.create()).append(";\n");
        recipe.inserts().forEach(insert -> text.append(insert).append(";\n"));
        int number = 1;
        for (Recipe.Step step : recipe.steps()) {
            text.append("\n-- Step %d, terminal %d (T%d):\n".formatted(number++, step.session() + 1, step.txn()));
            text.append(statement(recipe, step, isMariadb)).append('\n');
            if (step.kind() == Recipe.Kind.READ && !step.seen().equals(Recipe.UNKNOWN)) {
                text.append("--   seen: ")
                        .append(step.seen().isEmpty() ? "nothing, an empty text" : step.seen())
                        .append('\n');
            }
        }
        text.append("\n-- All of this was seen and all commits were accepted: no execution");
        text.append("\n-- of ").append(recipe.broken());
        text.append(" explains it. The proof is in case.txt.\n\n-- After, terminal 1:\n");
        return text.append(recipe.drop()).append(";\n").toString();
    }

    private static String statement(Recipe recipe, Recipe.Step step, boolean isMariadb) {
        if (step.kind() != Recipe.Kind.BEGIN) {
            return step.sql() + ";";
        }
        return isMariadb
                ? "SET TRANSACTION ISOLATION LEVEL " + recipe.isolation() + "; START TRANSACTION;"
                : "BEGIN ISOLATION LEVEL " + recipe.isolation() + ";";
    }
}
