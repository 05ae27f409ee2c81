package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.history.level.IsolationLevel;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

/** The texts that assertions print of the public result types. */
class ResultTextGoldenTest {

    private static final Invariant ONE_OWNER = new Invariant(
            "one seat, one owner",
            behaviour ->
                    behaviour.replies().stream().filter(List.of(true)::equals).count() == 1);

    private static final Program BOOKING = Program.startingWith(Map.of("seat", "nobody"))
            .session(new ProgramTxn("Ann books", txn -> book(txn, "Ann")))
            .session(new ProgramTxn("Bob books", txn -> book(txn, "Bob")));

    @Test
    void aResultShowsItsFailures() {
        Golden.assertMatches("result.txt", broken().toString());
    }

    @Test
    void aFailureIsTheTableOfItsBehaviour() {
        Golden.assertMatches("failure.txt", broken().failures().getFirst().toString());
    }

    @Test
    void aSmallerFailureSaysHowManyCallsAreLeftOut() {
        var minimal = new MinimalFailure(BOOKING, broken().failures().getFirst(), 1);

        Golden.assertMatches("minimal-failure.txt", minimal.toString());
        assertThat(new MinimalFailure(BOOKING, minimal.failure(), 2).toString())
                .contains("(2 calls that this does not need are left out)");
    }

    @Test
    void aBehaviourIsItsTable() {
        Golden.assertMatches(
                "behaviour.txt", broken().failures().getFirst().behaviour().toString());
    }

    @Test
    void aResultWithoutFailuresSaysWhatIsProven() {
        assertThat(explored(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION))
                .hasToString("2 histories (of 3 that were tried)%nall explored: nothing is broken%n".formatted());
        assertThat(new ExplorationResult(2, 2, 9, 0, false, List.of()))
                .asString()
                .contains("not exhausted: nothing is broken so far, and nothing is proven of the rest");
        assertThat(new ExplorationResult(2, 3, 9, 1, false, List.of()))
                .asString()
                .contains("unknown: it takes too long");
    }

    @Test
    void theAssertionsOfTheReadmePrintTheTable() {
        String table = broken().failures().getFirst().behaviour().table();

        assertThatThrownBy(() -> assertThat(broken().failures()).isEmpty())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(table)
                .message()
                .satisfies(message -> assertThat(message).doesNotContain("ExploredStep[", "Failure["));
        assertThatThrownBy(() -> assertThat(new ExplorationResult(2, 2, 9, 0, false, List.of()))
                        .matches(ExplorationResult::isExhausted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not exhausted: nothing is broken so far");
    }

    private static ExplorationResult broken() {
        return explored(IsolationLevel.CAUSAL);
    }

    private static ExplorationResult explored(IsolationLevel level) {
        return Exploration.of(BOOKING, ExplorationOptions.at(level), ONE_OWNER);
    }

    private static boolean book(Txn txn, String name) {
        boolean isFree = txn.read("seat", String.class, "").equals("nobody");
        if (isFree) {
            txn.write("seat", name);
        }
        return isFree;
    }
}
