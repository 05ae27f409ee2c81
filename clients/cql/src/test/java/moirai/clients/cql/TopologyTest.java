package moirai.clients.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TopologyTest {

    private static final Topology NODE = node("shop", "east", "1", "2");

    private static Topology node(String name, String center, String... hosts) {
        return new Topology(name, center, new TreeMap<>(), List.of(hosts));
    }

    /** One may have heard of a node that joins before the other has. */
    @Test
    void nodesThatKnowANodeInCommonAreNeighbours() {
        assertThat(NODE.difference(node("shop", "east", "2", "3"))).isEmpty();
    }

    @Test
    void nodesOfTwoDatacentersDiffer() {
        assertThat(NODE.difference(node("shop", "west", "1", "2")))
                .contains(new Topology.Difference("in datacenter 'east'", "in datacenter 'west'"));
    }

    @Test
    void nodesOfTwoClustersDifferAlsoIfTheseHaveOneName() {
        assertThat(NODE.difference(node("till", "east", "1", "2"))).isPresent();
        assertThat(NODE.difference(node("shop", "east", "3", "4")))
                .contains(new Topology.Difference(
                        "in cluster 'shop' of 2 nodes, the first of which has id 1",
                        "in cluster 'shop' of 2 nodes, the first of which has id 3"));
    }
}
