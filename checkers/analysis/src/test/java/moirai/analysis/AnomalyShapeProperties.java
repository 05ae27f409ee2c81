package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class AnomalyShapeProperties {

    private static String shape(List<Dependency> edges) {
        List<Integer> txns = IntStream.range(0, edges.size()).boxed().toList();
        return AnomalyShape.of(new Anomaly.Cycle(Phenomenon.G2, txns, edges));
    }

    /** Where one begins to read a cycle makes no difference, and every edge is in its name. */
    @Property(tries = 200)
    void aCycleHasNoBeginning(
            @ForAll @Size(min = 2, max = 8) List<Dependency> edges, @ForAll @IntRange(max = 7) int turned) {
        List<Dependency> rotated = new java.util.ArrayList<>(edges);
        Collections.rotate(rotated, turned);

        assertThat(shape(rotated)).isEqualTo(shape(edges));
        assertThat(shape(edges))
                .hasSize(2
                        + edges.stream()
                                .mapToInt(edge -> edge.label().length() + 1)
                                .sum());
    }
}
