package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import moirai.exploration.program.Body;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.search.Algorithm;
import moirai.exploration.search.NondeterminismError;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplorationTest {

    private static final Body INCREMENT = txn -> {
        int value = txn.read("x", Integer.class, 0) + 1;
        txn.write("x", value);
        return value;
    };

    /**
     * Two increments that both read 0, so each may overwrite the other. Levels that order writers of a key exclude
     * this.
     */
    private static final Program COUNTER = Program.startingWith(Map.of("x", 0))
            .session(new ProgramTxn("increment", INCREMENT))
            .session(new ProgramTxn("increment", INCREMENT))
            .afterwards("audit", txn -> {
                int value = txn.read("x", Integer.class, 0);
                if (value != 2) {
                    throw new AssertionError("x is " + value + " after two increments");
                }
                return value;
            });

    private static Body takeFrom(String account) {
        return txn -> {
            int total = txn.read("a", Integer.class, 0) + txn.read("b", Integer.class, 0);
            if (total < 100) {
                throw txn.abort();
            }
            txn.write(account, txn.read(account, Integer.class, 0) - 100);
            return total;
        };
    }

    /** Two withdrawals, each of which sees enough money in both accounts together. */
    private static final Program WITHDRAWALS = Program.startingWith(Map.of("a", 50, "b", 50))
            .session(new ProgramTxn("take from a", takeFrom("a")))
            .session(new ProgramTxn("take from b", takeFrom("b")))
            .afterwards("audit", txn -> {
                int total = txn.read("a", Integer.class, 0) + txn.read("b", Integer.class, 0);
                if (total < 0) {
                    throw new AssertionError("the total is " + total);
                }
                return total;
            });

    @ParameterizedTest
    @CsvSource({
        "STRONG_SESSION_READ_COMMITTED, 4, true",
        "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, 4, true",
        "READ_ATOMIC, 4, true",
        "CAUSAL, 4, true",
        "PREFIX, 4, true",
        "PARALLEL_SNAPSHOT_ISOLATION, 2, false",
        "STRONG_SESSION_SNAPSHOT_ISOLATION, 2, false",
        "STRONG_SESSION_SERIALIZABLE, 2, false"
    })
    void anIncrementIsLostAtLevelsThatDoNotOrderWriters(IsolationLevel level, long histories, boolean isLost) {
        ExplorationResult result =
                Exploration.of(COUNTER, ExplorationOptions.at(level).upTo(Long.MAX_VALUE, 10));

        assertThat(result.isExhausted()).isTrue();
        assertThat(result.histories()).isEqualTo(histories);
        assertThat(result.failures().isEmpty()).isEqualTo(!isLost);
    }

    @ParameterizedTest
    @CsvSource({
        "CAUSAL, 3, true",
        "PREFIX, 3, true",
        "PARALLEL_SNAPSHOT_ISOLATION, 3, true",
        "STRONG_SESSION_SNAPSHOT_ISOLATION, 3, true",
        "STRONG_SESSION_SERIALIZABLE, 2, false"
    })
    void writeSkewIsExcludedBySerializabilityAlone(IsolationLevel level, long histories, boolean isBroken) {
        ExplorationResult result =
                Exploration.of(WITHDRAWALS, ExplorationOptions.at(level).upTo(Long.MAX_VALUE, 10));

        assertThat(result.histories()).isEqualTo(histories);
        assertThat(result.failures()).hasSize(isBroken ? 1 : 0);
        result.failures()
                .forEach(failure ->
                        assertThat(failure.excludedBy()).containsExactly(IsolationLevel.STRONG_SESSION_SERIALIZABLE));
    }

    @Test
    void aFailureIsShownAsATableWithAColumnForEachSession() {
        ExplorationResult result =
                Exploration.of(WITHDRAWALS, ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION));

        assertThat(result.failures().getFirst().what()).isEqualTo("the total is -100");
        assertThat(result.failures().getFirst().behaviour().table()).isEqualTo("""
                        session 1              session 2              afterwards
                        T0 take from a
                          a = 50 of the start
                          b = 50 of the start
                          a = 50 of the start
                          a := -50
                          -> 100
                                               T1 take from b
                                                 a = 50 of the start
                                                 b = 50 of the start
                                                 b = 50 of the start
                                                 b := -50
                                                 -> 100
                                                                      T2 audit
                                                                        a = -50 of T0
                                                                        b = -50 of T1
                                                                        FAILED: the total is -100
                        """);
    }

    @Test
    void callsThatAFailureDoesNotNeedAreLeftOut() {
        var idle = new ProgramTxn("look", txn -> txn.read("z", Integer.class, 0));
        Program program = Program.startingWith(Map.of("a", 50, "b", 50))
                .session(idle, new ProgramTxn("take from a", takeFrom("a")), idle)
                .session(new ProgramTxn("take from b", takeFrom("b")))
                .session(idle);
        Program audited = new Program(program.initial(), program.sessions(), WITHDRAWALS.afterwards());
        ExplorationOptions options = ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);

        ExplorationResult.Failure failure =
                Exploration.of(audited, options).failures().getFirst();
        MinimalFailure minimal = MinimalFailure.of(audited, failure, smaller -> Exploration.of(smaller, options));
        MinimalFailure stopped = MinimalFailure.of(
                audited,
                failure,
                smaller -> Exploration.of(smaller, options, List.of(), (histories, ends, open) -> false));

        assertThat(stopped.removed()).isZero();
        assertThat(minimal.removed()).isEqualTo(3);
        assertThat(minimal.program().calls())
                .containsExactly(List.of("take from a"), List.of("take from b"), List.of());
        assertThat(minimal.failure().what()).isEqualTo("the total is -100");
    }

    /** The second call is needed only as long as the program has the first one, whose removal is tried later. */
    @Test
    void callsAreLeftOutUntilNoneCanBe() {
        Program program = Program.startingWith(Map.of())
                .session(new ProgramTxn("protect", txn -> write(txn, "protected")))
                .session(new ProgramTxn("undo", txn -> write(txn, "unprotected")))
                .afterwards("audit", txn -> {
                    if (txn.read("protected").isEmpty()
                            || txn.read("unprotected").isPresent()) {
                        throw new AssertionError("not protected");
                    }
                    return "";
                });
        ExplorationOptions options = ExplorationOptions.at(IsolationLevel.CAUSAL);

        ExplorationResult.Failure failure =
                Exploration.of(program, options).failures().getFirst();

        assertThat(MinimalFailure.of(program, failure, smaller -> Exploration.of(smaller, options))
                        .program()
                        .calls())
                .containsExactly(List.of(), List.of());
    }

    /** Calls can be left out of a program whatever property it is checked for. */
    @Test
    void whatIsNotSerializableIsMadeSmallerToo() {
        Program program = new Program(WITHDRAWALS.initial(), WITHDRAWALS.sessions(), List.of())
                .session(new ProgramTxn("write z", txn -> write(txn, "z")));
        ExplorationResult.Failure failure = compare(program).failures().getFirst();

        MinimalFailure minimal = MinimalFailure.of(program, failure, smaller -> compare((Program) smaller));

        assertThat(minimal.removed()).isEqualTo(1);
        assertThat(minimal.program().calls())
                .containsExactly(List.of("take from a"), List.of("take from b"), List.of());
    }

    @Test
    void aFailureHappensAgainWhenItIsReplayed() {
        Behaviour found = Exploration.of(
                        WITHDRAWALS, ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION))
                .failures()
                .getFirst()
                .behaviour();

        assertThat(Exploration.replayed(CheckedProgram.of(WITHDRAWALS), found.script(), List.of())
                        .behaviour())
                .isEqualTo(found);
    }

    @Test
    void invariantsLookAtWhatSessionsWereTold() {
        Program counter = new Program(COUNTER.initial(), COUNTER.sessions(), List.of());
        var distinct = new Invariant(
                "no two sessions get the same number",
                behaviour ->
                        !behaviour.replies().get(0).equals(behaviour.replies().get(1)));

        assertThat(Exploration.of(counter, ExplorationOptions.at(IsolationLevel.CAUSAL), distinct)
                        .failures()
                        .getFirst()
                        .what())
                .isEqualTo(distinct.name());
        assertThat(Exploration.of(
                                counter,
                                ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION),
                                distinct)
                        .failures())
                .isEmpty();
    }

    @Test
    void aProgramIsRobustIfItShowsNothingThatIsNotSerializable() {
        Program transfers = Program.startingWith(Map.of())
                .session(new ProgramTxn("write x", txn -> write(txn, "x")))
                .session(new ProgramTxn("write y", txn -> write(txn, "y")));

        assertThat(compare(transfers).failures()).isEmpty();
        assertThat(compare(COUNTER).failures().getFirst().what()).isEqualTo("not serializable");
    }

    private static Object write(moirai.exploration.program.Txn txn, String key) {
        txn.write(key, 1);
        return "";
    }

    private static ExplorationResult compare(Program program) {
        return Exploration.compare(
                program,
                ExplorationOptions.at(IsolationLevel.CAUSAL),
                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                (histories, ends, open) -> true);
    }

    @Test
    void aSearchThatWasCutShortIsNotExhausted() {
        ExplorationResult result = Exploration.of(
                COUNTER,
                ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SERIALIZABLE)
                        .upTo(1, 1));

        assertThat(result.isExhausted()).isFalse();
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void whoeverReadsTheClockIsReportedWithThePlace() {
        assertNondeterministic(txn -> {
            txn.write("x", System.nanoTime());
            return "";
        });
    }

    @Test
    void whoeverDrawsARandomNumberIsReportedWithThePlace() {
        assertNondeterministic(txn -> {
            txn.write("x" + ThreadLocalRandom.current().nextLong(), 1);
            return "";
        });
    }

    /** The error is reported even if the program catches everything. */
    @Test
    void nondeterminismIsNotSwallowedByTheProgram() {
        assertNondeterministic(txn -> {
            try {
                txn.write("x", new Object());
            } catch (Throwable swallowed) {
                return "all is well";
            }
            return "";
        });
    }

    private static void assertNondeterministic(Body body) {
        Program program = Program.startingWith(Map.of()).session(new ProgramTxn("write", body));

        assertThatExceptionOfType(NondeterminismError.class)
                .isThrownBy(() -> Exploration.of(program, ExplorationOptions.at(IsolationLevel.CAUSAL)))
                .withMessageStartingWith("transaction 1 of session 1 did something else at step 1")
                .satisfies(error -> assertThat(error.location())
                        .hasValueSatisfying(
                                place -> assertThat(place.getClassName()).isEqualTo(ExplorationTest.class.getName())));
    }

    @Test
    void replyThatIsNotAFunctionOfWhatWasReadIsReported() {
        Program program = Program.startingWith(Map.of())
                .session(new ProgramTxn(
                        "reply", txn -> ThreadLocalRandom.current().nextLong()));

        assertThatExceptionOfType(NondeterminismError.class)
                .isThrownBy(() -> Exploration.of(program, ExplorationOptions.at(IsolationLevel.CAUSAL)));
    }

    @Test
    void randomWalksGoOnUntilTheyAreStopped() {
        ExplorationOptions options = ExplorationOptions.at(IsolationLevel.CAUSAL)
                .by(Algorithm.RANDOM_WALK, 7)
                .upTo(100, 1_000);

        ExplorationResult result = Exploration.of(COUNTER, options);

        assertThat(result.histories()).isEqualTo(100);
        assertThat(result.isExhausted()).isFalse();
        assertThat(result.failures()).isNotEmpty();
        assertThat(Exploration.of(COUNTER, options).failures()).isEqualTo(result.failures());
    }

    @Test
    void baseMustBeExtensibleAndNotStrongerThanTheLevel() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> ExplorationOptions.at(IsolationLevel.READ_ATOMIC).on(IsolationLevel.CAUSAL))
                .withMessage("explore read-atomic on causal; expected true, read-committed, read-atomic or causal, and"
                        + " not stronger than read-atomic");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExplorationOptions.at(IsolationLevel.STRONG_SESSION_SERIALIZABLE)
                        .on(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION));
    }

    /** The limit of 63 applies to transactions, and not to sessions. */
    @Test
    void theLastOfManySessionsMayBeTheOnlyOneThatDoesAnything() {
        Program program = Program.startingWith(Map.of());
        for (int session = 0; session < 200; session++) {
            program = program.session();
        }
        program = program.session(new ProgramTxn("write", txn -> write(txn, "x")))
                .session(new ProgramTxn("read", txn -> txn.read("x", Integer.class, 0)));

        assertThat(Exploration.of(program, ExplorationOptions.at(IsolationLevel.CAUSAL))
                        .histories())
                .isEqualTo(2);
    }

    /** Each of the first twenty pairs can commit in either order, and the last pair in none. */
    @Test
    void whatTakesTooManyStepsToFindOutIsNotExhausted() {
        Program program = Program.startingWith(Map.of("z", 0));
        for (int pair = 0; pair < 20; pair++) {
            String key = "pair " + pair;
            program = program.session(new ProgramTxn("one", txn -> write(txn, key)))
                    .session(new ProgramTxn("other", txn -> write(txn, key)));
        }
        Body lost = txn -> {
            txn.read("z", Integer.class, 0);
            return write(txn, "z");
        };
        program = program.session(new ProgramTxn("lose", lost)).session(new ProgramTxn("lose", lost));

        ExplorationResult result =
                Exploration.of(program, ExplorationOptions.at(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION));

        assertThat(result.histories()).isEqualTo(2);
        assertThat(result.undecided()).isEqualTo(1);
        assertThat(result.isExhausted()).isFalse();
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void programsOfTooManyTransactionsAreRefused() {
        Program program = Program.startingWith(Map.of());
        for (int session = 0; session < 64; session++) {
            program = program.session(new ProgramTxn("nothing", txn -> ""));
        }
        Program large = program;

        assertThatExceptionOfType(moirai.exploration.search.Search.TooManyTxnsException.class)
                .isThrownBy(() -> Exploration.of(large, ExplorationOptions.at(IsolationLevel.CAUSAL)))
                .withMessageContaining("at most 63");
    }
}
