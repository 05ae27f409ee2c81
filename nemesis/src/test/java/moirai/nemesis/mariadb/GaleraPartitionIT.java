package moirai.nemesis.mariadb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import moirai.nemesis.Node;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.lab.LabHosts;
import moirai.nemesis.process.Pauses;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The effects of a partition on members that advertise addresses, seen by clients that still reach every member. */
@Timeout(180)
class GaleraPartitionIT {

    private static final int LIMIT_MILLIS = 30_000;

    @Test
    void theNodeThatIsCutOffTakesNothingUntilItIsHealed() throws SQLException {
        Packages.assume(3);
        LabHosts.problem().ifPresent(problem -> Assumptions.abort("skipped: needs a lab: " + problem));
        try (var cluster = new MariadbCluster(MariadbOptions.galera(3, 10))) {
            Links links = cluster.links().orElseThrow();
            cluster.start();
            List<Node> nodes = cluster.nodes();
            assertThat(cluster.describe()).contains(" on 10.99.0.1:");
            ask(cluster, nodes.get(0), "CREATE TABLE kept (id integer PRIMARY KEY)");

            for (String other : List.of("n2", "n3")) {
                links.cut("n1", other);
                links.cut(other, "n1");
            }
            assertThat(Pauses.until(
                            LIMIT_MILLIS, () -> status(cluster, nodes.get(0)).equals("non-Primary")))
                    .isTrue();
            assertThatThrownBy(() -> ask(cluster, nodes.get(0), "INSERT INTO kept VALUES (1)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("WSREP has not yet prepared node");
            ask(cluster, nodes.get(1), "INSERT INTO kept VALUES (2)");
            assertThat(nodes).extracting(Node::state).containsOnly(Node.State.RUNNING);

            links.healAll();
            assertThat(Pauses.until(
                            LIMIT_MILLIS, () -> status(cluster, nodes.get(0)).equals("Primary")))
                    .isTrue();
            assertThat(Pauses.until(
                            LIMIT_MILLIS, () -> count(cluster, nodes.get(0)).equals("1")))
                    .isTrue();
        }
    }

    private static String status(MariadbCluster cluster, Node node) {
        try {
            return ask(
                    cluster,
                    node,
                    "SELECT variable_value FROM information_schema.global_status"
                            + " WHERE variable_name = 'wsrep_cluster_status'");
        } catch (SQLException notYet) {
            // Between two components it may answer nothing else.
            return String.valueOf(notYet.getMessage()).contains("WSREP has not yet") ? "non-Primary" : "";
        }
    }

    private static String count(MariadbCluster cluster, Node node) {
        try {
            return ask(cluster, node, "SELECT count(*) FROM kept");
        } catch (SQLException notYet) {
            return "";
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
