package moirai.nemesis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.nemesis.network.Way;
import org.junit.jupiter.api.Test;

class PartitionShapeTest {

    private static final List<String> THREE = List.of("n1", "n2", "n3");

    @Test
    void anIsolatedNodeReachesNobodyAndIsReachedByNobody() {
        assertThat(PartitionShape.ISOLATED.ways(THREE, List.of("n2")))
                .extracting(Way::toString)
                .containsExactlyInAnyOrder("n1→n2", "n3→n2", "n2→n1", "n2→n3");
    }

    @Test
    void oneWayTheNodeHearsNobodyAndIsHeard() {
        assertThat(PartitionShape.ONE_WAY.ways(THREE, List.of("n1")))
                .extracting(Way::toString)
                .containsExactlyInAnyOrder("n2→n1", "n3→n1");
    }

    @Test
    void ifAllAreIsolatedNobodyReachesAnybody() {
        assertThat(PartitionShape.ISOLATED.ways(THREE, THREE)).hasSize(6);
    }

    @Test
    void aSingleNodeIsCutFromItsClients() {
        assertThat(PartitionShape.ISOLATED.ways(List.of("n1"), List.of("n1")))
                .extracting(Way::toString)
                .containsExactlyInAnyOrder("clients→n1", "n1→clients");
        assertThat(PartitionShape.with(1)).doesNotContain(PartitionShape.HALVES, PartitionShape.MAJORITY_RING);
    }
}
