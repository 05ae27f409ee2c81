package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import moirai.nemesis.Cluster;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.FileDamage;
import moirai.nemesis.faults.Victims;
import moirai.nemesis.patroni.PatroniCluster;
import moirai.nemesis.patroni.PatroniOptions;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;
import moirai.nemesis.process.Pauses;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The effects of damaged files on real servers, as a client reads them. */
@Timeout(180)
class DamageEffectsIT {

    private static final int ROWS = 5_000;

    private static final int PATIENCE_SECONDS = 30;

    private static final Duration AGE = Duration.ofSeconds(2);

    private static PostgresCluster started(PostgresOptions options) throws SQLException {
        var cluster = new PostgresCluster(options);
        cluster.start();
        fill(cluster);
        return cluster;
    }

    private static void fill(Cluster cluster) throws SQLException {
        try (var probe = Probe.of(cluster)) {
            probe.execute("CREATE TABLE noted (id INT)");
            probe.execute("INSERT INTO noted SELECT * FROM generate_series(1, " + ROWS + ")");
        }
    }

    private static PostgresOptions checksums(String setting) {
        return new PostgresOptions(10, Map.of("data_checksums", setting));
    }

    private static Injection damage(PostgresCluster cluster, String node, FileDamage how) {
        return Injection.of(new Fault.Damage(new Victims.Named(List.of(node)), how, AGE, 11), Site.of(cluster, false));
    }

    private static int count(Cluster cluster, int node) throws SQLException {
        try (var probe = Probe.of(cluster, node, PATIENCE_SECONDS)) {
            return Integer.parseInt(probe.ask("SELECT count(*) FROM noted"));
        }
    }

    @Test
    void aServerWithChecksumsFindsFlippedBitsAndASingleOneKeepsThem() throws Exception {
        try (var cluster = started(checksums("on"))) {
            var damage = damage(cluster, "n1", FileDamage.BIT_FLIPS);
            damage.inject();

            assertThat(damage.target()).matches("n1 bit-flips: \\d+ in base/\\d+/\\d+");
            for (int heals = 0; heals < 2; heals++) {
                assertThatExceptionOfType(SQLException.class)
                        .isThrownBy(() -> count(cluster, 0))
                        .withMessageContaining("invalid page in block")
                        .returns("XX001", SQLException::getSQLState);
                damage.heal();
            }
            assertThat(cluster.nodes().getFirst().log()).content().contains("invalid page in block");
            assertThat(damage.remainder()).isPresent();
        }
    }

    /** A page of zeros passes for one that was never used, with checksums as well, and so does a shorter file. */
    @Test
    void rowsOfPagesThatAreZeroOrGoneAreMissingWithoutAnError() throws Exception {
        for (String setting : List.of("on", "off")) {
            try (var cluster = started(checksums(setting))) {
                try (var probe = Probe.of(cluster)) {
                    assertThat(probe.ask("SHOW data_checksums")).isEqualTo(setting);
                }
                int before = ROWS;
                for (FileDamage how : List.of(FileDamage.ZEROED_PAGE, FileDamage.TRUNCATION)) {
                    var damage = damage(cluster, "n1", how);
                    damage.inject();
                    int after = count(cluster, 0);
                    assertThat(after).as(damage.target()).isBetween(1, before - 100);
                    damage.heal();
                    assertThat(count(cluster, 0)).isEqualTo(after);
                    before = after;
                }
                assertThat(cluster.nodes().getFirst().log()).content().doesNotContain("invalid page");
            }
        }
    }

    @Test
    void withoutChecksumsFlippedBitsAreRead() throws Exception {
        try (var cluster = started(checksums("off"))) {
            String all = "SELECT coalesce(sum(id), 0)::text || ' ' || count(*) FROM noted";
            String before;
            try (var probe = Probe.of(cluster)) {
                before = probe.ask(all);
            }
            damage(cluster, "n1", FileDamage.BIT_FLIPS).inject();
            try (var probe = Probe.of(cluster)) {
                assertThat(probe.ask(all)).isNotEqualTo(before);
            }
        }
    }

    @Test
    void anOldFileHasLostWhatWasAcknowledgedSince() throws Exception {
        try (var cluster = started(checksums("on"))) {
            var damage = damage(cluster, "n1", FileDamage.OLD_SNAPSHOT);
            var isOver = new AtomicBoolean();
            CompletableFuture<Integer> acknowledged = CompletableFuture.supplyAsync(() -> inserted(cluster, isOver));
            damage.inject();
            isOver.set(true);
            int all = ROWS + acknowledged.join();

            assertThat(damage.target()).endsWith(" as 2000 ms before");
            assertThat(count(cluster, 0)).isBetween(ROWS, all - 1);
        }
    }

