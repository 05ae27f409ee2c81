package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.nemesis.MachinePart;
import moirai.nemesis.Machines;
import moirai.nemesis.Node;
import moirai.nemesis.Skew;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The effects of a failing machine on a real server, measured by a client of it. Nothing of a failure is left. */
@Timeout(120)
class MachineEffectsIT {

    private static final PostgresCluster CLUSTER = new PostgresCluster(new PostgresOptions(10, Map.of()));
    /** The delay of a slow disk; a disk that is only busy is faster now and then. */
    private static final long SLOW_MILLIS = 400;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int ATTEMPTS = 20;

    private static final long SOON_NANOS = 50_000_000;

    private static final Victims FIRST = new Victims.Named(List.of("n1"));
    private static final List<MachinePart> PARTS =
            List.of(MachinePart.CLOCK, MachinePart.DISK, MachinePart.SPACE, MachinePart.CPU);

    @BeforeAll
    static void start() throws SQLException {
        Machines machines = CLUSTER.machines().orElseThrow();
        PARTS.stream().filter(part -> machines.lack(part).isEmpty()).forEach(machines::expect);
        CLUSTER.start();
        try (var probe = Probe.of(CLUSTER)) {
            probe.execute("CREATE TABLE noted (id INT, words TEXT)");
        }
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    @AfterEach
    void nothingIsLeft() throws SQLException {
        Site.of(CLUSTER, true).healAll();
        try (var probe = Probe.of(CLUSTER)) {
            assertThat(ahead(probe)).isBetween(-1_000L, 1_000L);
            assertThat(fastest(probe, "INSERT INTO noted VALUES (0, '')")).isLessThan(SLOW_MILLIS);
        }
    }

    private static Injection injection(MachinePart part, Fault fault) {
        Optional<String> lack = CLUSTER.machines().orElseThrow().lack(part);
        assumeTrue(lack.isEmpty(), () -> "skipped: needs " + lack.orElse(""));
        return Injection.of(fault, Site.of(CLUSTER, true));
    }

    @Test
    void aClockThatJumpsIsWrongForOldAndNewProcessesUntilItIsMended() throws SQLException {
        var skew = new Skew.Jump(Duration.ofMinutes(-5));
        var clock = injection(MachinePart.CLOCK, new Fault.Clock(FIRST, skew));
        try (var probe = Probe.of(CLUSTER)) {
            clock.inject();

            assertThat(clock.target()).isEqualTo("n1 by -300000 ms");
            assertThat(ahead(probe)).isBetween(-300_100L, -299_000L);
            node().kill();
            node().start();
        }
        try (var probe = Probe.of(CLUSTER)) {
            assertThat(ahead(probe)).isBetween(-300_100L, -299_000L);
            assertThat(probe.millis("SELECT pg_sleep(0.1)"))
                    .as("what is measured is right")
                    .isBetween(90L, 2_000L);
            clock.heal();
            assertThat(ahead(probe)).isBetween(-1_000L, 1_000L);
        }
    }

    @Test
    void aClockThatStrobesShowsTwoTimes() throws SQLException {
        var skew = new Skew.Strobe(Duration.ofSeconds(60), Duration.ofMillis(20));
        var clock = injection(MachinePart.CLOCK, new Fault.Clock(FIRST, skew));
        try (var probe = Probe.of(CLUSTER)) {
            clock.inject();
            int wrong = 0;
            int right = 0;
            long end = System.nanoTime() + 1_000_000_000;
            while (System.nanoTime() < end && (wrong == 0 || right == 0)) {
                if (probe.aheadMillis() > 30_000) {
                    wrong++;
                } else {
                    right++;
                }
            }
            clock.heal();

            assertThat(wrong).isPositive();
            assertThat(right).isPositive();
        }
    }

    @Test
    void aClockThatDriftsIsMoreAndMoreWrong() throws SQLException {
        var clock = injection(MachinePart.CLOCK, new Fault.Clock(FIRST, new Skew.Drift(500_000)));
        try (var probe = Probe.of(CLUSTER)) {
            clock.inject();
            long early = probe.aheadMillis();
            probe.execute("SELECT pg_sleep(0.4)");
            long late = probe.aheadMillis();
            clock.heal();

            assertThat(late - early).isGreaterThan(150);
        }
    }

    @Test
    void aSlowDiskHoldsUpCommitsAndNoReads() throws SQLException {
        var disk = injection(MachinePart.DISK, new Fault.SlowDisk(FIRST, Duration.ofMillis(SLOW_MILLIS)));
        try (var probe = Probe.of(CLUSTER)) {
            disk.inject();
            assertThat(probe.millis("INSERT INTO noted VALUES (1, '')")).isBetween(SLOW_MILLIS, 20_000L);
            assertThat(fastest(probe, "SELECT count(*) FROM noted")).isLessThan(SLOW_MILLIS);
            disk.heal();
        }
    }

    @Test
    void aDiskThatFailsKillsTheServerWhichComesBackWithAllItHadAcknowledged() throws SQLException {
        var disk = injection(MachinePart.DISK, new Fault.BrokenDisk(FIRST, Fault.BrokenDisk.ALWAYS));
        try (var probe = Probe.of(CLUSTER)) {
            probe.execute("INSERT INTO noted VALUES (2, '')");
            disk.inject();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> probe.execute("INSERT INTO noted VALUES (3, '')"))
                    .withMessageContaining("Input/output error");
        }
        assertThat(refusesConnections()).isTrue();
        disk.heal();
        try (var probe = Probe.of(CLUSTER)) {
            assertThat(probe.ask("SELECT count(*) FROM noted WHERE id = 2")).isEqualTo("1");
        }
    }

