package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.ProxyLinks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three nodes, and etcd at n4. */
class QuorumLinksTest {

    private final ProxyLinks all = new ProxyLinks(List.of("n1", "n2", "n3", "n4"));
    private final QuorumLinks links = new QuorumLinks(all, 3);

    @AfterEach
    void close() {
        all.close();
    }

    @Test
    void etcdIsNoEndThatFaultsMeet() {
        assertThat(links.ends()).containsExactly(Links.CLIENTS, "n1", "n2", "n3");
    }

    @Test
    void whoReachesNoMajorityReachesNoEtcd() {
        links.cut("n1", "n2");
        assertThat(all.isCut("n1", "n4")).as("n1 and n3 are a majority").isFalse();
        links.cut("n3", "n1");

        assertThat(all.isCut("n1", "n4")).isTrue();
        assertThat(all.isCut("n2", "n4")).isFalse();
        assertThat(all.isCut("n3", "n4")).isFalse();
        links.heal("n3", "n1");
        assertThat(all.isCut("n1", "n4")).isFalse();
    }

    @Test
    void healingAllHealsTheWaysToEtcd() {
        links.cut("n1", "n2");
        links.cut("n1", "n3");
        links.healAll();

        assertThat(all.isCut("n1", "n4")).isFalse();
        links.cut("n1", "n3");
        assertThat(all.isCut("n1", "n4")).as("nothing is left of the first cut").isFalse();
    }

    /** A host that fails must not make the next heal cut a node off again. */
    @Test
    void aHealThatFailsIsNoReasonToCutAgain() {
        var host = new Unhealing();
        var failing = new QuorumLinks(host, 3);
        failing.cut("n1", "n2");
        failing.cut("n1", "n3");
        assertThat(host.cuts).contains(List.of("n1", "n4"));

        assertThatIllegalStateException().isThrownBy(failing::healAll);
        host.cuts.clear();
        failing.heal("n2", "n3");
        assertThat(host.cuts).isEmpty();
    }

    /** Links that cannot be healed all at once. */
    private static final class Unhealing implements Links {

        private final Set<List<String>> cuts = new HashSet<>();

        @Override
        public List<String> ends() {
            return List.of(CLIENTS, "n1", "n2", "n3", "n4");
        }

        @Override
        public void cut(String from, String to) {
            cuts.add(List.of(from, to));
        }

        @Override
        public void heal(String from, String to) {
            cuts.remove(List.of(from, to));
        }

        @Override
        public void delay(String from, String to, Duration delay, Duration jitter) {}

        @Override
        public boolean canLose() {
            return false;
        }

        @Override
        public void loss(String from, String to, double probability) {}

        @Override
        public void reset(String from, String to) {}

        @Override
        public void healAll() {
            throw new IllegalStateException("one host does not answer");
        }
    }
}