    /** Inserts rows until it is over, and returns how many were acknowledged. */
    private static int inserted(PostgresCluster cluster, AtomicBoolean isOver) {
        int acknowledged = 0;
        while (!isOver.get()) {
            try (var probe = Probe.of(cluster, 2)) {
                while (!isOver.get()) {
                    probe.execute("INSERT INTO noted VALUES (0)");
                    acknowledged++;
                }
            } catch (SQLException down) {
                Pauses.brief();
            }
        }
        return acknowledged;
    }

    /** Whatever was in its directory is gone, and what was acknowledged while it was away is there. */
    @Test
    void aMemberThatLeavesComesBackAsANewOne() throws Exception {
        try (var cluster = started(PostgresOptions.replicated(2, Replication.ASYNC, 10))) {
            Node replica = cluster.nodes().get(1);
            Path old = Files.createFile(replica.dataDirectory().resolve("old"));
            var both = new Victims.Named(List.of("n1", "n2"));
            var member = Injection.of(new Fault.Member(both), Site.of(cluster, false));
            member.inject();

            assertThat(member.target()).isEqualTo("n2");
            assertThat(replica.state()).isEqualTo(Node.State.DEAD);
            try (var probe = Probe.of(cluster)) {
                probe.execute("INSERT INTO noted VALUES (0)");
            }
            member.heal();
            assertThat(old).doesNotExist();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(PATIENCE_SECONDS)))
                    .isTrue();
            assertThat(count(cluster, 1)).isEqualTo(ROWS + 1);
        }
    }

    /** Patroni copies the primary to a member whose data are gone, whichever it was. */
    @Test
    void aMemberOfPatroniLeavesAndAnotherIsDamagedAndBothComeBackAsCopies() throws Exception {
        PatroniCluster.problem().ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
        try (var cluster = new PatroniCluster(new PatroniOptions(2, Replication.ASYNC, 5, Map.of()))) {
            cluster.start();
            fill(cluster);
            Node replica = cluster.nodes().get(1);
            Path old = Files.createFile(replica.dataDirectory().resolve("old"));
            var member =
                    Injection.of(new Fault.Member(new Victims.Named(List.of("n1", "n2"))), Site.of(cluster, false));
            member.inject();
            assertThat(replica.state()).isEqualTo(Node.State.DEAD);
            member.heal();
            assertThat(old).doesNotExist();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(PATIENCE_SECONDS)))
                    .isTrue();
            assertThat(count(cluster, 1)).isEqualTo(ROWS);

            var damage = Injection.of(
                    new Fault.Damage(new Victims.Named(List.of("n2")), FileDamage.TRUNCATION, AGE, 11),
                    Site.of(cluster, false));
            damage.inject();
            assertThat(count(cluster, 1)).as(damage.target()).isLessThan(ROWS);
            damage.heal();
            assertThat(damage.remainder()).isEmpty();
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(PATIENCE_SECONDS)))
                    .isTrue();
            assertThat(count(cluster, 1)).isEqualTo(ROWS);
        }
    }

    @Test
    void aReplicaAndThenThePrimaryBecomeCopiesOfTheOther() throws Exception {
        try (var cluster = started(PostgresOptions.replicated(2, Replication.ASYNC, 10))) {
            assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(PATIENCE_SECONDS)))
                    .isTrue();
            List<Node> nodes = cluster.nodes();
            for (int node : new int[] {1, 0}) {
                var damage = damage(cluster, nodes.get(node).name(), FileDamage.TRUNCATION);
                damage.inject();
                assertThat(count(cluster, node)).as(damage.target()).isLessThan(ROWS);
                assertThat(count(cluster, 1 - node)).isEqualTo(ROWS);
                damage.heal();

                assertThat(damage.remainder()).isEmpty();
                assertThat(cluster.awaitCaughtUp(Duration.ofSeconds(PATIENCE_SECONDS)))
                        .isTrue();
                assertThat(count(cluster, node)).isEqualTo(ROWS);
            }
            assertThat(nodes.get(0).role()).isEqualTo(Node.Role.REPLICA);
            assertThat(nodes.get(1).role()).isEqualTo(Node.Role.PRIMARY);
        }
    }
}
