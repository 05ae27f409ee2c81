package moirai.cli.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of campaigns are campaigns: each is planned, and nothing is started. */
class ExampleCampaignsTest {

    private static final Path FOLDER = Path.of("../../scripts/campaigns");

    @TempDir
    private Path directory;

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereIsOneForEachOfTheseDatabases() throws IOException {
        assertThat(examples())
                .extracting(file -> file.getFileName().toString())
                .contains("cassandra.yaml", "h2.yaml", "mariadb.yaml", "mock.yaml", "postgres.yaml");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void eachIsPlannedWithinItsBudget(Path file) {
        Cli.Ended plan = Cli.plain()
                .run(
                        "campaign",
                        "plan",
                        file.toString(),
                        "--commands",
                        "--store",
                        directory.resolve("store").toString());

        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out()).contains(" cells, ", "moirai run ").doesNotContain("too small");
        assertThat(directory).isEmptyDirectory();
    }
}
