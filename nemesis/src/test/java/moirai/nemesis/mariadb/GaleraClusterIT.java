package moirai.nemesis.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.Node.State;
import moirai.nemesis.Storage;
import org.junit.jupiter.api.Test;

class GaleraClusterIT {

    /** One cluster for the whole story: each part begins where the one before has ended. */
    @Test
    void nodesReplicateAndRejoinAndBeginAgainWithTheOneThatHasMost() throws SQLException {
        Packages.assume(3);
        try (var cluster = new MariadbCluster(MariadbOptions.galera(3, 10))) {
            cluster.start();
            List<Node> nodes = cluster.nodes();
            assertThat(nodes).extracting(Node::name).containsExactly("n1", "n2", "n3");
            assertThat(nodes).extracting(Node::state).containsOnly(State.RUNNING);
            assertThat(cluster.describe())
                    .contains("Galera, 3 nodes of MariaDB ")
                    .contains(" on 127.0.0.");

            execute(cluster, nodes.get(0), "CREATE TABLE kept (id integer PRIMARY KEY)", "INSERT INTO kept VALUES (1)");
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            execute(cluster, nodes.get(1), "INSERT INTO kept VALUES (2)");
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            assertThat(count(cluster, nodes.get(2))).isEqualTo(2);

            nodes.get(2).kill();
            assertThat(nodes.get(2).state()).isEqualTo(State.DEAD);
            assertThat(nodes.get(2).pids()).isEmpty();
            execute(cluster, nodes.get(0), "INSERT INTO kept VALUES (3)");
            nodes.get(2).start();
            assertThat(count(cluster, nodes.get(2))).isEqualTo(3);

            // The last one alive is no majority and takes nothing, so it is the others that have most.
            nodes.get(2).kill();
            execute(cluster, nodes.get(1), "INSERT INTO kept VALUES (4)");
            nodes.get(1).kill();
            nodes.get(0).kill();
            nodes.get(2).start();
            assertThat(nodes.get(2).state()).isEqualTo(State.RUNNING);
            assertThatThrownBy(() -> count(cluster, nodes.get(2))).isInstanceOf(SQLException.class);
            cluster.start();
            assertThat(nodes).extracting(Node::state).containsOnly(State.RUNNING);
            for (Node node : nodes) {
                assertThat(count(cluster, node)).isEqualTo(4);
            }
        }
    }

    /** A node that first waited for another to begin, and then was a member, alone has what was written last. */
    @Test
    void nobodyBeginsAgainWithoutOneThatWaitedOnceAndHasMoreNow() throws SQLException {
        Packages.assume(3);
        try (var cluster = new MariadbCluster(MariadbOptions.galera(3, 10))) {
            cluster.start();
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept (id integer PRIMARY KEY)", "INSERT INTO kept VALUES (1)");
            nodes.get(2).kill();
            execute(cluster, nodes.get(0), "INSERT INTO kept VALUES (2)");
            nodes.get(1).kill();
            nodes.get(0).kill();
            nodes.get(2).start();
            assertThat(((MariadbNode) nodes.get(2)).wasMember()).isFalse();
            nodes.get(0).start();
            nodes.get(1).start();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(90))).isTrue();
            assertThat(((MariadbNode) nodes.get(2)).wasMember()).isTrue();

            nodes.get(0).kill();
            execute(cluster, nodes.get(2), "INSERT INTO kept VALUES (3)");
            nodes.get(1).kill();
            nodes.get(0).start();

            assertThatThrownBy(() -> count(cluster, nodes.get(0))).isInstanceOf(SQLException.class);
            cluster.start();
            for (Node node : nodes) {
                assertThat(count(cluster, node)).isEqualTo(3);
            }
        }
    }

    /** What the others have is sent to a node whose files were cut off, and the files are new. */
    @Test
    void aNodeWhoseFilesAreDamagedBecomesACopyOfTheOthers() throws Exception {
        Packages.assume(3);
        try (var cluster = new MariadbCluster(MariadbOptions.galera(3, 10))) {
            cluster.start();
            List<Node> nodes = cluster.nodes();
            execute(cluster, nodes.get(0), "CREATE TABLE kept (id integer PRIMARY KEY)", "INSERT INTO kept VALUES (1)");
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(10))).isTrue();
            Storage storage = cluster.storage().orElseThrow();
            List<Path> files = storage.shutDown(nodes.get(1));
            assertThat(nodes.get(1).state()).isEqualTo(State.DEAD);
            assertThat(files)
                    .singleElement()
                    .satisfies(file -> assertThat(file)
                            .hasFileName("kept.ibd")
                            .startsWith(nodes.get(1).dataDirectory()));
            Files.write(files.getFirst(), new byte[0]);
            execute(cluster, nodes.get(0), "INSERT INTO kept VALUES (2)");

            storage.renew(nodes.get(1));

            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(30))).isTrue();
            assertThat(files.getFirst()).isNotEmptyFile();
            assertThat(count(cluster, nodes.get(1))).isEqualTo(2);
        }
    }

    @Test
    void refusedVariableIsTheServersOwnWord() {
        Packages.assume(1);
        try (var cluster = new MariadbCluster(new MariadbOptions(1, 2, Map.of("no_such_thing", "7")))) {
            assertThatThrownBy(cluster::start)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("unknown variable 'no_such_thing=7'")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void oneServerTakesSettingsAndComesBackAfterItsDeath() throws SQLException {
        Packages.assume(1);
        var options = new MariadbOptions(1, 2, Map.of("innodb-snapshot-isolation", "ON"));
        try (var cluster = new MariadbCluster(options)) {
            cluster.start();
            Node node = cluster.nodes().getFirst();
            execute(cluster, node, "CREATE TABLE kept (id integer PRIMARY KEY)", "INSERT INTO kept VALUES (1)");
            assertThat(ask(cluster, node, "SELECT @@innodb_snapshot_isolation")).isEqualTo("1");

            node.pause();
            assertThat(node.state()).isEqualTo(State.PAUSED);
            node.resume();
            node.kill();
            node.start();

            assertThat(count(cluster, node)).isEqualTo(1);
        }
    }

    private static int count(MariadbCluster cluster, Node node) throws SQLException {
        return Integer.parseInt(ask(cluster, node, "SELECT count(*) FROM kept"));
    }

    private static void execute(MariadbCluster cluster, Node node, String... commands) throws SQLException {
        for (String command : commands) {
            ask(cluster, node, command);
        }
    }

    private static String ask(MariadbCluster cluster, Node node, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(
                        node.url() + "?socketTimeout=15000&connectTimeout=2000", cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (var rows = statement.getResultSet()) {
                return rows.next() ? String.valueOf(rows.getString(1)) : "";
            }
        }
    }
}
