package moirai.mockstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.choice.Exhaustive;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Compares the executions that the store can produce with those that the axioms allow: for small programs, every order
 * of submission, and every choice.
 *
 * <p>Equal sets say both that nothing is produced that the level forbids and that whatever it allows can happen. Where
 * transactions roll themselves back, serializability has two readings ({@link CommitOrders}): the store produces no
 * more than the lax one allows, and no less than the strict one. At levels at which transactions may be aborted, runs
 * without aborts count.
 */
class StoreOracleProperties {

    private static final int ASSIGNMENTS_MAX = 600;

    @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
    void theStoreReachesExactlyWhatTheLevelAllows(@ForAll long seed) {
        assertReachesWhatIsAllowed(program(random -> SmallProgram.next(random, 4, 3), new Random(seed)));
    }

    @Property(tries = 120, edgeCases = EdgeCasesMode.NONE)
    void whatIsRolledBackRestrictsItsSessionAsTheLevelSays(@ForAll long seed) {
        assertReachesWhatIsAllowed(program(random -> SmallProgram.withRollbacks(random, 4, 3), new Random(seed)));
    }

    /** The smallest program in which it makes a difference; random programs seldom contain it. */
    @Example
    void whatIsReadBeforeARollbackIsSeenByTheNextTransactionOfItsSession() {
        assertReachesWhatIsAllowed(new SmallProgram(
                2,
                2,
                List.of(
                        new SmallProgram.Body(0, steps("w0 w1"), false),
                        new SmallProgram.Body(1, steps("r0 w0"), true),
                        new SmallProgram.Body(1, steps("r0 r1"), false),
                        new SmallProgram.Body(1, steps("r0"), true))));
    }

    /** Returns steps by their notation: {@code r0} reads key 0, {@code w1} writes key 1. */
    private static List<SmallProgram.Step> steps(String notation) {
        return Arrays.stream(notation.split(" "))
                .map(step -> new SmallProgram.Step(step.charAt(0) == 'w', step.charAt(1) - '0'))
                .toList();
    }

    private static void assertReachesWhatIsAllowed(SmallProgram program) {
        for (IsolationLevel level : StoreLevels.all()) {
            AxiomaticLevel axioms = StoreLevels.axioms(level);
            Map<List<Long>, Set<List<Integer>>> reached = reached(program, level);

            reached.forEach((times, assignments) -> assertThat(assignments)
                    .as("at %s, of%n%s", level, program)
                    .isSubsetOf(allowed(program, times, orders -> orders.satisfy(axioms))));
            if (!isStrict(level)) {
                assertThat(union(reached))
                        .as("at %s, of%n%s", level, program)
                        .containsAll(allowed(program, List.of(), orders -> orders.satisfyWithRolledBack(axioms)));
            } else {
                reached.forEach((times, assignments) -> assertThat(assignments)
                        .as("at %s, of%n%s", level, program)
                        .containsAll(allowed(program, times, orders -> orders.satisfyWithRolledBack(axioms))));
            }
        }
    }

    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    void whateverPendingTransactionsOverlapTheLevelHolds(@ForAll long seed) {
        SmallProgram program = program(random -> SmallProgram.next(random, 3, 3), new Random(seed));
        for (IsolationLevel level : StoreLevels.all()) {
            var judged = new HashMap<List<Object>, Boolean>();
            var chooser = new Exhaustive();
            do {
                Execution run = run(program, level, chooser, true);
                assertAbortsAreNeeded(run, level);
                if (!run.isAborted()) {
                    List<Object> history = List.of(run.assignment(), flat(run.times()));
                    assertThat(judged.computeIfAbsent(
                                    history,
                                    key -> new CommitOrders(program, run.assignment(), run.times())
                                            .satisfy(StoreLevels.axioms(level))))
                            .as("%s reads %s at %s, of%n%s", chooser.choices(), run.assignment(), level, program)
                            .isTrue();
                }
            } while (chooser.next() && chooser.runCount() < 4000);
        }
    }

