package moirai.nemesis.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.Node.Role;
import moirai.nemesis.Node.State;
import moirai.nemesis.network.Links;
import moirai.nemesis.process.Pauses;
import org.junit.jupiter.api.Test;

class ReplicasIT {

    private static final int LIMIT_MILLIS = 10_000;

    private static PostgresCluster started(Replication replication) {
        var cluster = new PostgresCluster(PostgresOptions.replicated(3, replication, 10));
        cluster.start();
        return cluster;
    }

    @Test
    void replicasFollowAndRefuseWritesAndStandStillWhereTheyAreCutOff() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.replicated(3, Replication.ASYNC, 10))) {
            Links links = cluster.links().orElseThrow();
            cluster.start();
            List<Node> nodes = cluster.nodes();
            assertThat(nodes).extracting(Node::name).containsExactly("n1", "n2", "n3");
            assertThat(nodes).extracting(Node::role).containsExactly(Role.PRIMARY, Role.REPLICA, Role.REPLICA);
            assertThat(cluster.describe()).contains("a primary and 2 replicas (asynchronous) on 127.0.0.1:");
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");
            for (Node replica : nodes.subList(1, 3)) {
                awaitAnswer(cluster, replica, "42");
                assertThatThrownBy(() -> execute(cluster, replica, "DELETE FROM kept"))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("25006"));
            }

            links.cut("n1", "n2");
            execute(cluster, nodes.get(0), "UPDATE kept SET answer = 43");

            awaitAnswer(cluster, nodes.get(2), "43");
            assertThat(answer(cluster, nodes.get(1))).isEqualTo("42");
            links.healAll();
            awaitAnswer(cluster, nodes.get(1), "43");
        }
    }

    @Test
    void promotedReplicaIsFollowedByTheOthersAndByTheOldPrimary() throws SQLException {
        try (var cluster = started(Replication.APPLY)) {
            List<Node> nodes = cluster.nodes();
            var failover = cluster.failover().orElseThrow();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");

            failover.promote(nodes.get(1));

            assertThat(nodes).extracting(Node::state).containsExactly(State.DEAD, State.RUNNING, State.RUNNING);
            assertThat(nodes).extracting(Node::role).containsExactly(Role.REPLICA, Role.PRIMARY, Role.REPLICA);
            execute(cluster, nodes.get(1), "UPDATE kept SET answer = 43");
            awaitAnswer(cluster, nodes.get(2), "43");
            nodes.get(0).start();
            assertThat(nodes.get(0).role()).isEqualTo(Role.REPLICA);
            awaitAnswer(cluster, nodes.get(0), "43");
            assertThatThrownBy(() -> failover.promote(nodes.get(1)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("the primary already");
        }
    }

    /**
     * The replica received something before it died that the promoted one never did, so it has to be copied. The shared
     * memory of the server that was killed goes with its data, since no other server looks for it.
     */
    @Test
    void replicaThatIsAheadOfThePromotedOneComesBackAsACopy() throws SQLException, IOException {
        try (var cluster = started(Replication.ASYNC)) {
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");
            awaitAnswer(cluster, nodes.get(1), "42");
            nodes.get(1).kill();
            execute(cluster, nodes.get(0), "UPDATE kept SET answer = 43");
            awaitAnswer(cluster, nodes.get(2), "43");
            List<Long> servers =
                    List.of(nodes.get(0).pids().getFirst(), nodes.get(2).pids().getFirst());
            nodes.get(2).kill();
            nodes.get(0).kill();
            nodes.get(1).start();
            assertThat(nodes).extracting(Node::state).containsExactly(State.DEAD, State.RUNNING, State.DEAD);

            cluster.failover().orElseThrow().promote(nodes.get(1));
            execute(cluster, nodes.get(1), "CREATE TABLE other AS SELECT 1 AS answer");
            cluster.start();

            assertThat(nodes).extracting(Node::role).containsExactly(Role.REPLICA, Role.PRIMARY, Role.REPLICA);
            awaitAnswer(cluster, nodes.get(0), "42");
            awaitAnswer(cluster, nodes.get(2), "42");
            assertThat(Files.readAllLines(Path.of("/proc/sysvipc/shm")))
                    .noneMatch(line -> servers.stream().anyMatch(server -> line.contains(" " + server + " ")));
        }
    }

    /** Neither promotion knows of the other, and a node that followed the first must not mistake the second for it. */
    @Test
    void followerOfAPrimaryWhoseTimelineNobodyElseHasComesBack() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.replicated(3, Replication.ASYNC, 10))) {
            Links links = cluster.links().orElseThrow();
            cluster.start();
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");
            awaitAnswer(cluster, nodes.get(2), "42");
            links.cut("n1", "n3");
            links.cut("n2", "n3");
            cluster.failover().orElseThrow().promote(nodes.get(1));
            execute(cluster, nodes.get(1), "UPDATE kept SET answer = 43");
            nodes.get(0).start();
            awaitAnswer(cluster, nodes.get(0), "43");
            nodes.get(0).kill();

            cluster.failover().orElseThrow().promote(nodes.get(2));
            links.healAll();
            execute(cluster, nodes.get(2), "CREATE TABLE other AS SELECT generate_series(1, 10000) AS answer");
            execute(cluster, nodes.get(2), "UPDATE kept SET answer = 44");
            cluster.start();

            assertThat(nodes).extracting(Node::role).containsExactly(Role.REPLICA, Role.REPLICA, Role.PRIMARY);
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            assertThat(nodes).extracting(node -> answer(cluster, node)).containsOnly("44");
        }
    }

    /** Nothing in its log tells that it never will follow: it looks for its primary at an address without a server. */
    @Test
    void replicaThatDoesNotFollowAlthoughItCouldIsCopiedAnew() throws Exception {
        try (var cluster = started(Replication.ASYNC)) {
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");
            var lost = (PostgresNode) nodes.get(1);
            lost.kill();
            lost.configure(Map.of("primary_conninfo", "host=127.0.0.1 port=1"));
            lost.launch();

            cluster.start();

            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            assertThat(answer(cluster, lost)).isEqualTo("42");
        }
    }

    /** Its primary cannot be reached, and the fault that cut the way must not have to wait for it. */
    @Test
    void replicaThatIsStartedBehindACutIsLeftToItself() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.replicated(3, Replication.ASYNC, 10))) {
            Links links = cluster.links().orElseThrow();
            cluster.start();
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");
            awaitAnswer(cluster, nodes.get(1), "42");
            awaitAnswer(cluster, nodes.get(2), "42");
            links.cut("n2", "n1");
            links.cut("n3", "n1");
            cluster.failover().orElseThrow().failOver();
            long began = System.nanoTime();

            nodes.get(0).start();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
            assertThat(cluster.awaitCaughtUp(Duration.ofMillis(100))).isFalse();
            links.healAll();
            cluster.start();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            assertThat(nodes).extracting(node -> answer(cluster, node)).containsOnly("42");
        }
    }

    @Test
    void pausedReplicaStandsStillAndGoesOn() throws SQLException {
        try (var cluster = started(Replication.ASYNC)) {
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");
            awaitAnswer(cluster, nodes.get(1), "42");

            nodes.get(1).pause();
            nodes.get(1).pause();
            assertThat(nodes.get(1).state()).isEqualTo(State.PAUSED);
            assertThat(nodes.get(1).role()).isEqualTo(Role.REPLICA);
            execute(cluster, nodes.get(0), "UPDATE kept SET answer = 43");
            nodes.get(1).resume();
            nodes.get(1).resume();

            assertThat(nodes.get(1).state()).isEqualTo(State.RUNNING);
            awaitAnswer(cluster, nodes.get(1), "43");
            nodes.get(1).pause();
            nodes.get(1).kill();
            assertThat(nodes.get(1).state()).isEqualTo(State.DEAD);
        }
    }

    /** Each replica alone completes the quorum; without any, no commit is acknowledged. */
    @Test
    void synchronousCommitWaitsForOneReplica() throws SQLException {
        try (var cluster = started(Replication.SYNC)) {
            List<Node> nodes = cluster.nodes();
            nodes.get(1).kill();
            execute(cluster, nodes.get(0), "CREATE TABLE kept AS SELECT 42 AS answer");

            // Whether n3 or n2 has the last commit nobody knows who does not ask both.
            assertThatThrownBy(() -> cluster.failover().orElseThrow().failOver())
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("only 1 of 2 replicas");
            assertThat(nodes).extracting(Node::role).containsExactly(Role.PRIMARY, Role.REPLICA, Role.REPLICA);
            assertThat(nodes).extracting(Node::state).containsExactly(State.RUNNING, State.DEAD, State.RUNNING);
            awaitAnswer(cluster, nodes.get(0), "42");
            nodes.get(2).kill();

            assertThatThrownBy(() -> execute(cluster, nodes.get(0), "UPDATE kept SET answer = 43"))
                    .isInstanceOf(SQLException.class);
            cluster.start();
            awaitAnswer(cluster, nodes.get(1), "43");
        }
    }

    private static void awaitAnswer(PostgresCluster cluster, Node node, String answer) {
        assertThat(Pauses.until(LIMIT_MILLIS, () -> answer(cluster, node).equals(answer)))
                .as("%s has %s, says %s", node, answer, answer(cluster, node))
                .isTrue();
    }

    private static String answer(PostgresCluster cluster, Node node) {
        try (var connection = DriverManager.getConnection(node.url(), cluster.user(), cluster.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT answer FROM kept")) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void execute(PostgresCluster cluster, Node node, String command) throws SQLException {
        try (var connection = DriverManager.getConnection(
                        node.url() + "?socketTimeout=2", cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
