package moirai.cli.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A primary and two replicas without any fault: what sessions see depends on where they look. */
@Timeout(120)
class LongForkIT {

    @TempDir
    private Path directory;

    private Cli.Ended run(String readsAt) {
        return Cli.plain()
                .run(
                        "run",
                        "--db",
                        "postgres:3",
                        "--reads-at",
                        readsAt,
                        "--isolation",
                        "repeatable-read",
                        "--concurrency",
                        "12",
                        "--time-limit",
                        "5",
                        "--store",
                        directory.toString());
    }

    /**
     * A replica shows commits in the order of the log. At the primary a commit is first written to the log and then
     * made visible, and of two at a time the second may be visible first.
     */
    @Test
    void readersAtReplicasAndThePrimarySeeLongForks() throws IOException {
        Cli.Ended ended = run("all");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("\nverdict: INVALID · expected snapshot-isolation", "not a bug by the manual");
        assertThat(ended.out()).doesNotContain("DATABASE BUG", "lost-update", "G1a", "G1b", "G0");
        JsonNode record =
                new ObjectMapper().readTree(directory.resolve("latest/run.json").toFile());
        assertThat(record.at("/seen/sessionsAt/n1")).hasSize(8);
        assertThat(record.at("/seen/sessionsAt/n2")).hasSize(2);
        assertThat(record.at("/seen/sessionsAt/n3")).hasSize(2);
        assertThat(record.at("/setup/database").asText()).endsWith("3 nodes, replication async, reads at all");
    }

    @Test
    void readersAtThePrimaryAloneSeeNone() {
        Cli.Ended ended = run("primary");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(ended.out()).contains("\nverdict: VALID · expected snapshot-isolation");
    }
}
