package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers on disks of their own that lose their power. */
@Timeout(120)
class PowerLossIT {

    private static final Victims FIRST = new Victims.Named(List.of("n1"));

    private static final int COMMITS = 100;
    private static final int ATTEMPTS = 3;

    private static PostgresCluster start(Map<String, String> settings) throws SQLException {
        return start(new PostgresOptions(5, settings));
    }

    private static PostgresCluster start(PostgresOptions options) throws SQLException {
        var cluster = new PostgresCluster(options);
        Machines machines = cluster.machines().orElseThrow();
        Optional<String> lack = machines.lack(MachinePart.POWER);
        assumeTrue(lack.isEmpty(), () -> "skipped: needs " + lack.orElse(""));
        machines.expect(MachinePart.POWER);
        machines.expect(MachinePart.SPACE);
        cluster.start();
        try (var probe = Probe.of(cluster)) {
            probe.execute("CREATE TABLE noted (id INT, words TEXT)");
            // What the kernel writes back by itself sooner or later.
            assertThat(new ProcessBuilder(
                                    "sync", "-f", node(cluster).dataDirectory().toString())
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
        return cluster;
    }

    private static Node node(PostgresCluster cluster) {
        return cluster.nodes().getFirst();
    }

    /** Returns how many of some commits are left after a loss of power. */
    private static int left(PostgresCluster cluster) throws SQLException {
        var power = Injection.of(new Fault.PowerLoss(FIRST), Site.of(cluster, true));
        try (var probe = Probe.of(cluster)) {
            for (int i = 0; i < COMMITS; i++) {
                probe.execute("INSERT INTO noted VALUES (1, '')");
            }
            power.inject();
        }
        assertThat(node(cluster).state()).isEqualTo(Node.State.DEAD);
        assertThatExceptionOfType(SQLException.class).isThrownBy(() -> Probe.of(cluster, 2));
        power.heal();
        try (var probe = Probe.of(cluster)) {
            return Integer.parseInt(probe.ask("SELECT count(*) FROM noted"));
        }
    }

    @Test
    void whoSyncsLosesNothing() throws SQLException {
        try (var cluster = start(Map.of())) {
            assertThat(left(cluster)).isEqualTo(COMMITS);
        }
    }

    /** The server says that it committed, and the commit is lost, unless the kernel happened to write all back. */
    @Test
    void whoDoesNotSyncLosesWhatItHadAcknowledged() throws SQLException {
        int left = COMMITS;
        for (int attempt = 1; attempt <= ATTEMPTS && left == COMMITS; attempt++) {
            try (var cluster = start(Map.of("fsync", "off"))) {
                left = left(cluster);
            }
        }
        assertThat(left).isLessThan(COMMITS);
    }

    @Test
    void aReplicaAndADeposedPrimaryComeBackFromALossOfPower() throws SQLException {
        try (var cluster = start(PostgresOptions.replicated(2, Replication.ASYNC, 2))) {
            var site = Site.of(cluster, true);
            var replica = Injection.of(new Fault.PowerLoss(new Victims.Named(List.of("n2"))), site);
            replica.inject();
            replica.heal();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(20))).isTrue();

            var power = Injection.of(new Fault.PowerLoss(FIRST), site);
            power.inject();
            cluster.failover().orElseThrow().failOver();
            power.heal();

            assertThat(cluster.nodes()).extracting(Node::state).containsOnly(Node.State.RUNNING);
            assertThat(node(cluster).role()).isEqualTo(Node.Role.REPLICA);
        }
    }

    @Test
    void aDiskOfItsOwnCanBeReallyFullAndNothingOfItIsLeft() throws SQLException, IOException {
        Path disk;
        try (var cluster = start(Map.of())) {
            disk = node(cluster).dataDirectory();
            var full = Injection.of(new Fault.FullDisk(FIRST), Site.of(cluster, true));
            full.inject();
            assertThat(disk.toFile().getUsableSpace()).isLessThan(1 << 20);
            try (var probe = Probe.of(cluster)) {
                MachineEffectsIT.refusesToGrow(probe);
            }
            full.heal();
            try (var probe = Probe.of(cluster)) {
                probe.execute("INSERT INTO noted SELECT 4, repeat('x', 100) FROM generate_series(1, 2000)");
            }
            assertThat(Files.readString(Path.of("/proc/mounts"))).contains(instance(disk));
        }
        assertThat(disk).doesNotExist();
        assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(instance(disk));
    }

    /** Returns the cluster's directory, three levels above the data: disk, node, instance. */
    private static String instance(Path data) {
        return data.resolve("../../..").normalize().toString();
    }
}
