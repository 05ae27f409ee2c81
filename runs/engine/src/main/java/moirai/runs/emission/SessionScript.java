package moirai.runs.emission;

import java.util.List;
import java.util.Locale;
import moirai.runs.cases.HistoryCase;
import moirai.runs.products.Product.Terminal;
import moirai.runs.report.Numbers;

/**
 * A script for terminals, one for each session: labelled steps, each with a statement to paste and the expected result.
 * For PostgreSQL and MariaDB.
 *
 * @param heading lines that say what the script shows
 * @param ending lines that say what follows if every result is as expected
 */
public record SessionScript(List<String> heading, Recipe recipe, List<String> ending) {

    /** Copies the lists, and makes them safe for comments. */
    public SessionScript {
        heading = heading.stream().map(Recipe::comment).toList();
        ending = ending.stream().map(Recipe::comment).toList();
    }

    /**
     * Returns the script of a case.
     *
     * @param terminal the program that reads it
     */
    static String of(HistoryCase found, Recipe recipe, Terminal terminal) {
        String broken = CaseRecipe.broken(found);
        return new SessionScript(
                        List.of(
                                found.claim().label() + ": what " + broken + " must not show.",
                                "Found on " + found.header().database() + " at "
                                        + found.header().isolation() + "."),
                        recipe,
                        List.of(
                                "All of this was seen and all commits were accepted: no execution",
                                "of " + broken + " explains it. The proof is in case.txt."))
                .text(terminal);
    }

    /**
     * Returns the whole script.
     *
     * @param terminal the program that reads it
     */
    public String text(Terminal terminal) {
        var text = new StringBuilder();
        heading.forEach(line -> text.append("-- ").append(line).append('\n'));
        text.append("""
                --
                -- Open %s: in each, %s of a database for tests.
                -- Paste each statement, step by step, into the terminal that is named, and compare what is seen.
                -- Where a statement waits, go on with the next step in the other terminal. If a statement is refused,
                -- or a read shows anything else, then the database does not do it this time.

                -- Before, terminal 1:
                """.formatted(Numbers.counted(recipe.sessionCount(), "terminal"), terminal.command()));
        recipe.tables().forEach(table -> text.append(table.sql()).append(";\n"));
        recipe.rows().forEach(insert -> text.append(insert).append(";\n"));
        int number = 1;
        for (Recipe.Step step : recipe.steps()) {
            text.append(String.format(
                    Locale.ROOT,
                    "\n-- Step %d, terminal %d (T%d%s):\n",
                    number++,
                    step.session() + 1,
                    step.txn(),
                    step.note().isEmpty() ? "" : ", " + step.note()));
            text.append(statement(step, terminal)).append('\n');
            if (step.kind() == Recipe.Kind.READ && !step.seen().equals(Recipe.UNKNOWN)) {
                seen(text, step.seen());
            }
        }
        for (Recipe.Look look : recipe.looks()) {
            text.append("\n-- At last, terminal 1:\n").append(look.sql()).append(";\n");
            seen(text, look.seen());
        }
        text.append('\n');
        ending.forEach(line -> text.append("-- ").append(line).append('\n'));
        text.append("\n-- After, terminal 1:\n");
        recipe.tables()
                .forEach(
                        table -> text.append("DROP TABLE ").append(table.name()).append(";\n"));
        return text.toString();
    }

    private static void seen(StringBuilder text, String seen) {
        text.append("--   seen: ")
                .append(seen.isEmpty() ? "nothing, an empty text" : seen)
                .append('\n');
    }

    private String statement(Recipe.Step step, Terminal terminal) {
        if (step.kind() != Recipe.Kind.BEGIN) {
            return step.sql() + ";";
        }
        return switch (terminal) {
            case MARIADB -> "SET TRANSACTION ISOLATION LEVEL " + recipe.isolationInSql() + "; START TRANSACTION;";
            case PSQL -> "BEGIN ISOLATION LEVEL " + recipe.isolationInSql() + ";";
        };
    }
}
