package moirai.cli.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.cli.Cli;
import moirai.nemesis.patroni.PatroniCluster;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that decides by itself who is the primary, under faults. */
@Timeout(300)
class PatroniIT {

    @TempDir
    private Path directory;

    @Test
    void nothingAcknowledgedIsLostThatAReplicaHadToHave() {
        PatroniCluster.problem().ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));

        Cli.Ended ended = Cli.plain()
                .run(
                        "run",
                        "--db",
                        "patroni:3",
                        "--replication",
                        "sync",
                        "--nemesis",
                        "failover,pause",
                        "--nemesis-interval",
                        "4",
                        "--nemesis-targets",
                        "one",
                        "--time-limit",
                        "15",
                        "--seed",
                        "3",
                        "--store",
                        directory.toString());

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(ended.out().replaceAll("\\s+", " "))
                .contains("verdict: VALID · expected serializable")
                .contains(" durable all ")
                .contains(" 0 left: ")
                .contains("3 nodes under Patroni, replication sync");
    }
}
