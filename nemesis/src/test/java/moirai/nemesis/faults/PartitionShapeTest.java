package moirai.nemesis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.nemesis.network.Way;
import org.junit.jupiter.api.Test;

class PartitionShapeTest {

    private static final List<String> THREE = List.of("n1", "n2", "n3");
    private static final List<String> SEVEN = List.of("n1", "n2", "n3", "n4", "n5", "n6", "n7");

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
    void betweenTwoHalvesThatDoNotReachEachOtherABridgeReachesBoth() {
        assertThat(PartitionShape.BRIDGE.ways(THREE, List.of("n2", "n3", "n1")))
                .extracting(Way::toString)
                .containsExactlyInAnyOrder("n1→n3", "n3→n1");
        assertThat(PartitionShape.BRIDGE.ways(SEVEN, List.of("n4", "n1", "n7", "n3", "n2", "n6", "n5")))
                .hasSize(18)
                .contains(new Way("n1", "n5"), new Way("n6", "n3"))
                .noneMatch(way -> way.from().equals("n4") || way.to().equals("n4"))
                .doesNotContain(new Way("n1", "n7"), new Way("n2", "n6"));
    }

    @Test
    void aThirdIsRoundedDownAndNeverNobody() {
        assertThat(List.of(2, 3, 5, 6, 7, 9))
                .extracting(PartitionShape::thirdOf)
                .containsExactly(1, 1, 1, 2, 2, 3);
        assertThat(PartitionShape.MINORITY_THIRD.ways(SEVEN, List.of("n1", "n2")))
                .isEqualTo(PartitionShape.ISOLATED.ways(SEVEN, List.of("n1", "n2")))
                .hasSize(20);
    }

    /** Only what was halves before is now one of several shapes: the others are drawn as they were. */
    @Test
    void aShapeMoreLeavesThreeQuartersOfThePartitionsAsTheyWere() {
        for (int nodes : List.of(3, 7)) {
            List<PartitionShape> drawn = PartitionShape.with(nodes);
            int quarter = drawn.size() / 4;

            assertThat(drawn.subList(0, quarter)).startsWith(PartitionShape.HALVES, PartitionShape.BRIDGE);
            assertThat(drawn.subList(quarter, 2 * quarter)).containsOnly(PartitionShape.ISOLATED);
            assertThat(drawn.subList(2 * quarter, 3 * quarter)).containsOnly(PartitionShape.MAJORITY_RING);
            assertThat(drawn.subList(3 * quarter, drawn.size())).containsOnly(PartitionShape.ONE_WAY);
        }
        assertThat(PartitionShape.with(6)).doesNotContain(PartitionShape.MINORITY_THIRD);
        assertThat(PartitionShape.with(7)).contains(PartitionShape.MINORITY_THIRD);
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
        assertThat(PartitionShape.with(2)).doesNotContain(PartitionShape.BRIDGE);
    }
}
