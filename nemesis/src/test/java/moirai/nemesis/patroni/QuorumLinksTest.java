package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
