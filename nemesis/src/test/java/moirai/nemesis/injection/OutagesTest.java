package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that affect the same node at the same time. */
class OutagesTest {

    private static final Victims FIRST = new Victims.Named(List.of("n1"));
    private static final Fault KILL = new Fault.Kill(FIRST);

    private final FakeCluster cluster = new FakeCluster(3);
    private final Site site = Site.of(cluster, true);

    private Injection injection(Fault fault) {
        return Injection.of(fault, site);
    }

    static Stream<Fault> deadly() {
        return Stream.of(
                KILL,
                new Fault.Restart(FIRST),
                new Fault.PowerLoss(FIRST),
                new Fault.FullDisk(FIRST),
                new Fault.BrokenDisk(FIRST, Fault.BrokenDisk.ALWAYS));
    }

    @ParameterizedTest
    @MethodSource("deadly")
    void whatIsHealedBesideAKillLeavesTheNodeDead(Fault fault) {
        Injection kill = injection(KILL);
        Injection other = injection(fault);
        other.inject();
        kill.inject();

        other.heal();
        other.heal();
        assertThat(cluster.wrong()).containsExactly("dead n1");
        assertThat(cluster.log()).noneMatch(done -> done.startsWith("start"));

        kill.heal();
        assertThat(cluster.wrong()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("deadly")
    void whatIsHealedBesideALossOfPowerDoesNotRestoreThePower(Fault fault) {
        Injection power = injection(new Fault.PowerLoss(FIRST));
        Injection other = injection(fault);
        other.inject();
        power.inject();

        other.heal();
        assertThat(cluster.wrong()).contains("dead n1");

        power.heal();
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void aDeposedPrimaryThatWasKilledBeforeStaysDeadUntilTheKillIsHealed() {
        Injection kill = injection(KILL);
        kill.inject();
        Injection failover = injection(new Fault.Failover(Duration.ZERO));
        failover.inject();

        failover.heal();
        assertThat(cluster.wrong()).containsExactly("dead n1");

        kill.heal();
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void aStartThatFailedIsTriedAgain() {
        Injection kill = injection(KILL);
        kill.inject();
        cluster.failStarts(1);

        assertThatExceptionOfType(ClusterException.class).isThrownBy(kill::heal);
        kill.heal();
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void whatIsHealedForGoodIsKeptDownByNobody() {
        Injection forgotten = injection(KILL);
        forgotten.inject();
        site.healAll();
        assertThat(cluster.wrong()).isEmpty();

        Injection kill = injection(KILL);
        kill.inject();
        kill.heal();
        assertThat(cluster.wrong()).isEmpty();
    }
}
