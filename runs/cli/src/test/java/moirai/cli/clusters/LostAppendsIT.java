package moirai.cli.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Failovers of a primary with two replicas lose appends or do not, by how long commits wait for replicas. */
@Timeout(300)
class LostAppendsIT {

    /** On busy cores a replica may happen to have all that its primary had acknowledged. */
    private static final int ATTEMPTS = 3;

    /** At least one of them came to be; another may have found too few replicas. */
    private static final String ALL_HEALED = " 0\\s+left:\\s+(failed\\s+failover ×[0-9]+,\\s+)?failover ×";

    @TempDir
    private Path directory;

    /** Failovers alone: a primary that was killed before has sent all that it had. */
    private Cli.Ended run(String replication, int seed) {
        String[] arguments = {
            "run",
            "--db",
            "postgres:3",
            // Whose promise PostgreSQL 18 keeps: at serializable it has a rare write skew.
            "--isolation",
            "repeatable-read",
            "--replication",
            replication,
            "--nemesis",
            "failover",
            "--nemesis-interval",
            "2",
            "--time-limit",
            "10",
            "--seed",
            String.valueOf(seed),
            "--store",
            directory.toString()
        };
        return Cli.plain().run(arguments);
    }

    @Test
    void withAsynchronousReplicationAcknowledgedAppendsAreLostAndTheFailoverIsNamed() {
        Cli.Ended ended = run("async", 3);
        for (int attempt = 2; attempt <= ATTEMPTS && ended.code() != 1; attempt++) {
            ended = run("async", 2 + attempt);
        }

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .containsPattern("\nverdict: INVALID · expected [a-z-]+ · lost\\s+[0-9,]+\\s+acknowledged\\s+append")
                .containsPattern("before\\s+failover\\s+from\\s+n[123]\\s+to\\s+n[123]\\s+at\\s")
                .contains("asynchronous replication")
                .containsPattern(ALL_HEALED);
        Cli.Ended check = Cli.plain().run("check", "--store", directory.toString());
        assertThat(check.code()).as("a later check says the same").isEqualTo(1);
        assertThat(check.words()).contains("acknowledged append");
    }

    @Test
    void withReplicasThatApplyBeforeTheAnswerNoneIsLost() {
        Cli.Ended ended = run("apply", 3);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isIn(0, 3);
        assertThat(ended.out()).contains("  durable  all ").containsPattern(ALL_HEALED);
    }
}
