package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.search.NondeterminismError;
import moirai.history.level.IsolationLevel;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;

/** Shows that a body that does not follow from its reads is reported. */
class NondeterminismTest {

    private static ThrowableAssertAlternative<NondeterminismError> assertRefused(Program program) {
        return assertThatExceptionOfType(NondeterminismError.class)
                .isThrownBy(() -> Exploration.of(
                        program,
                        ExplorationOptions.at(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW)
                                .upTo(1_000, 1_000)));
    }

    private static ThrowableAssertAlternative<NondeterminismError> assertRefused(String name, Body body) {
        return assertRefused(Program.startingWith(Map.of()).session(new ProgramTxn(name, body)));
    }

    private static void assertHasPlace(NondeterminismError error) {
        assertThat(error.location())
                .hasValueSatisfying(
                        place -> assertThat(place.getClassName()).isEqualTo(NondeterminismTest.class.getName()));
    }

    private static ProgramTxn write(String key) {
        return new ProgramTxn("write " + key, txn -> {
            txn.write(key, 1);
            return "";
        });
    }

    /**
     * A session must keep its earlier reads in the store only, because the search goes back without telling the
     * program.
     */
    @Test
    void aSessionThatRemembersWhatAnotherBranchHasReadIsReported() {
        int[] seen = {0};
        Program program = Program.startingWith(Map.of("x", 0))
                .session(
                        new ProgramTxn("read", txn -> {
                            txn.read("z", Integer.class, 0);
                            seen[0] = txn.read("x", Integer.class, 0);
                            return seen[0];
                        }),
                        new ProgramTxn("copy", txn -> {
                            txn.read("y", Integer.class, 0);
                            txn.write("copy", seen[0]);
                            return "";
                        }))
                .session(write("y"))
                .session(write("x"));

        assertRefused(program)
                .withMessage(
                        "transaction 2 of session 1 did something else at step 2 when it was run again, although it"
                                + " had read the same values before")
                .satisfies(NondeterminismTest::assertHasPlace);
    }

    /** The body throws the coin on only one of many paths, which is reached after a hundred others. */
    @Test
    void aCoinThatIsThrownInOneBehaviourOfManyIsReported() {
        List<String> keys = List.of("a", "b", "c", "d", "e");
        var coin = new AtomicInteger();
        Program program = Program.startingWith(Map.of());
        for (String key : keys) {
            program = program.session(write(key));
        }

        assertRefused(program.session(new ProgramTxn("toss", txn -> {
                    int sum = keys.stream()
                            .mapToInt(key -> txn.read(key, Integer.class, 0))
                            .sum();
                    if (sum == 0 && coin.getAndIncrement() % 2 == 1) {
                        throw new AssertionError("heads");
                    }
                    return sum;
                })))
                .withMessage("transaction 1 of session 6, 'toss', replied 0, and failed with 'heads' when"
                        + " it was run again, although it had read the same values before");
    }

    /** The ends are compared by the search, so there is no place in the program to report. */
    @Test
    void anotherReplyIsReportedWithBothAndWithoutAPlace() {
        var count = new AtomicInteger();

        assertRefused("count", txn -> count.incrementAndGet())
                .withMessageStartingWith("transaction 1 of session 1, 'count', replied 1, and replied 2 when")
                .satisfies(error -> assertThat(error.location()).isEmpty());
    }

    @Test
    void aTransactionThatDoesLessIsReportedWithoutAPlace() {
        var count = new AtomicInteger();

        assertRefused("write once", txn -> {
                    txn.write("x", 1);
                    if (count.getAndIncrement() == 0) {
                        txn.write("y", 1);
                    }
                    return "";
                })
                .withMessageStartingWith("transaction 1 of session 1 ended after step 1 when it was run again, and had"
                        + " gone on before")
                .satisfies(error -> assertThat(error.location()).isEmpty());
    }

    /** The transaction has exactly as many steps as the initial capacity. */
    @Test
    void aTransactionThatDoesMoreIsReportedWithThePlace() {
        var count = new AtomicInteger();

        assertRefused("write, and read sometimes", txn -> {
                    for (int step = 0; step < 8; step++) {
                        txn.write("x", step);
                    }
                    return count.getAndIncrement() == 0 ? 7 : txn.read("x", Integer.class, 0);
                })
                .withMessageStartingWith("transaction 1 of session 1 did something else at step 9")
                .satisfies(NondeterminismTest::assertHasPlace);
    }
}
