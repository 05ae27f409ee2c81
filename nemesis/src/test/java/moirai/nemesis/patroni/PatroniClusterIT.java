package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.Node.Role;
import moirai.nemesis.Node.State;
import moirai.nemesis.PrimaryMove;
import moirai.nemesis.postgres.Replication;
import moirai.nemesis.process.Pauses;
import moirai.nemesis.process.ProcessTree;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class PatroniClusterIT {

    private static final int FAILOVER_MAX_MILLIS = 60_000;

    @BeforeEach
    void isInstalled() {
        PatroniCluster.problem().ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
    }

    /** One cluster for the whole story: each part begins where the one before has ended. */
    @Test
    void membersReplaceADeadPrimaryByThemselvesAndALivingOneWhenTold() throws SQLException {
        List<Long> pids;
        try (var cluster = new PatroniCluster(new PatroniOptions(2, Replication.ASYNC, 5, Map.of()))) {
            assertThat(cluster.describe()).contains("2 nodes (asynchronous), not started");
            cluster.start();
            List<Node> nodes = cluster.nodes();
            Node first = nodes.get(0);
            Node second = nodes.get(1);
            assertThat(first.role()).isEqualTo(Role.PRIMARY);
            assertThat(second.role()).isEqualTo(Role.REPLICA);
            execute(cluster, first, "CREATE TABLE kept (id integer PRIMARY KEY)", "INSERT INTO kept VALUES (1)");
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            assertThat(count(cluster, second)).isEqualTo(1);

            pids = new ArrayList<>(first.pids());
            assertThat(pids).as("supervisor, Patroni, PostgreSQL and its own").hasSizeGreaterThan(5);
            first.pause();
            assertThat(first.state()).isEqualTo(State.PAUSED);
            first.resume();
            first.kill();
            assertThat(pids).allMatch(ProcessTree::isGone);
            assertThat(Pauses.until(FAILOVER_MAX_MILLIS, () -> second.role() == Role.PRIMARY))
                    .isTrue();
            List<PrimaryMove> own = cluster.ownMoves();
            assertThat(own).hasSize(1);
            assertThat(own.getFirst().from()).isEqualTo("n1");
            assertThat(own.getFirst().to()).isEqualTo("n2");
            assertThat(cluster.ownMoves()).as("told once").isEmpty();

            execute(cluster, second, "INSERT INTO kept VALUES (2)");
            cluster.start();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            assertThat(count(cluster, first)).isEqualTo(2);

            Node promoted = cluster.failover().orElseThrow().failOver();
            assertThat(promoted.name()).isEqualTo("n1");
            assertThat(Pauses.until(FAILOVER_MAX_MILLIS, () -> first.role() == Role.PRIMARY))
                    .isTrue();
            assertThat(cluster.ownMoves()).as("it was told to").isEmpty();
            cluster.start();
            assertThat(count(cluster, second)).isEqualTo(2);
            nodes.forEach(node -> pids.addAll(node.pids()));
        }
        assertThat(pids).as("nothing is left of it").allMatch(ProcessTree::isGone);
    }

    @Test
    void whatPostgresDoesNotTakeIsRefusedAndNotDroppedSilently() {
        var options = new PatroniOptions(2, Replication.ASYNC, 5, Map.of("no_such_thing", "7"));
        try (var cluster = new PatroniCluster(options)) {
            assertThatThrownBy(cluster::start)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("the setting no_such_thing=7 was not taken");
        }
    }

    private static void execute(PatroniCluster cluster, Node node, String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection(node.url(), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static int count(PatroniCluster cluster, Node node) throws SQLException {
        try (var connection = DriverManager.getConnection(node.url(), cluster.user(), cluster.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM kept")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
