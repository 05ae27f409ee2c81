package moirai.nemesis.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import moirai.nemesis.ClusterException;
import moirai.nemesis.network.Way;
import org.junit.jupiter.api.Test;

class SharedLinksTest {

    private static final Way WAY = new Way("n1", "n2");

    private final FakeCluster cluster = new FakeCluster(3);
    private final SharedLinks links = new SharedLinks(cluster);

    @Test
    void aWayThatTwoFaultsCutIsOpenWhenBothAreHealed() {
        SharedLinks.Hold one = links.hold();
        SharedLinks.Hold other = links.hold();
        one.set(WAY, Condition.CUT);
        other.set(WAY, Condition.CUT);

        one.letGo();
        one.letGo();
        assertThat(cluster.wrong()).containsExactly("cut n1 n2");

        other.letGo();
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void aSlowWayStaysAsSlowAsTheFaultsThatAreLeftWantIt() {
        SharedLinks.Hold slow = links.hold();
        SharedLinks.Hold slower = links.hold();
        slow.set(WAY, Condition.slow(Duration.ofMillis(10), Duration.ZERO));
        slower.set(WAY, Condition.slow(Duration.ofMillis(200), Duration.ofMillis(100)));

        slower.letGo();
        assertThat(cluster.wrong()).containsExactly("slow n1 n2");
        assertThat(cluster.log()).last().asString().isEqualTo("delay n1 n2 10");

        slow.letGo();
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void whatIsOpenedForGoodIsHeldByNobody() {
        SharedLinks.Hold hold = links.hold();
        hold.set(WAY, Condition.CUT);
        links.openAll();
        assertThat(cluster.wrong()).isEmpty();

        links.hold().set(WAY, Condition.CUT);
        hold.letGo();
        assertThat(cluster.wrong()).containsExactly("cut n1 n2");
    }

    @Test
    void aWayWhoseHealingFailedIsStillToBeHealed() {
        var failing = new FailingLinks(cluster);
        var shared = new SharedLinks(failing);
        SharedLinks.Hold hold = shared.hold();
        hold.set(WAY, Condition.CUT);

        failing.failOnce();
        assertThatThrownBy(hold::letGo).isInstanceOf(ClusterException.class);
        assertThat(cluster.wrong()).containsExactly("cut n1 n2");

        hold.letGo();
        assertThat(cluster.wrong()).isEmpty();
    }

    @Test
    void aCutThatFailedAfterItWasMadeIsHealed() {
        var failing = new FailingLinks(cluster);
        var shared = new SharedLinks(failing);
        SharedLinks.Hold hold = shared.hold();
        failing.failOnceAfterTheCut();

        assertThatThrownBy(() -> hold.set(WAY, Condition.CUT)).isInstanceOf(ClusterException.class);
        assertThat(cluster.wrong()).containsExactly("cut n1 n2");

        hold.letGo();
        assertThat(cluster.wrong()).isEmpty();
    }
}
