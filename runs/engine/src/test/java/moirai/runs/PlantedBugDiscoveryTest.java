package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each bug that can be planted is found within {@value #TXN_COUNT} transactions. It gets its documented name, among
 * other names that its cycles have, and breaks no level that the documentation says it keeps.
 */
@Tag("long")
class PlantedBugDiscoveryTest {

    private static final int TXN_COUNT = 20_000;
    private static final double PROBABILITY = 0.1;

    @TempDir
    private Path directory;

    /**
     * The phenomenon as which a bug must be found, and the levels that still hold.
     *
     * @param holds the levels that the bug does not break; each excludes the phenomena that it forbids
     */
    private record Expected(Phenomenon named, Set<IsolationLevel> holds) {}

    private static Expected expected(PlantedBug bug) {
        return switch (bug) {
            case LOST_UPDATE -> expected(Phenomenon.LOST_UPDATE, IsolationLevel.READ_COMMITTED);
            case FRACTURED_READ -> expected(Phenomenon.G_SINGLE, IsolationLevel.CURSOR_STABILITY);
            case ABORTED_READ -> expected(Phenomenon.G1A, IsolationLevel.READ_UNCOMMITTED);
            case DIRTY_UPDATE -> expected(Phenomenon.DIRTY_UPDATE, IsolationLevel.READ_UNCOMMITTED);
            case INTERMEDIATE_READ -> expected(Phenomenon.G1B, IsolationLevel.READ_UNCOMMITTED);
            case WRITE_SKEW -> expected(Phenomenon.G2_ITEM, IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
            case STALE_READ -> expected(Phenomenon.G_SINGLE_PROCESS, IsolationLevel.SERIALIZABLE);
            case DIRTY_WRITE -> new Expected(Phenomenon.G0, Set.of());
            case CIRCULAR_READ -> expected(Phenomenon.G1C, IsolationLevel.READ_UNCOMMITTED);
            case LATE_APPEND -> expected(Phenomenon.G0_REALTIME, IsolationLevel.SERIALIZABLE);
            case DUPLICATE_APPEND -> new Expected(Phenomenon.DUPLICATE_ELEMENTS, Set.of());
            case REORDERED_APPENDS -> new Expected(Phenomenon.REORDERED_APPENDS, Set.of());
            case INTERNAL -> expected(Phenomenon.INTERNAL, IsolationLevel.CONSISTENT_VIEW);
            case GARBAGE_READ -> new Expected(Phenomenon.GARBAGE_READ, Set.of());
            case INCOMPATIBLE_ORDER -> expected(Phenomenon.INCOMPATIBLE_ORDER, IsolationLevel.READ_UNCOMMITTED);
            case LONG_FORK -> expected(Phenomenon.G_NONADJACENT, IsolationLevel.CONSISTENT_VIEW);
            case LOST_WRITE -> expected(Phenomenon.G_SINGLE_REALTIME, IsolationLevel.SERIALIZABLE);
            case VIEW_GOING_BACK -> expected(Phenomenon.G_SINGLE, IsolationLevel.READ_COMMITTED);
            case PHANTOM ->
                new Expected(
                        Phenomenon.G2,
                        Set.of(IsolationLevel.REPEATABLE_READ, IsolationLevel.STRONG_SNAPSHOT_ISOLATION));
        };
    }

    private static Expected expected(Phenomenon named, IsolationLevel holds) {
        return new Expected(named, Set.of(holds));
    }

    /** View-going-back is in the table for its effect on registers. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VIEW_GOING_BACK")
    void eachPlantedBugIsFoundAndNamedAsDocumented(PlantedBug bug) throws InterruptedException, IOException {
        Expected expected = expected(bug);

        Set<String> documented = documented(bug);
        var found = new HashSet<String>();

        for (Workload workload : workloads(bug, documented)) {
            RunResult run = run(workload, new Seed(3), new Target.Planted(bug, PROBABILITY));

            Findings findings = run.judgement().findings();
            assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
            // Reads that contradict each other leave open whether writes are in a cycle.
            assertThat(findings.doubts().isEmpty()).isEqualTo(bug != PlantedBug.INCOMPATIBLE_ORDER);
            for (IsolationLevel level : expected.holds()) {
                assertThat(findings.forbiddenAt(level))
                        .as("still holds: " + level.label())
                        .isEmpty();
            }
            findings.phenomena().forEach(phenomenon -> found.add(phenomenon.label()));
        }

        assertThat(documented).contains(expected.named().label());
        assertThat(found).containsAll(documented);
    }

    /**
     * Returns workloads with scans only where they are needed: for a bug of scans, and for the effects of other bugs on
     * scans.
     */
    private static List<Workload> workloads(PlantedBug bug, Set<String> documented) {
        if (bug == PlantedBug.PHANTOM) {
            return List.of(Workload.predicate());
        }
        boolean isOnPredicates = documented.stream()
                .anyMatch(label -> label.contains("predicate") || (label.startsWith("G2") && !label.contains("item")));
        return isOnPredicates ? List.of(Workload.append(), Workload.predicate()) : List.of(Workload.append());
    }

    /** Returns the names of the phenomena that the documentation lists for this bug. */
    private static Set<String> documented(PlantedBug bug) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("../../checkers/PHENOMENA.md"))) {
            return lines.filter(line -> line.startsWith("| `") && line.endsWith("| `" + bug.cliName() + "` |"))
                    .map(line -> line.substring("| `".length(), line.indexOf("` |")))
                    .collect(Collectors.toSet());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anHonestDatabaseNeverFails(long seed) throws InterruptedException {
        RunResult run = run(new Seed(seed), new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE));

        assertThat(run.judgement().findings().phenomena()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(ExitCode.VALID);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void honestSnapshotIsolationShowsWriteSkewAndNothingElse(long seed) throws InterruptedException {
        RunResult run = run(new Seed(seed), new Target.Honest(MemoryIsolation.SNAPSHOT_ISOLATION));

        Findings findings = run.judgement().findings();
        assertThat(findings.phenomena()).contains(Phenomenon.G2_ITEM);
        assertThat(findings.forbiddenAt(IsolationLevel.STRONG_SNAPSHOT_ISOLATION))
                .isEmpty();
    }

    /** Scans of a snapshot miss nothing that the snapshot has, so phantoms appear only as write skew. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void honestDatabasesShowWithScansWhatTheyShowWithReads(long seed) throws InterruptedException {
        RunResult strict =
                run(Workload.predicate(), new Seed(seed), new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE));
        RunResult snapshots =
                run(Workload.predicate(), new Seed(seed), new Target.Honest(MemoryIsolation.SNAPSHOT_ISOLATION));

        assertThat(strict.judgement().findings().phenomena()).isEmpty();
        assertThat(strict.exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(snapshots.judgement().findings().phenomena()).contains(Phenomenon.G2, Phenomenon.G2_ITEM);
        assertThat(snapshots.judgement().findings().forbiddenAt(IsolationLevel.STRONG_SNAPSHOT_ISOLATION))
                .isEmpty();
    }

    private RunResult run(Seed seed, Target target) throws InterruptedException {
        return run(Workload.append(), seed, target);
    }

    private RunResult run(Workload workload, Seed seed, Target target) throws InterruptedException {
        return Simulations.run(
                directory, Simulations.settings(workload, seed, IsolationLevel.STRICT_SERIALIZABLE, TXN_COUNT), target);
    }
}