    /**
     * Chance decides which calls fail. The server may die of the first, and then of others for as long as it tries to
     * recover, so the disk fails several times, until commits were both acknowledged and refused meanwhile.
     */
    @Test
    void aDiskThatFailsNowAndThenRefusesSomeWritesAndNoneWhenItIsMended() throws SQLException {
        int acknowledged = 0;
        int refused = 0;
        for (int round = 0; round < ATTEMPTS && (acknowledged == 0 || refused == 0); round++) {
            var disk = injection(MachinePart.DISK, new Fault.BrokenDisk(FIRST, 5));
            assertThat(disk.target()).isEqualTo("n1 failing in 5 % of writes and syncs");
            disk.inject();
            long end = System.nanoTime() + PATIENCE.toNanos();
            boolean isRefused = false;
            while (System.nanoTime() < end && !isRefused) {
                try (var probe = Probe.of(CLUSTER, 2)) {
                    probe.execute("INSERT INTO noted VALUES (5, '')");
                    acknowledged++;
                } catch (SQLException failed) {
                    refused++;
                    isRefused = true;
                }
            }
            assertThat(node().log()).content().contains("Input/output error");
            disk.heal();
        }

        assertThat(acknowledged).isPositive();
        assertThat(refused).isPositive();
        try (var probe = Probe.of(CLUSTER)) {
            assertThat(Integer.parseInt(probe.ask("SELECT count(*) FROM noted WHERE id = 5")))
                    .isGreaterThanOrEqualTo(acknowledged);
            for (int i = 0; i < ATTEMPTS; i++) {
                probe.execute("INSERT INTO noted VALUES (6, '')");
            }
        }
    }

    /** The server lets others in until it has noticed that a process of its own has ended. */
    private static boolean refusesConnections() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            try (var probe = Probe.of(CLUSTER, 2)) {
                probe.ask("SELECT 1");
            } catch (SQLException refused) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aFullDiskRefusesToGrowAndIsReadStill() throws SQLException {
        var full = injection(MachinePart.SPACE, new Fault.FullDisk(FIRST));
        full.inject();
        try (var probe = Probe.of(CLUSTER)) {
            refusesToGrow(probe);
            probe.execute("SELECT count(*) FROM noted");
        }
        full.heal();
        try (var probe = Probe.of(CLUSTER)) {
            probe.execute("INSERT INTO noted SELECT 4, repeat('x', 100) FROM generate_series(1, 2000)");
        }
    }

    static void refusesToGrow(Probe probe) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() ->
                        probe.execute("INSERT INTO noted SELECT 4, repeat('x', 100) FROM generate_series(1, 2000)"))
                .withMessageContaining("No space left on device")
                .returns("53100", SQLException::getSQLState);
    }

    /** A server that stands still most of the time is neither paused nor dead. */
    @Test
    void aStarvedServerStandsStillNowAndThenAndIsUp() throws SQLException {
        var hunger = injection(MachinePart.CPU, new Fault.Starve(FIRST, 10));
        try (var probe = Probe.of(CLUSTER)) {
            hunger.inject();
            long slowest = 0;
            long end = System.nanoTime() + 1_500_000_000;
            while (System.nanoTime() < end) {
                slowest = Math.max(slowest, probe.millis("SELECT 1"));
            }
            assertThat(node().state()).isEqualTo(Node.State.RUNNING);
            hunger.heal();

            assertThat(slowest).isBetween(200L, 10_000L);
        }
    }

    @Test
    void starvationDoesNotWakeAPausedServer() throws Exception {
        var hunger = injection(MachinePart.CPU, new Fault.Starve(FIRST, 50));
        var pause = Injection.of(new Fault.Pause(FIRST), Site.of(CLUSTER, true));
        try (var probe = Probe.of(CLUSTER, 1)) {
            hunger.inject();
            pause.inject();
            hunger.heal();

            assertThat(node().state()).isEqualTo(Node.State.PAUSED);
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> probe.execute("SELECT 1"));
            pause.heal();
            assertThat(node().state()).isEqualTo(Node.State.RUNNING);
        }
    }

    private static Node node() {
        return CLUSTER.nodes().getFirst();
    }

    /** Returns the fastest of some tries, as few as are needed to find one that is not slow. */
    private static long fastest(Probe probe, String statement) throws SQLException {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && best >= SLOW_MILLIS; i++) {
            best = Math.min(best, probe.millis(statement));
        }
        return best;
    }

    /** Returns how far the server's clock is ahead of ours, in milliseconds, by the fastest answer. */
    private static long ahead(Probe probe) throws SQLException {
        long ahead = 0;
        long soonest = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && soonest > SOON_NANOS; i++) {
            long began = System.nanoTime();
            long now = probe.aheadMillis();
            long took = System.nanoTime() - began;
            if (took < soonest) {
                soonest = took;
                ahead = now;
            }
        }
        return ahead;
    }
}
