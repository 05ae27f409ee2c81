package moirai.runs.emission;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import moirai.reenactment.DirectedCase;
import moirai.runs.cases.Case;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.products.Product;
import moirai.runs.products.Products;

/**
 * The files that show a case without Moirai: a JUnit test, and a script for terminals.
 *
 * @param tests makes the test in one file from the name of its class; gives none if no test can show the case
 * @param scripts makes the script; gives none if no script can show the case
 * @param isolation the SQL isolation level at which the failure is expected; empty if the case is not written in SQL
 * @param objection why there is no test or no script, as a sentence; empty if there are both
 */
public record CaseEmission(
        Function<String, Optional<String>> tests,
        Supplier<Optional<String>> scripts,
        String isolation,
        String objection) {

    /** Returns the files of a case, or the reason why there are none. */
    public static CaseEmission of(Case found) {
        return switch (found) {
            case HistoryCase shown ->
                CaseRecipe.of(shown)
                        .map(recipe -> of(shown, recipe))
                        .orElseGet(
                                () -> none("Its statements are not those of lists on one server at a level of SQL, or"
                                        + " no times were recorded."));
            case ExploredCase explored -> of(explored);
            case PredictedCase predicted -> of(predicted.directed());
        };
    }

    private static CaseEmission none(String objection) {
        return new CaseEmission(className -> Optional.empty(), Optional::empty, "", objection);
    }

    private static CaseEmission of(HistoryCase found, Recipe recipe) {
        Optional<Product> product = Products.named(found.product());
        boolean hasTest = product.filter(Product::runsEmittedTests).isPresent();
        boolean hasScript = product.flatMap(Product::terminal).isPresent();
        List<String> missing = Stream.of(hasTest ? "" : "test", hasScript ? "" : "script")
                .filter(name -> !name.isEmpty())
                .toList();
        return new CaseEmission(
                className -> hasTest ? Optional.of(TestSource.of(found, recipe, className)) : Optional.empty(),
                () -> product.flatMap(Product::terminal).map(terminal -> SessionScript.of(found, recipe, terminal)),
                recipe.isolation(),
                missing.isEmpty()
                        ? ""
                        : "There is no " + String.join(" and no ", missing) + " for '" + found.product() + "'.");
    }

    /**
     * Returns the files of an execution of an explored program. It has no script, because no server can be made to
     * answer its reads in the required way.
     */
    private static CaseEmission of(ExploredCase found) {
        boolean hasTest = ExplorationTest.of(found, "AnomalyTest").isPresent();
        return new CaseEmission(
                className -> ExplorationTest.of(found, className),
                Optional::empty,
                "",
                "No server can be told to answer reads as " + found.claim().level() + " allows, so there is no script"
                        + (hasTest ? "." : ", and only a program that is a class has a test."));
    }

    private static CaseEmission of(DirectedCase wanted) {
        Optional<String> objection = EmittedCase.objection(wanted);
        if (objection.isPresent()) {
            return none(objection.get());
        }
        EmittedCase files = EmittedCase.of(wanted);
        return new CaseEmission(
                className -> Optional.of(files.test(className)),
                () -> Optional.of(files.script()),
                files.isolation(),
                "");
    }

    /** Returns the test in one file; empty if no test can show the case. */
    public Optional<String> test(String className) {
        return tests.apply(className);
    }

    /** Returns the script; empty if no script can show the case. */
    public Optional<String> script() {
        return scripts.get();
    }
}
