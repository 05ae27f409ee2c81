package moirai.cli.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Failovers of a primary with two replicas lose writes or do not, by how long commits wait for replicas. */
@Timeout(300)
class LostAppendsIT {

    /** On busy cores a replica may happen to have all that its primary had acknowledged. */
    private static final int ATTEMPTS = 3;

    /** At least one of them came to be; another may have found too few replicas. */
    private static final String ALL_HEALED = " 0\\s+left:\\s+(failed\\s+failover ×[0-9]+,\\s+)?failover ×";

    @TempDir
    private Path directory;

    /** Failovers alone: a primary that was killed before has sent all that it had. */
    private Cli.Ended run(String replication, String workload, int seconds, int seed) {
        String[] arguments = {
            "run",
            "--workload",
            workload,
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
            String.valueOf(seconds),
            "--seed",
            String.valueOf(seed),
            "--store",
            directory.toString()
        };
        return Cli.plain().run(arguments);
    }

    /** Repeats the run until it loses something. */
    private Cli.Ended runAsynchronously(String workload, int seconds) {
        Cli.Ended ended = run("async", workload, seconds, 3);
        for (int attempt = 2; attempt <= ATTEMPTS && ended.code() != 1; attempt++) {
            ended = run("async", workload, seconds, 2 + attempt);
        }
        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        return ended;
    }

    @Test
    void withAsynchronousReplicationAcknowledgedAppendsAreLostAndTheFailoverIsNamed() {
        Cli.Ended ended = runAsynchronously("append", 10);

        assertThat(ended.out())
                .containsPattern("\nverdict: INVALID · expected [a-z-]+ · lost\\s+[0-9,]+\\s+acknowledged\\s+append")
                .containsPattern("before\\s+failover\\s+from\\s+n[123]\\s+to\\s+n[123]\\s+at\\s")
                .contains("asynchronous replication")
                .containsPattern(ALL_HEALED);
        Cli.Ended check = Cli.plain().run("check", "--store", directory.toString());
        assertThat(check.code()).as("a later check says the same").isEqualTo(1);
        assertThat(check.words()).contains("acknowledged append");
    }

    /** Of a register less is proven: later writes leave no trace of a lost one. */
    @Test
    void withAsynchronousReplicationAcknowledgedWritesOfRegistersAreLost() {
        Cli.Ended ended = runAsynchronously("register", 5);

        assertThat(ended.words())
                .containsPattern("verdict: INVALID · expected [a-z-]+ · lost [0-9,]+ acknowledged write")
                .containsPattern("before failover from n[123] to n[123] at ")
                .containsPattern("the first: T[0-9]+ wrote [0-9]+ to key [0-9]+, acknowledged at ")
                .contains("asynchronous replication");
    }

    @Test
    void withReplicasThatApplyBeforeTheAnswerNoElementOfASetIsLost() {
        Cli.Ended ended = run("apply", "set", 10, 3);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isIn(0, 2, 3);
        assertThat(ended.words()).containsPattern(" durable all [0-9,]+ acknowledged adds are in the final reads");
        assertThat(ended.out()).containsPattern(ALL_HEALED);
    }
}
