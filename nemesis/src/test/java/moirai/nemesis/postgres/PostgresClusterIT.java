package moirai.nemesis.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node;
import moirai.nemesis.process.ProcessTree;
import org.junit.jupiter.api.Test;

class PostgresClusterIT {

    @Test
    void serverAnswersWithTheAskedSettings() throws SQLException {
        try (var cluster = new PostgresCluster(new PostgresOptions(200, Map.of("work_mem", "7MB")))) {
            cluster.start();

            assertThat(ask(cluster, "SHOW work_mem")).isEqualTo("7MB");
            assertThat(ask(cluster, "SHOW max_connections")).isEqualTo("220");
            assertThat(ask(cluster, "SHOW deadlock_timeout")).isEqualTo("50ms");
            assertThat(ask(cluster, "SELECT version()")).startsWith("PostgreSQL 18.6");
            assertThat(cluster.describe()).startsWith("PostgreSQL 18.6, one server on 127.0.0.1:");
        }
    }

    @Test
    void nodeIsTheServerThatAnswers() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            assertThat(cluster.nodes()).isEmpty();
            cluster.start();

            var node = cluster.nodes().getFirst();

            assertThat(cluster.nodes()).hasSize(1);
            assertThat(ask(cluster, "SHOW data_directory"))
                    .isEqualTo(node.dataDirectory().toString());
            assertThat(node.url()).isEqualTo(cluster.url()).endsWith(":" + ask(cluster, "SHOW port") + "/postgres");
            assertThat(node.state()).isEqualTo(Node.State.RUNNING);
            assertThat(node.role()).isEqualTo(Node.Role.PRIMARY);
            // Those that serve a connection come and go.
            assertThat(node.pids().stream().filter(pid -> ProcessHandle.of(pid).isPresent()))
                    .hasSizeGreaterThan(3);
            assertThat(node.log()).content().contains("database system is ready");
        }
    }

    @Test
    void closedClusterLeavesNeitherProcessNorFile() {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(1));
        cluster.start();
        var node = cluster.nodes().getFirst();
        var pids = node.pids();

        cluster.close();
        cluster.close();

        assertThat(cluster.nodes()).isEmpty();
        assertThat(pids)
                .isNotEmpty()
                .allSatisfy(pid -> assertThat(ProcessHandle.of(pid)).isEmpty());
        assertThat(instance(node)).doesNotExist();
    }

    @Test
    void stoppedClusterKeepsItsDataAndStartsAgain() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            cluster.start();
            execute(cluster, "CREATE TABLE kept AS SELECT 42 AS answer");

            cluster.stop();
            cluster.stop();

            assertThat(cluster.nodes()).extracting(Node::state).containsExactly(Node.State.DEAD);
            cluster.start();
            cluster.start();
            assertThat(ask(cluster, "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    /** A commit that was acknowledged survives the death of the server, although nothing is flushed to the disk. */
    @Test
    void killedServerStartsAgainWithItsCommits() throws SQLException {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            cluster.start();
            execute(cluster, "CREATE TABLE kept AS SELECT 42 AS answer");
            var node = cluster.nodes().getFirst();
            var killed = node.pids();

            node.kill();
            node.kill();
            assertThat(node.state()).isEqualTo(Node.State.DEAD);
            assertThat(node.pids()).isEmpty();
            assertThat(killed).isNotEmpty().allMatch(ProcessTree::isGone);
            node.start();
            node.start();

            assertThat(node.pids()).isNotEmpty().doesNotContainAnyElementsOf(killed);
            assertThat(ask(cluster, "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void deadServerLeavesNoSharedMemory() throws IOException {
        long killed;
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            cluster.start();
            killed = cluster.nodes().getFirst().pids().getFirst();
            assertThat(segmentsOf(killed)).hasSize(1);

            cluster.nodes().getFirst().kill();
        }

        assertThat(segmentsOf(killed)).isEmpty();
    }

    private static List<String> segmentsOf(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/sysvipc/shm")).stream()
                .filter(line -> line.contains(" " + pid + " "))
                .toList();
    }

    @Test
    void twoClustersAtOnceAreStrangers() throws SQLException {
        try (var first = new PostgresCluster(PostgresOptions.forSessions(1));
                var second = new PostgresCluster(PostgresOptions.forSessions(1))) {
            first.start();
            second.start();
            execute(first, "CREATE TABLE mine AS SELECT 1 AS answer");

            assertThat(ask(second, "SELECT count(*) FROM pg_class WHERE relname = 'mine'"))
                    .isEqualTo("0");
            assertThat(first.url()).isNotEqualTo(second.url());
            first.stop();
            assertThat(ask(second, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void strangersAreAskedForThePassword() {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            cluster.start();

            assertThatThrownBy(() -> DriverManager.getConnection(cluster.url(), cluster.user(), "guess")
                            .close())
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void refusedSettingIsNamedAndNothingIsLeft() {
        try (var cluster = new PostgresCluster(new PostgresOptions(1, Map.of("shared_buffers", "a lot")))) {
            assertThatThrownBy(cluster::start)
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("shared_buffers")
                    .hasMessageContaining("a lot");
            assertThat(cluster.nodes()).isEmpty();
            assertThatThrownBy(cluster::url).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void settingsThatTheClusterDecidesAreRefused() {
        assertThatThrownBy(() -> new PostgresOptions(1, Map.of("port", "5432")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("port");
        assertThatThrownBy(() -> new PostgresOptions(1, Map.of("no name", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no name");
        assertThatThrownBy(() -> new PostgresOptions(1, Map.of("work_mem", "1MB\nport = 1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("work_mem");
        assertThatThrownBy(() -> PostgresOptions.forSessions(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void quotesInSettingsAreDoubled() {
        assertThat(new PostgresOptions(1, Map.of("log_line_prefix", "it's %p")).configuration())
                .contains("log_line_prefix = 'it''s %p'\n");
    }

    @Test
    void otherPlatformsAreToldWhatToDo() {
        assertThatThrownBy(() -> PostgresBinaries.archive("Mac OS X", "aarch64"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("mac os x aarch64")
                .hasMessageContaining("--url");
        assertThatThrownBy(() -> PostgresBinaries.archive("Linux", "aarch64"))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("linux aarch64");
        assertThat(PostgresBinaries.archive("Linux", "amd64")).isNotNull();
    }

    @Test
    void filesAreClosedToOtherUsers() throws Exception {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            cluster.start();

            assertThat(Files.getPosixFilePermissions(cluster.nodes().getFirst().dataDirectory()))
                    .hasSize(3);
        }
    }

    private static Path instance(Node node) {
        return Objects.requireNonNull(
                Objects.requireNonNull(node.dataDirectory().getParent()).getParent());
    }

    static String ask(PostgresCluster cluster, String query) throws SQLException {
        try (var connection = DriverManager.getConnection(cluster.url(), cluster.user(), cluster.password());
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void execute(PostgresCluster cluster, String command) throws SQLException {
        try (var connection = DriverManager.getConnection(cluster.url(), cluster.user(), cluster.password());
                var statement = connection.createStatement()) {
            statement.execute(command);
        }
    }
}
