package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CycleLayoutProperties {

    @Property(tries = 200)
    void noTwoNodesOverlapAndAllAreInThePicture(@ForAll @IntRange(min = 1, max = 8) int count, @ForAll long seed) {
        var random = new Random(seed);
        List<CycleLayout.Size> sizes = IntStream.range(0, count)
                .mapToObj(i -> new CycleLayout.Size(120 + random.nextInt(200), 60 + random.nextInt(200)))
                .toList();
        List<CycleLayout.Edge> edges = IntStream.range(0, count > 1 ? count : 0)
                .mapToObj(i -> new CycleLayout.Edge(i, (i + 1) % count))
                .toList();

        isLegible(CycleLayout.wide(sizes, edges));
        isLegible(CycleLayout.tall(sizes, edges));
    }

    private static void isLegible(CycleLayout.Picture layout) {
        JsonNode picture = new ObjectMapper().valueToTree(layout);
        JsonNode nodes = picture.path("nodes");
        for (int i = 0; i < nodes.size(); i++) {
            for (int j = i + 1; j < nodes.size(); j++) {
                assertThat(areApart(nodes.get(i), nodes.get(j))).isTrue();
            }
        }
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.path("x").asInt()).isNotNegative();
            assertThat(node.path("y").asInt()).isNotNegative();
            assertThat(node.path("x").asInt() + node.path("w").asInt())
                    .isLessThanOrEqualTo(picture.path("width").asInt());
            assertThat(node.path("y").asInt() + node.path("h").asInt())
                    .isLessThanOrEqualTo(picture.path("height").asInt());
        });
        assertThat(picture.path("edges")).allSatisfy(edge -> {
            assertThat(edge.path("lx").asInt())
                    .isBetween(0, picture.path("width").asInt());
            assertThat(edge.path("ly").asInt())
                    .isBetween(0, picture.path("height").asInt());
        });
    }

    private static boolean areApart(JsonNode one, JsonNode other) {
        return isBefore(one, other, "x", "w")
                || isBefore(other, one, "x", "w")
                || isBefore(one, other, "y", "h")
                || isBefore(other, one, "y", "h");
    }

    private static boolean isBefore(JsonNode one, JsonNode other, String start, String size) {
        return one.path(start).asInt() + one.path(size).asInt()
                < other.path(start).asInt();
    }
}
