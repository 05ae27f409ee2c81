package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import moirai.analysis.Checker;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.clients.memory.Simulation;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads whose transactions have the shape of one anomaly find it, and find nothing where there is nothing. */
class ShapedWorkloadsTest {

    private static final int RUNS = 100;
    private static final int TXN_COUNT = 300;
    private static final double PROBABILITY = 0.05;

    private static final Checker CYCLES = new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT);

    /**
     * Of {@value #RUNS} short runs at least so many show the anomaly, and more than of runs of the mix of all ops.
     */
    @ParameterizedTest
    @CsvSource({
        "long-fork, LONG_FORK, G_NONADJACENT, 80, append",
        "causal-reverse, LONG_FORK, G_SINGLE_PROCESS, 90, append",
        "causal, STALE_READ, G_SINGLE_PROCESS, 90, append",
        "dirty-read, ABORTED_READ, G1A, 95, append",
        "g2, PHANTOM, G2, 45, predicate"
    })
    void aShapeFindsItsAnomalyMoreOftenThanChance(
            String recipe, PlantedBug bug, Phenomenon named, int found, String byChance) {
        assertThat(countOf(recipe, bug, named))
                .isGreaterThanOrEqualTo(found)
                .isGreaterThan(countOf(byChance, bug, named));
    }

    private static int countOf(String recipe, PlantedBug bug, Phenomenon named) {
        return (int) IntStream.rangeClosed(1, RUNS)
                .filter(seed -> CYCLES.analyze(
                                run(recipe, seed, MemoryDatabase.planted(bug, PROBABILITY, new Seed(seed))),
                                IsolationLevel.STRICT_SERIALIZABLE)
                        .phenomena()
                        .contains(named))
                .count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "long-fork",
                "long-fork scan-share=0.5",
                "causal-reverse",
                "causal",
                "dirty-read",
                "dirty-read scan-share=1",
                "g2",
                "cas",
                "monotonic",
                "register group-size=2",
                "register group-size=1 group-reads=around",
                "set group-size=2",
            })
    void honestDatabasesShowNothingThatTheirLevelForbids(String recipe) {
        // Cycles decide histories of lists; for other keys they prove violations only.
        Checker checker = Workload.parse(recipe).structure() == Structure.LISTS ? CYCLES : new LevelChecker();
        for (int seed = 1; seed <= RUNS; seed++) {
            assertThat(checker.check(
                            run(recipe, seed, MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE)),
                            IsolationLevel.STRICT_SERIALIZABLE))
                    .as("seed %s of %s", seed, recipe)
                    .isInstanceOf(Verdict.Pass.class);
            assertThat(checker.check(
                            run(recipe, seed, MemoryDatabase.honest(MemoryIsolation.SNAPSHOT_ISOLATION)),
                            IsolationLevel.STRONG_SNAPSHOT_ISOLATION))
                    .as("seed %s of %s", seed, recipe)
                    .isInstanceOf(Verdict.Pass.class);
        }
    }

    /** What a register holds is decided by axioms and by linearizability, which name no cycle. */
    @ParameterizedTest
    @CsvSource({"cas, LOST_UPDATE, 20", "cas, STALE_READ, 95", "monotonic, LOST_UPDATE, 50", "monotonic, STALE_READ, 95"
    })
    void registersThatAreReadBeforeTheyAreWrittenShowBugs(String recipe, PlantedBug bug, int found) {
        assertThat(failuresOf(recipe, bug)).isGreaterThanOrEqualTo(found).isGreaterThan(failuresOf("register", bug));
    }

    private static int failuresOf(String recipe, PlantedBug bug) {
        return (int) IntStream.rangeClosed(1, RUNS)
                .filter(seed -> new LevelChecker()
                                .check(
                                        run(recipe, seed, MemoryDatabase.planted(bug, PROBABILITY, new Seed(seed))),
                                        IsolationLevel.STRICT_SERIALIZABLE)
                        instanceof Verdict.Fail)
                .count();
    }

    private static History run(String recipe, int seed, MemoryDatabase database) {
        return Recording.of(
                Workload.parse(recipe), new Seed(seed), database, Simulation.of(new Seed(seed), 10), TXN_COUNT);
    }
}
