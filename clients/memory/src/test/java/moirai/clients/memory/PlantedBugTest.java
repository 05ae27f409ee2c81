package moirai.clients.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.history.Seed;
import moirai.history.Txn;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("long")
class PlantedBugTest {

    private static final int TXNS = 3000;
    private static final Set<Symptom> MIXED_CYCLES = EnumSet.range(Symptom.G_SINGLE, Symptom.REALTIME_CYCLE);

    /** The symptoms that must be found, and those that may be found besides. */
    record Expectation(PlantedBug bug, double probability, Set<Symptom> must, Set<Symptom> may) {}

    private static Stream<Expectation> expectations() {
        return Stream.of(PlantedBug.values())
                .filter(bug -> bug != PlantedBug.PHANTOM)
                .map(PlantedBugTest::expectation);
    }

    private static Expectation expectation(PlantedBug bug) {
        return switch (bug) {
            case LOST_UPDATE ->
                new Expectation(bug, 0.5, EnumSet.of(Symptom.LOST_UPDATE, Symptom.G_SINGLE), MIXED_CYCLES);
            case FRACTURED_READ -> new Expectation(bug, 0.5, EnumSet.of(Symptom.G_SINGLE), MIXED_CYCLES);
            case ABORTED_READ -> exactly(bug, 0.1, Symptom.ABORTED_READ);
            case DIRTY_UPDATE -> exactly(bug, 0.1, Symptom.ABORTED_READ);
            case INTERMEDIATE_READ -> exactly(bug, 0.1, Symptom.INTERMEDIATE_READ);
            case WRITE_SKEW -> exactly(bug, 1, Symptom.G2, Symptom.REALTIME_CYCLE);
            case STALE_READ ->
                new Expectation(
                        bug,
                        0.1,
                        EnumSet.of(Symptom.G_SINGLE_REALTIME, Symptom.REALTIME_CYCLE),
                        EnumSet.of(Symptom.G_NONADJACENT_REALTIME));
            case DIRTY_WRITE ->
                // G1c where nobody read the second of the two lists to its end, so that one ww edge is unknown.
                new Expectation(bug, 0.5, EnumSet.of(Symptom.G0), EnumSet.range(Symptom.G1C, Symptom.REALTIME_CYCLE));
            case CIRCULAR_READ -> new Expectation(bug, 1, EnumSet.of(Symptom.G1C), MIXED_CYCLES);
            case LATE_APPEND ->
                new Expectation(
                        bug,
                        0.5,
                        EnumSet.of(Symptom.REALTIME_CYCLE),
                        EnumSet.range(Symptom.G_SINGLE_REALTIME, Symptom.G_NONADJACENT_REALTIME));
            case DUPLICATE_APPEND -> exactly(bug, 0.1, Symptom.DUPLICATE_ELEMENTS);
            case REORDERED_APPENDS -> exactly(bug, 0.5, Symptom.REORDERED_APPENDS);
            case INTERNAL -> exactly(bug, 0.1, Symptom.INTERNAL);
            case GARBAGE_READ -> exactly(bug, 0.1, Symptom.GARBAGE_READ);
            case INCOMPATIBLE_ORDER -> exactly(bug, 0.1, Symptom.INCOMPATIBLE_ORDER);
            case LONG_FORK ->
                new Expectation(
                        bug,
                        0.5,
                        EnumSet.of(Symptom.G_NONADJACENT, Symptom.G2),
                        EnumSet.range(Symptom.G_SINGLE_REALTIME, Symptom.REALTIME_CYCLE));
            case VIEW_GOING_BACK -> new Expectation(bug, 0.5, EnumSet.of(Symptom.G_SINGLE), MIXED_CYCLES);
            case LOST_WRITE ->
                // An element that nobody ever reads has no place in the orders of this finder; checkers put it last.
                new Expectation(
                        bug,
                        0.1,
                        EnumSet.noneOf(Symptom.class),
                        EnumSet.range(Symptom.G_SINGLE_REALTIME, Symptom.REALTIME_CYCLE));
            case PHANTOM -> throw new IllegalArgumentException("no symptom without scans");
        };
    }

    private static Expectation exactly(PlantedBug bug, double probability, Symptom... symptoms) {
        return new Expectation(bug, probability, EnumSet.copyOf(List.of(symptoms)), Set.of());
    }

    private static List<Txn> run(MemoryDatabase database, Simulation simulation) {
        var history = new ArrayList<Txn>();
        simulation.run(database, TestPlans.usual(simulation.seed().value()), TXNS, new Recorder(history));
        return history;
    }

    /** Rows are protected, so without scans this bug has no opportunity. */
    @Test
    void phantomNeedsScans() {
        var database = MemoryDatabase.planted(PlantedBug.PHANTOM, 1, new Seed(7));
        run(database, new Simulation(new Seed(11), 20, 1, 0.01, 0.005));

        assertThat(database.firedCount()).isZero();
    }

    @ParameterizedTest
    @MethodSource("expectations")
    void bugShowsAsItsClassAndAsNoLowerOne(Expectation expected) {
        for (double switchProbability : new double[] {0.1, 1}) {
            var database = MemoryDatabase.planted(expected.bug(), expected.probability(), new Seed(7));
            var simulation = new Simulation(new Seed(11), 20, switchProbability, 0.01, 0.005);
            Set<Symptom> found = SymptomFinder.find(run(database, simulation));

            assertThat(database.firedCount()).isPositive();
            assertThat(found).containsAll(expected.must());
            found.removeAll(expected.must());
            assertThat(found).isSubsetOf(expected.may());
        }
    }

    /** With few keys, long transactions and many troubles, every symptom is of the class or follows from it. */
    @ParameterizedTest
    @MethodSource("expectations")
    void bugShowsAsNoLowerClassUnderOtherWorkloads(Expectation expected) {
        for (int seed = 0; seed < 15; seed++) {
            var database = MemoryDatabase.planted(expected.bug(), 0.3, new Seed(seed));
            var history = new ArrayList<Txn>();
            new Simulation(new Seed(seed), 2 + seed, 0.5, 0.1, 0.05)
                    .run(database, new TestPlans(seed, 1 + seed % 5, 8, 50), 400, new Recorder(history));
            Set<Symptom> found = SymptomFinder.find(history);

            found.removeAll(expected.must());
            assertThat(found).as("seed %s", seed).isSubsetOf(expected.may());
        }
    }

    @ParameterizedTest
    @EnumSource
    void bugOfProbabilityZeroChangesNothing(PlantedBug bug) {
        var simulation = Simulation.of(new Seed(3), 20);
        var planted = MemoryDatabase.planted(bug, 0, new Seed(7));

        assertThat(run(planted, simulation))
                .isEqualTo(run(MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE), simulation));
        assertThat(planted.firedCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void bugIsFoundByItsName(PlantedBug bug) {
        assertThat(bug.cliName()).matches("[a-z]+(-[a-z]+)*");
        assertThat(PlantedBug.parse(bug.cliName())).isEqualTo(bug);
    }

    @Test
    void unknownNameIsRefusedWithTheNamesThatExist() {
        assertThatThrownBy(() -> PlantedBug.parse("typo"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'typo'", "lost-update", "long-fork");
    }
}
