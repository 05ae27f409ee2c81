package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.FileDamage;
import moirai.nemesis.faults.Victims;
import org.junit.jupiter.api.Test;

/** The end of damage: a copy of another node, or none. */
class DamageInjectionTest {

    private static Injection damage(FakeCluster cluster, Victims victims) {
        return Injection.of(
                new Fault.Damage(victims, FileDamage.TRUNCATION, Duration.ofSeconds(1), 7), Site.of(cluster, false));
    }

    private static Victims named(String... nodes) {
        return new Victims.Named(List.of(nodes));
    }

    @Test
    void aNodeIsDamagedWhileItIsDownAndBecomesACopyLater() {
        var cluster = new FakeCluster(3);
        Injection damage = damage(cluster, named("n2"));
        damage.inject();

        assertThat(cluster.log()).containsExactly("kill n2", "start n2");
        assertThat(damage.target()).startsWith("n2 truncation: 1 of 1 pages of ");
        String injected = damage.target();
        damage.heal();
        damage.heal();
        assertThat(cluster.log()).containsOnlyOnce("renew n2");
        assertThat(damage.remainder()).isEmpty();
        assertThat(damage.target()).as("by which the history pairs its events").isEqualTo(injected);
    }

    @Test
    void aSingleNodeKeepsItsDamage() throws Exception {
        var cluster = new FakeCluster(1);
        Injection damage = damage(cluster, named("n1"));
        damage.inject();
        damage.heal();

        assertThat(cluster.log()).doesNotContain("renew n1");
        assertThat(damage.remainder()).hasValueSatisfying(why -> assertThat(why).contains("copy of another node"));
        assertThat(damage.isRestart()).isFalse();
        assertThat(cluster.wrong()).isEmpty();
    }

    /** Where there is no copy, a run without any server would show nothing. */
    @Test
    void aSingleNodeThatDoesNotStartGetsItsFilesBack() throws Exception {
        var cluster = new FakeCluster(1);
        Injection damage = damage(cluster, named("n1"));
        cluster.failStarts(1);

        assertThatThrownBy(damage::inject)
                .hasMessage("it did not start with damaged files, which were put back: n1 does not start");
        assertThat(cluster.nodes().getFirst().state()).isEqualTo(Node.State.RUNNING);
        damage.heal();
        assertThat(damage.remainder()).as("nothing is left").isEmpty();
        assertThat(Files.readString(cluster.table().orElseThrow())).isEqualTo("x");
    }

    @Test
    void aNodeThatDoesNotStartIsDownUntilItIsACopy() {
        var cluster = new FakeCluster(2);
        Injection damage = damage(cluster, named("n2"));
        cluster.failStarts(1);
        damage.inject();

        assertThat(damage.target()).endsWith("; it does not start any more: n2 does not start");
        assertThat(cluster.nodes().get(1).state()).isEqualTo(Node.State.DEAD);
        damage.heal();
        assertThat(cluster.nodes().get(1).state()).isEqualTo(Node.State.RUNNING);
        assertThat(cluster.log()).contains("renew n2");
    }

    /** Of several primaries, as Galera has, another one has to keep what the first had. */
    @Test
    void oneNodeAloneIsDamaged() {
        var cluster = new FakeCluster(3);
        damage(cluster, named("n1", "n2", "n3")).inject();

        assertThat(cluster.log()).containsExactly("kill n1", "start n1");
    }

    @Test
    void noDamageIsDoneToANodeThatIsDown() {
        var cluster = new FakeCluster(3);
        cluster.nodes().get(1).kill();

        assertThat(damage(cluster, named("n2")).isVain()).isTrue();
    }
}
