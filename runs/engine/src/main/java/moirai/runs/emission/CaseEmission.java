package moirai.runs.emission;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.reenactment.DirectedCase;
import moirai.runs.cases.Case;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;

/** The files that show a case without Moirai: a JUnit test, and a script for terminals. */
public sealed interface CaseEmission {

    /** Returns the files of a case, or the reason why there are none. */
    static CaseEmission of(Case found) {
        return switch (found) {
            case HistoryCase shown ->
                CaseRecipe.of(shown)
                        .<CaseEmission>map(recipe -> new OfHistory(shown, recipe))
                        .orElseGet(() -> new None("Its statements are not those of lists on one server at a level of"
                                + " SQL, or no times were recorded."));
            case ExploredCase explored -> new OfExploration(explored);
            case PredictedCase predicted -> ofPrediction(predicted.directed());
        };
    }

    private static CaseEmission ofPrediction(DirectedCase wanted) {
        return EmittedCase.objection(wanted)
                .<CaseEmission>map(None::new)
                .orElseGet(() -> new OfPrediction(EmittedCase.of(wanted)));
    }

    /** Returns the test in one file; empty if no test can show the case. */
    Optional<String> test(String className);

    /** Returns the script; empty if no script can show the case. */
    Optional<String> script();

    /** Returns the SQL isolation level at which the failure is expected; empty if the case is not written in SQL. */
    String isolation();

    /** Returns why there is no test or no script, as a sentence; empty if there are both. */
    String objection();

    /** The emission of an excerpt of a history. */
    record OfHistory(HistoryCase found, Recipe recipe) implements CaseEmission {

        @Override
        public Optional<String> test(String className) {
            return TestSource.of(found, className);
        }

        @Override
        public Optional<String> script() {
            return SessionScript.of(found);
        }

        @Override
        public String isolation() {
            return recipe.isolation();
        }

        @Override
        public String objection() {
            List<String> missing = Stream.of(
                            test("AnomalyTest").isEmpty() ? "test" : "", script().isEmpty() ? "script" : "")
                    .filter(name -> !name.isEmpty())
                    .toList();
            return missing.isEmpty()
                    ? ""
                    : "There is no " + String.join(" and no ", missing) + " for '" + found.product() + "'.";
        }
    }

    /** The emission of a predicted anomaly. */
    record OfPrediction(EmittedCase files) implements CaseEmission {

        @Override
        public Optional<String> test(String className) {
            return Optional.of(files.test(className));
        }

        @Override
        public Optional<String> script() {
            return Optional.of(files.script());
        }

        @Override
        public String isolation() {
            return files.isolation();
        }

        @Override
        public String objection() {
            return "";
        }
    }

    /**
     * The emission of an execution of an explored program. It has no script, because no server can be made to answer
     * its reads in the required way.
     */
    record OfExploration(ExploredCase found) implements CaseEmission {

        @Override
        public Optional<String> test(String className) {
            return ExplorationTest.of(found, className);
        }

        @Override
        public Optional<String> script() {
            return Optional.empty();
        }

        @Override
        public String isolation() {
            return "";
        }

        @Override
        public String objection() {
            return "No server can be told to answer reads as " + found.claim().level() + " allows, so there is no"
                    + " script"
                    + (test("AnomalyTest").isPresent() ? "." : ", and only a program that is a class has a test.");
        }
    }

    /**
     * A case that no file can show.
     *
     * @param objection why, as a sentence
     */
    record None(String objection) implements CaseEmission {

        @Override
        public Optional<String> test(String className) {
            return Optional.empty();
        }

        @Override
        public Optional<String> script() {
            return Optional.empty();
        }

        @Override
        public String isolation() {
            return "";
        }
    }
}
