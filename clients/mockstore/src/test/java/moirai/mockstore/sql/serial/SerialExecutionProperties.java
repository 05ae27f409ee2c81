package moirai.mockstore.sql.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.StoreLevels;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Checks the meaning of serializable for a program: its answers are those of some serial order, whatever its cells are
 * read from.
 */
class SerialExecutionProperties {

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void answersAreThoseOfAnOrderThatKeepsRealTime(@ForAll long seed) {
        requireSerial(IsolationLevel.STRICT_SERIALIZABLE, seed, Program.random(new Random(seed)));
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void answersAreThoseOfAnOrderThatKeepsSessions(@ForAll long seed) {
        requireSerial(IsolationLevel.STRONG_SESSION_SERIALIZABLE, seed, Program.random(new Random(seed)));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void answersToSearchesByValueAreThoseOfAnOrder(@ForAll long seed) {
        requireSerial(
                seed % 2 == 0 ? IsolationLevel.STRICT_SERIALIZABLE : IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                seed,
                Program.moving(new Random(seed)));
    }

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void everyHistoryPassesTheCheckerOfItsLevel(@ForAll long seed) {
        for (IsolationLevel level : StoreLevels.all()) {
            var random = new Random(seed);
            Program program = Program.random(random);
            var database = new Database(level, Chooser.uniform(new Seed(seed)), program);
            Observed.interleaved(program, database, random, random.nextInt(4) == 0);

            assertThat(new LevelChecker()
                            .analyze(database.sql.store().history(), level)
                            .at(level))
                    .as("at %s: %s", level, program)
                    .isInstanceOf(Verdict.Pass.class);
        }
    }

    private static void requireSerial(IsolationLevel level, long seed, Program program) {
        var random = new Random(seed);
        var database = new Database(level, Chooser.uniform(new Seed(seed)), program);
        List<Observed> committed =
                new ArrayList<>(Observed.interleaved(program, database, random, random.nextInt(4) == 0));
        boolean realTime = level == IsolationLevel.STRICT_SERIALIZABLE;
        List<String> content = database.run(Program.CONTENT);
        if (!content.toString().contains("error")) {
            committed.add(new Observed(
                    program.sessions().size(), Integer.MAX_VALUE, Integer.MAX_VALUE, Program.CONTENT, content));
        }

        assertThat(isSerial(program, committed, new ArrayList<>(), realTime))
                .as("seed %d at %s: %s%n%s", seed, level, program, committed)
                .isTrue();
    }

    /** Returns whether the transactions can follow those of an order that has been tried. O(n! n). */
    private static boolean isSerial(Program program, List<Observed> rest, List<Observed> order, boolean realTime) {
        if (!agrees(program, order)) {
            return false;
        }
        return rest.isEmpty()
                || rest.stream().anyMatch(next -> {
                    if (rest.stream().anyMatch(other -> isBefore(other, next, realTime))) {
                        return false;
                    }
                    var others = new ArrayList<>(rest);
                    others.remove(next);
                    var longer = new ArrayList<>(order);
                    longer.add(next);
                    return isSerial(program, others, longer, realTime);
                });
    }

    private static boolean isBefore(Observed one, Observed other, boolean realTime) {
        return one.ended() < other.began() && (realTime || one.session() == other.session());
    }

    private static boolean agrees(Program program, List<Observed> order) {
        var database = Database.serial(program.rows());
        return order.stream().allMatch(txn -> database.run(txn.statements()).equals(txn.answers()));
    }
}