    @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
    void inLargerProgramsTheLevelHoldsToo(@ForAll long seed) {
        var random = new Random(seed);
        boolean hasRollbacks = random.nextBoolean();
        SmallProgram program = program(
                any -> hasRollbacks ? SmallProgram.withRollbacks(any, 6, 3) : SmallProgram.next(any, 6, 3), random);
        for (IsolationLevel level : StoreLevels.all()) {
            for (int repetition = 0; repetition < 5; repetition++) {
                Chooser chooser = Chooser.uniform(new Seed(random.nextLong()));
                var store = new MockStore(new StoreOptions(level, new Seed(0), chooser));
                Execution run = new Execution(program, store, chooser, true).run();
                assertAbortsAreNeeded(run, level);
                if (!run.isAborted()) {
                    assertThat(new CommitOrders(program, run.assignment(), run.times())
                                    .satisfy(StoreLevels.axioms(level)))
                            .as("reads %s at %s, of%n%s", run.assignment(), level, program)
                            .isTrue();
                }
            }
        }
    }

    private static SmallProgram program(Function<Random, SmallProgram> next, Random random) {
        while (true) {
            SmallProgram program = next.apply(random);
            if (program.assignmentCount() <= ASSIGNMENTS_MAX) {
                return program;
            }
        }
    }

    /** Only snapshots that exclude others' writes, and places between others', may turn out to be impossible. */
    private static void assertAbortsAreNeeded(Execution run, IsolationLevel level) {
        boolean mayAbort = StoreLevels.axioms(level).axiom() == Axiom.SERIAL
                || ((StoreLevels.axioms(level).axiom() == Axiom.SNAPSHOT
                                || StoreLevels.axioms(level).axiom() == Axiom.PARALLEL_SNAPSHOT)
                        && run.abortedOnlyWriters());
        assertThat(run.isAborted() && !mayAbort)
                .as("needless abort at %s", level)
                .isFalse();
    }

    private static boolean isStrict(IsolationLevel level) {
        return level == IsolationLevel.STRONG_SNAPSHOT_ISOLATION || level == IsolationLevel.STRICT_SERIALIZABLE;
    }

    /** Returns the reads that are possible for each order of the transactions; leaves out runs with aborts. */
    private static Map<List<Long>, Set<List<Integer>>> reached(SmallProgram program, IsolationLevel level) {
        var reached = new HashMap<List<Long>, Set<List<Integer>>>();
        var chooser = new Exhaustive();
        do {
            Execution run = run(program, level, chooser, false);
            assertThat(run.failsOnlyAtWrites() && !(isStrict(level) && run.isAborted()))
                    .as("a read offers only what allows to commit, at %s, of%n%s", level, program)
                    .isTrue();
            if (!run.isAborted()) {
                reached.computeIfAbsent(isStrict(level) ? flat(run.times()) : List.of(), times -> new HashSet<>())
                        .add(run.assignment());
            }
        } while (chooser.next());
        return reached;
    }

    private static Execution run(
            SmallProgram program, IsolationLevel level, Exhaustive chooser, boolean isInterleaved) {
        var store = new MockStore(new StoreOptions(level, new Seed(0), chooser));
        return new Execution(program, store, chooser, isInterleaved).run();
    }

    private static Set<List<Integer>> allowed(
            SmallProgram program, List<Long> flatTimes, Predicate<CommitOrders> satisfied) {
        long[][] times = new long[program.bodies().size()][2];
        for (int i = 0; i < flatTimes.size(); i++) {
            times[i / 2][i % 2] = flatTimes.get(i);
        }
        return program.assignments().stream()
                .filter(assignment -> satisfied.test(new CommitOrders(program, assignment, times)))
                .collect(Collectors.toSet());
    }

    private static List<Long> flat(long[][] times) {
        var flat = new ArrayList<Long>();
        Arrays.stream(times).forEach(interval -> flat.addAll(List.of(interval[0], interval[1])));
        return flat;
    }

    private static Set<List<Integer>> union(Map<List<Long>, Set<List<Integer>>> reached) {
        return reached.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }
}
