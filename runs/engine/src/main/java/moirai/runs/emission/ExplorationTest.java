package moirai.runs.emission;

import java.util.Optional;
import java.util.regex.Pattern;
import moirai.runs.cases.Claim;
import moirai.runs.cases.ExploredCase;

/**
 * The source of a JUnit test that explores a program of the user's again. The test needs {@code moirai-exploration}.
 */
final class ExplorationTest {

    private static final Pattern CLASS = Pattern.compile("(?:[\\p{Alpha}_$][\\w$]*\\.)+[\\p{Alpha}_$][\\w$]*");

    private ExplorationTest() {}

    /** Returns the test; empty if the program is not a class, or if the claim is not a broken assertion. */
    static Optional<String> of(ExploredCase found, String className) {
        String program = found.source().name();
        boolean isClass =
                CLASS.matcher(program).matches() && found.source().client().isEmpty();
        if (!isClass || !(found.claim() instanceof Claim.BrokenAssertion broken)) {
            return Optional.empty();
        }
        return Optional.of(
                """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertTrue;

            import java.util.List;
            import java.util.function.Supplier;
            import moirai.exploration.CheckedProgram;
            import moirai.exploration.Exploration;
            import moirai.exploration.ExplorationOptions;
            import moirai.exploration.ExplorationResult;
            import moirai.exploration.search.Explorable;
            import moirai.exploration.search.ExploredLevels;
            import org.junit.jupiter.api.Test;

            /**
             * %s
             *
             * <p>Fails as long as an execution at %s breaks it. Dependencies: org.junit.jupiter:junit-jupiter:6.1.3 and
             * moirai:moirai-exploration:0.1.0-SNAPSHOT.
             */
            class %s {

                @Test
                void noExecutionBreaksIt() throws ReflectiveOperationException {
                    Object supplier = Class.forName("%s").getConstructor().newInstance();
                    Object supplied = ((Supplier<?>) supplier).get();
                    CheckedProgram checked = supplied instanceof CheckedProgram program
                            ? program
                            : CheckedProgram.of((Explorable) supplied);

                    ExplorationResult result = Exploration.of(
                            checked.program(),
                            ExplorationOptions.at(ExploredLevels.NAMES.parse("%s")),
                            checked.invariants(),
                            (histories, ends, open) -> true);

                    assertEquals(
                            List.of(),
                            result.failures().stream()
                                    .map(failure -> failure.what() + "\\n" + failure.behaviour().table())
                                    .toList());
                    assertTrue(result.isExhausted());
                }
            }
            """.formatted(Recipe.comment(broken.failure()), broken.level(), className, program, broken.level()));
    }
}
