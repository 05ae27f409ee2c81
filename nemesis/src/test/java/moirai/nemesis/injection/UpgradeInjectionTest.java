package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.faults.Victims;
import org.junit.jupiter.api.Test;

/** An upgrade among other faults: once, of nodes that all run, and never given up halfway. */
class UpgradeInjectionTest {

    private final FakeCluster cluster = new FakeCluster(3);
    private final Site site = Site.of(cluster, false);

    private Injection upgrade() {
        return Injection.of(new Fault.Upgrade(), site);
    }

    private Injection kill(String node) {
        return Injection.of(new Fault.Kill(new Victims.Named(List.of(node))), site);
    }

    @Test
    void itIsHealedByItsCompletionAndDoneOnce() {
        Injection upgrade = upgrade();
        assertThat(upgrade.target()).isEqualTo("n1 n2 n3 from 1 to 2");
        upgrade.inject();
        upgrade.heal();
        upgrade.heal();

        assertThat(cluster.log()).containsExactly("begin upgrade", "complete upgrade");
        assertThat(upgrade.remainder()).isEmpty();
        assertThat(upgrade().isVain()).as("there is no other version").isTrue();
        assertThat(kill("n1").isVain()).isFalse();
    }

    @Test
    void nobodyBeginsOneWithANodeDownAndNoNodeIsKilledMeanwhile() {
        Injection kill = kill("n3");
        kill.inject();
        assertThat(upgrade().isVain()).isTrue();
        Injection other = kill("n1");
        assertThat(other.isVain()).as("what it did not get it gives back").isFalse();
        other.heal();
        kill.heal();

        Injection upgrade = upgrade();
        assertThat(upgrade.isVain()).isFalse();
        assertThat(kill("n2").isVain()).isTrue();
        upgrade.inject();
        assertThat(kill("n2").isVain()).as("until it is complete").isTrue();
        upgrade.heal();
        assertThat(kill("n2").isVain()).isFalse();
    }

    @Test
    void oneThatFailsIsCompletedAllTheSame() {
        cluster.failUpgrade();
        Injection upgrade = upgrade();
        assertThatThrownBy(upgrade::inject).hasMessage("no way");
        upgrade.heal();

        assertThat(cluster.log()).containsExactly("begin upgrade", "complete upgrade");
        assertThat(upgrade().isVain()).isTrue();
    }
}
