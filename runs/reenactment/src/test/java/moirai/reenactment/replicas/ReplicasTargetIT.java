package moirai.reenactment.replicas;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static java.sql.Connection.TRANSACTION_REPEATABLE_READ;
import static java.sql.Connection.TRANSACTION_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;
import moirai.reenactment.Cases;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.DirectedReplay;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ReplayTarget;
import moirai.reenactment.ServerTarget;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Shows the anomalies that a primary with replicas shows at levels at which one server does not. */
class ReplicasTargetIT {

    private static final PostgresCluster CLUSTER =
            new PostgresCluster(PostgresOptions.replicated(3, Replication.ASYNC, 8));

    @BeforeAll
    static void start() {
        CLUSTER.start();
    }

    @AfterAll
    static void end() {
        CLUSTER.close();
    }

    private static List<DataSource> nodes() {
        return CLUSTER.nodes().stream()
                .map(node -> {
                    var source = new PGSimpleDataSource();
                    source.setUrl(node.url());
                    source.setUser(CLUSTER.user());
                    source.setPassword(CLUSTER.password());
                    return (DataSource) source;
                })
                .toList();
    }

    private static String outcome(DirectedCase wanted, ReplayTarget target) throws Exception {
        ReplayOutcome outcome = DirectedReplay.replay(wanted, target);
        return outcome instanceof ReplayOutcome.Manifested ? "manifested" : outcome.sentence();
    }

    private static String withReplicas(DirectedCase wanted, int isolation) throws Exception {
        return outcome(wanted, new ReplicasTarget(nodes(), isolation));
    }

    private static String atThePrimary(DirectedCase wanted, int isolation) throws Exception {
        return outcome(wanted, new ServerTarget("PostgreSQL", nodes().getFirst(), isolation));
    }

    @Test
    void aLongForkHappensAtEveryLevelAndOnOneServerOnlyWithoutSnapshots() throws Exception {
        DirectedCase wanted =
                Cases.of(TextbookAnomaly.LONG_FORK, Promises.PARALLEL_SNAPSHOT).getFirst();

        assertThat(withReplicas(wanted, TRANSACTION_SERIALIZABLE)).isEqualTo("manifested");
        assertThat(withReplicas(wanted, TRANSACTION_REPEATABLE_READ)).isEqualTo("manifested");
        assertThat(withReplicas(wanted, TRANSACTION_READ_COMMITTED)).isEqualTo("manifested");
        assertThat(atThePrimary(wanted, TRANSACTION_READ_COMMITTED)).isEqualTo("manifested");
        assertThat(atThePrimary(wanted, TRANSACTION_REPEATABLE_READ)).contains("expected");
    }

    @Test
    void aReportFromAReplicaIsNoPartOfWhatThePrimaryKeepsSerializable() throws Exception {
        DirectedCase wanted =
                Cases.of(TextbookAnomaly.READ_ONLY_ANOMALY, Promises.SNAPSHOT).getFirst();

        assertThat(withReplicas(wanted, TRANSACTION_SERIALIZABLE)).isEqualTo("manifested");
        assertThat(atThePrimary(wanted, TRANSACTION_SERIALIZABLE)).contains("40001");
        assertThat(atThePrimary(wanted, TRANSACTION_REPEATABLE_READ)).isEqualTo("manifested");
    }

    @Test
    void aReplicaShowsWhatWasCommittedBetweenTwoStatementsAtReadCommittedOnly() throws Exception {
        // The first sees the write with its first statement alone, which no server shows.
        DirectedCase wanted = Cases.of(TextbookAnomaly.NON_REPEATABLE_READ, Promises.READ_COMMITTED)
                .getLast();

        assertThat(withReplicas(wanted, TRANSACTION_READ_COMMITTED)).isEqualTo("manifested");
        assertThat(withReplicas(wanted, TRANSACTION_REPEATABLE_READ)).contains("expected");
    }

    @Test
    void writersAreKeptApartByThePrimaryAsWithoutReplicas() throws Exception {
        DirectedCase skew =
                Cases.of(TextbookAnomaly.WRITE_SKEW, Promises.SNAPSHOT).getFirst();

        assertThat(withReplicas(skew, TRANSACTION_REPEATABLE_READ)).isEqualTo("manifested");
        assertThat(withReplicas(skew, Connection.TRANSACTION_SERIALIZABLE)).contains("40001");
    }
}
