package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.report.VerdictText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedRunDeterminismTest {

    private static final int TXN_COUNT = 4_000;

    /** The files that are made of the process that ran, and not of its history. */
    private static final Set<String> OF_THE_PROCESS = Set.of("run.json", "plan.json", "run.lock");

    @TempDir
    private Path directory;

    @Test
    void theSameSeedGivesTheSameHistoryAndTheSameReport() throws InterruptedException {
        var target = new Target.Planted(PlantedBug.LOST_UPDATE, 0.1);

        RunResult first = run("first", new Seed(1), target);
        RunResult second = run("second", new Seed(1), target);

        assertThat(VerdictText.of(second.judgement(), second.header()))
                .isEqualTo(VerdictText.of(first.judgement(), first.header()))
                .contains("INVALID");
        assertThat(results(second)).isEqualTo(results(first)).isNotEmpty();
        assertThat(segments(second)).isEqualTo(segments(first)).isNotEmpty();
    }

    @Test
    void theSameSeedGivesTheSameHistoryOfEveryStructure() throws InterruptedException {
        for (Structure structure : Structure.values()) {
            RunSettings settings =
                    Simulations.settings(Workload.of(structure), new Seed(1), IsolationLevel.STRICT_SERIALIZABLE, 500);
            var target = new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);

            assertThat(segments(Simulations.run(directory.resolve("a-" + structure), settings, target)))
                    .isEqualTo(segments(Simulations.run(directory.resolve("b-" + structure), settings, target)))
                    .isNotEmpty();
        }
    }

    @Test
    void anotherSeedGivesAnotherHistory() throws InterruptedException {
        var target = new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);

        RunResult first = run("first", new Seed(1), target);
        RunResult second = run("second", new Seed(2), target);

        assertThat(segments(second)).isNotEqualTo(segments(first));
    }

    private RunResult run(String store, Seed seed, Target target) throws InterruptedException {
        return Simulations.run(
                directory.resolve(store),
                Simulations.settings(seed, IsolationLevel.STRICT_SERIALIZABLE, TXN_COUNT),
                target);
    }

    /** Returns everything that is made from the history: results, explanations, graphs. */
    private static Map<String, String> results(RunResult run) {
        Map<String, String> files = contents(run.directory());
        files.keySet().removeIf(name -> name.startsWith("history") || OF_THE_PROCESS.contains(name));
        return files;
    }

    private static Map<String, String> segments(RunResult run) {
        return contents(run.directory().resolve("history"));
    }

    private static Map<String, String> contents(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            var contents = new TreeMap<String, String>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
            return contents;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
