package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.analysis.IsolationLevel;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.history.Seed;
import moirai.runs.report.VerdictText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedRunDeterminismTest {

    private static final int TXN_COUNT = 4_000;

    /** The header of each segment holds the moment the run began; so this much differs at most. */
    private static final int STARTED_BYTES_MAX = 12;

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
        assertThat(difference(segments(first), segments(second))).isLessThanOrEqualTo(STARTED_BYTES_MAX);
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

    /** Everything that is made from the history: results, explanations, graphs. */
    private static Map<String, String> results(RunResult run) {
        Map<String, String> files = contents(run.directory());
        files.keySet().removeIf(name -> name.startsWith("history") || name.equals("run.json"));
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

    /** The most bytes by which two files of the same name differ; a different length counts as all. */
    private static int difference(Map<String, String> left, Map<String, String> right) {
        assertThat(right.keySet()).isEqualTo(left.keySet());
        int most = 0;
        for (Map.Entry<String, String> file : left.entrySet()) {
            String other = right.get(file.getKey());
            int differing = 0;
            if (other == null || other.length() != file.getValue().length()) {
                differing = file.getValue().length();
            } else {
                for (int i = 0; i < other.length(); i += 2) {
                    differing += other.regionMatches(i, file.getValue(), i, 2) ? 0 : 1;
                }
            }
            most = Math.max(most, differing);
        }
        return most;
    }
}
