package moirai.exploration.search;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import moirai.analysis.axioms.Answer;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramRunner;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.program.Txn;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares searches with the definitions on small random programs with and without aborts: all orders of turns and all
 * reads are tried and filtered by the axioms.
 *
 * <p>More programs: {@code -Dexploration.programs=10000}.
 */
class SearchOracleProperties {

    private static final int PROGRAMS = Integer.getInteger("exploration.programs", 150);

    private static final List<IsolationLevel> LEVELS = ExploredLevels.all();

    private static final Map<Integer, Map<IsolationLevel, Set<String>>> EXPECTED = new HashMap<>();

    private static Program program(int number) {
        return RandomProgram.of(new SplittableRandom(number), 3, 2, 3, 2);
    }

    /** Returns the expected histories of a level; those of all levels are computed at once. */
    private static Set<String> expected(int number, IsolationLevel level) {
        return requireNonNull(EXPECTED.computeIfAbsent(number, first -> Histories.expected(program(first), LEVELS))
                .get(level));
    }

    /** Checks strong optimality: each history is found once, and no search path fails to reach one. */
    @ParameterizedTest
    @EnumSource(
            names = {"STRONG_SESSION_READ_COMMITTED", "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW", "READ_ATOMIC", "CAUSAL"})
    void everyHistoryOfAnExtensibleLevelIsFoundOnce(IsolationLevel level) {
        for (int number = 0; number < PROGRAMS; number++) {
            Program program = program(number);

            List<String> found = Histories.of(program, level, Algorithm.SWAPPING);

            assertThat(found).as("program %d", number).doesNotHaveDuplicates();
            assertThat(new HashSet<>(found)).as("program %d", number).isEqualTo(expected(number, level));
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "PREFIX",
                "PARALLEL_SNAPSHOT_ISOLATION",
                "STRONG_SESSION_SNAPSHOT_ISOLATION",
                "STRONG_SESSION_SERIALIZABLE"
            })
    void everyHistoryOfAnotherLevelIsFoundOnceAmongCausalOnes(IsolationLevel level) {
        for (int number = 0; number < PROGRAMS; number++) {
            Program program = program(number);

            List<String> found = filtered(program, IsolationLevel.CAUSAL, level);

            assertThat(found).as("program %d", number).doesNotHaveDuplicates();
            assertThat(new HashSet<>(found)).as("program %d", number).isEqualTo(expected(number, level));
        }
    }

    /** A behaviour that violates a lock belongs to no level, and all others are found once, on every weaker level. */
    @Test
    void everyHistoryOfAProgramWithLocksIsFoundOnce() {
        int searched = 0;
        int excluding = 0;
        for (int number = 0; number < PROGRAMS / 3; number++) {
            Program program = RandomProgram.withLocks(new SplittableRandom(number), 3, 2, 3, 2);
            Map<IsolationLevel, Set<String>> expected = Histories.expected(program, LEVELS);
            for (IsolationLevel base : LEVELS.subList(0, 4)) {
                int all = Histories.of(program, base, Algorithm.SWAPPING).size();
                for (IsolationLevel level : LEVELS) {
                    if (level.implies(base)) {
                        List<String> found = filtered(program, base, level);

                        assertThat(found)
                                .as("program %d at %s on %s", number, level, base)
                                .doesNotHaveDuplicates()
                                .containsExactlyInAnyOrderElementsOf(requireNonNull(expected.get(level)));
                        searched += level == base ? 1 : 0;
                        excluding += level == base && found.size() < all ? 1 : 0;
                    }
                }
            }
        }
        assertThat(excluding).as("searches of which locks exclude something").isGreaterThan(searched / 10);
    }

    /**
     * Locks of aborted transactions conflict with no write, so parallel snapshots alone would let two lockers see
     * different orders.
     */
    @Test
    void lockersThatAbortAgreeOnTheOrderOfWritesTheyHaveSeen() {
        Program locked = longFork(Txn::readForUpdate);
        Program plain = longFork(Txn::read);
        IsolationLevel level = IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;

        List<String> found = filtered(locked, IsolationLevel.CAUSAL, level);

        assertThat(found)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(requireNonNull(
                        Histories.expected(locked, List.of(level)).get(level)))
                .hasSize(14);
        assertThat(filtered(plain, IsolationLevel.CAUSAL, level)).hasSize(16);
    }

    private static Program longFork(BiConsumer<Txn, Object> read) {
        return Program.startingWith(Map.of())
                .session(new ProgramTxn("write x", txn -> write(txn, "x")))
                .session(new ProgramTxn("write y", txn -> write(txn, "y")))
                .session(new ProgramTxn("look at x and y", txn -> look(txn, read, "x", "y")))
                .session(new ProgramTxn("look at y and x", txn -> look(txn, read, "y", "x")));
    }

    private static Object write(Txn txn, String key) {
        txn.write(key, 1);
        return "";
    }

    private static Object look(Txn txn, BiConsumer<Txn, Object> read, String one, String other) {
        read.accept(txn, one);
        read.accept(txn, other);
        throw txn.abort();
    }

    private static List<String> filtered(Program program, IsolationLevel base, IsolationLevel level) {
        var validity = new Validity(level, Histories.finalSession(program));
        var found = new ArrayList<String>();
        var runner = new ProgramRunner(program);
        new Search(runner, base, Algorithm.SWAPPING, new SplittableRandom(0)).run(history -> {
            if (validity.of(history, base) == Answer.YES) {
                found.add(Histories.text(history, runner::keyName));
            }
            return true;
        });
        return found;
    }

    /** The programs are too large for the definitions; a search without reduction finds the same histories. */
    @Test
    void depthFirstSearchFindsTheSameMoreOften() {
        for (int number = 0; number < 20; number++) {
            Program program = RandomProgram.of(new SplittableRandom(number), 3, 3, 3, 3);

            List<String> once = Histories.of(program, IsolationLevel.CAUSAL, Algorithm.SWAPPING);
            List<String> often = Histories.of(program, IsolationLevel.CAUSAL, Algorithm.DEPTH_FIRST);

            assertThat(new HashSet<>(often)).as("program %d", number).isEqualTo(new HashSet<>(once));
            assertThat(often).as("program %d", number).hasSizeGreaterThanOrEqualTo(once.size());
        }
    }

    /** The weight of a history is the number of paths beside it, and the mean weight is the number of histories. */
    @Test
    void theMeanWeightOfRandomDescentsIsTheNumberOfHistories() {
        Program program = RandomProgram.of(new SplittableRandom(53), 4, 2, 4, 2);
        int expected =
                Histories.of(program, IsolationLevel.CAUSAL, Algorithm.SWAPPING).size();
        double[] sum = {0};
        var search = new Search(
                new ProgramRunner(program), IsolationLevel.CAUSAL, Algorithm.PROBING, new SplittableRandom(1));

        search.run(history -> {
            sum[0] += search.weight();
            return search.ends() < 4_000;
        });

        assertThat(expected).isGreaterThan(50);
        assertThat(sum[0] / search.ends()).isBetween(0.8 * expected, 1.2 * expected);
    }
}
