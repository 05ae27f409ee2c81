package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.Role;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.PostgresVersions;
import moirai.nemesis.postgres.Replication;
import moirai.nemesis.postgres.ServerVersion;
import moirai.nemesis.process.Pauses;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Upgrades of real servers, as a client sees them that goes on writing. Versions are fetched by Maven, once. */
@Timeout(240)
class UpgradeEffectsIT {

    private static final int PATIENCE_SECONDS = 30;

    private static PostgresCluster started(int nodes, Replication replication, String from, String to)
            throws SQLException {
        var versions = new PostgresVersions(ServerVersion.parse(from), ServerVersion.parse(to));
        var cluster = new PostgresCluster(new PostgresOptions(nodes, replication, 10, Map.of(), versions));
        try {
            cluster.start();
        } catch (ClusterException refused) {
            Assumptions.assumeFalse(refused.isRefusal(), "skipped: " + refused.getMessage());
            throw refused;
        }
        try (var probe = Probe.of(cluster)) {
            probe.execute("CREATE TABLE noted (id INT PRIMARY KEY, words TEXT DEFAULT 'none' NOT NULL)");
            probe.execute("CREATE INDEX ON noted (words)");
            probe.execute("CREATE TABLE keyless (id INT)");
        }
        return cluster;
    }

    private static List<String> shown(PostgresCluster cluster, String query) throws SQLException {
        var answers = new ArrayList<String>();
        for (int node = 0; node < cluster.nodes().size(); node++) {
            try (var probe = Probe.of(cluster, node, PATIENCE_SECONDS)) {
                answers.add(probe.ask(query));
            }
        }
        return answers;
    }

    /** Writes until it is over, at whichever node takes writes, and returns what was acknowledged. */
    private static Set<Integer> written(PostgresCluster cluster, AtomicBoolean isOver) {
        var acknowledged = new TreeSet<Integer>();
        int next = 0;
        while (!isOver.get()) {
            int primary = IntStream.range(0, cluster.nodes().size())
                    .filter(node -> cluster.nodes().get(node).role() == Role.PRIMARY)
                    .findFirst()
                    .orElse(0);
            try (var probe = Probe.of(cluster, primary, 2)) {
                while (!isOver.get()) {
                    next++;
                    probe.execute("INSERT INTO keyless VALUES (1); UPDATE keyless SET id = 2 WHERE id = 1;"
                            + " INSERT INTO noted VALUES (" + next + ")");
                    acknowledged.add(next);
                }
            } catch (SQLException down) {
                Pauses.brief();
            }
        }
        return acknowledged;
    }

    private static void upgrade(PostgresCluster cluster, List<String> between, List<String> after) throws Exception {
        var isOver = new AtomicBoolean();
        CompletableFuture<Set<Integer>> writing = CompletableFuture.supplyAsync(() -> written(cluster, isOver));
        Injection upgrade = Injection.of(new Fault.Upgrade(), Site.of(cluster, false));
        assertThat(upgrade.isVain()).isFalse();
        try {
            upgrade.inject();
            assertThat(cluster.nodes().stream()
                            .filter(node -> node.role() == Role.PRIMARY)
                            .toList())
                    .hasSize(1);
            for (int node = 0; node < between.size(); node++) {
                if (!between.get(node).isEmpty()) {
                    try (var probe = Probe.of(cluster, node, PATIENCE_SECONDS)) {
                        assertThat(probe.ask("SHOW server_version")).isEqualTo(between.get(node));
                    }
                }
            }
            Pauses.unlessInterrupted(Duration.ofSeconds(1));
            upgrade.heal();
            Pauses.unlessInterrupted(Duration.ofSeconds(1));
        } finally {
            isOver.set(true);
        }
        Set<Integer> acknowledged = writing.join();

        assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(PATIENCE_SECONDS))).isTrue();
        assertThat(shown(cluster, "SHOW server_version")).isEqualTo(after);
        assertThat(acknowledged).hasSizeGreaterThan(10);
        for (String there : shown(cluster, "SELECT string_agg(id::text, ',') FROM noted")) {
            assertThat(Set.of(there.split(",")))
                    .containsAll(acknowledged.stream().map(String::valueOf).collect(Collectors.toSet()));
        }
        assertThat(shown(cluster, "SELECT count(*) FROM keyless WHERE id = 1")).containsOnly("0");
        assertThat(shown(cluster, "SELECT count(*) FROM pg_indexes WHERE tablename = 'noted'"))
                .containsOnly("2");
        assertThat(shown(cluster, "SELECT words FROM noted LIMIT 1")).containsOnly("none");
        assertThat(Injection.of(new Fault.Upgrade(), Site.of(cluster, false)).isVain())
                .isTrue();
    }

    @Test
    void replicasAndThenThePrimaryGetAnotherMinorVersion() throws Exception {
        try (var cluster = started(3, Replication.SYNC, "18.0", "18.6")) {
            assertThat(shown(cluster, "SHOW server_version")).containsOnly("18.0");
            upgrade(cluster, List.of("18.0", "18.6", "18.6"), List.of("18.6", "18.6", "18.6"));
            assertThat(cluster.nodes().getFirst().role()).isEqualTo(Role.REPLICA);
        }
    }

    @Test
    void aSingleServerIsStartedAgainWithAnotherMinorVersion() throws Exception {
        try (var cluster = started(1, Replication.ASYNC, "17.4", "17.11")) {
            upgrade(cluster, List.of("17.4"), List.of("17.11"));
        }
    }

    @Test
    void aReplicaOfAnotherMajorVersionGetsTheRowsAndTakesThePlaceOfThePrimary() throws Exception {
        try (var cluster = started(3, Replication.SYNC, "17", "18")) {
            assertThat(shown(cluster, "SHOW server_version")).containsOnly("17.11");
            upgrade(cluster, List.of("17.11", "17.11", ""), List.of("18.6", "18.6", "18.6"));
            assertThat(cluster.nodes().getLast().role()).isEqualTo(Role.PRIMARY);
        }
    }
}
