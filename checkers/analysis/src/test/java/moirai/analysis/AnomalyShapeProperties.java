package moirai.analysis;

import static moirai.analysis.CycleBasis.ANY_ORDER;
import static moirai.analysis.CycleBasis.OPS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class AnomalyShapeProperties {

    private static final History LISTS = HistoryNotation.parse("T0 s0 a1=1\n");
    private static final History REGISTERS = HistoryNotation.parse("T0 s0 w1=1\n");

    private static AnomalyShape shape(History history, List<Dependency> edges, CycleBasis basis) {
        List<Integer> txns = IntStream.range(0, edges.size()).boxed().toList();
        return AnomalyShape.of(history, new Anomaly.Cycle(Phenomenon.G2, txns, edges, List.of(), basis));
    }

    /**
     * Tests that the place at which one begins to read a cycle makes no difference, and that every edge is in its name.
     */
    @Property(tries = 200)
    void aCycleHasNoBeginning(
            @ForAll @Size(min = 2, max = 8) List<Dependency> edges, @ForAll @IntRange(max = 7) int turned) {
        var rotated = new ArrayList<>(edges);
        Collections.rotate(rotated, turned);
        AnomalyShape shape = shape(LISTS, edges, OPS);

        assertThat(shape(LISTS, rotated, OPS)).isEqualTo(shape);
        assertThat(shape.fingerprint()).matches("[0-9a-f]{4}-.*").endsWith(shape.name());
        assertThat(shape.name())
                .hasSize(2
                        + edges.stream()
                                .mapToInt(edge -> edge.label().length() + 1)
                                .sum());
    }

    /** The same edges are shown by other ops of registers, and a lost update in an unknown order is no write skew. */
    @Example
    void whatOtherOpsShowOrLooksOtherwiseHasAnotherFingerprint() {
        List<Dependency> edges = List.of(Dependency.READ_WRITE, Dependency.READ_WRITE);

        assertThat(List.of(
                        shape(LISTS, edges, OPS).fingerprint(),
                        shape(REGISTERS, edges, OPS).fingerprint(),
                        shape(LISTS, edges, ANY_ORDER).fingerprint()))
                .doesNotHaveDuplicates()
                .allMatch(fingerprint -> fingerprint.endsWith("-G2-rw-rw"));
    }
}
