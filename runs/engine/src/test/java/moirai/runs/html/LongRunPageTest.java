package moirai.runs.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import moirai.runs.summary.HistorySummary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of runs whose history no heap holds. */
class LongRunPageTest {

    private static final int PAGE_MAX = 3_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private String page(HistorySummary summary) {
        return Page.of(LongRuns.of(summary, folder), folder.resolve("report.html"));
    }

    private JsonNode island(HistorySummary summary) throws IOException {
        return JSON.readTree(Page.island(LongRuns.of(summary, folder), folder.resolve("report.html")));
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"PT100M, 10000000", "PT12H, 100000000", "PT240H, 10000000"})
    void thePageOfALongRunIsSmallAndSoonMade(String length, int txns) {
        HistorySummary summary = LongRuns.summary(txns, Duration.parse(length));

        long began = System.nanoTime();
        String page = page(summary);
        Duration took = Duration.ofNanos(System.nanoTime() - began);

        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(PAGE_MAX);
        assertThat(took).isLessThan(Duration.ofSeconds(10));
    }

    private static int[] ints(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToInt(JsonNode::asInt)
                .toArray();
    }

    /** A point stands for a hundred seconds. One second shows nothing, and another one twice as much as the others. */
    @Test
    void aStallAndABurstOfASecondAreSeenInTwelveHours() throws IOException {
        JsonNode series =
                island(LongRuns.summary(1_000_000, Duration.ofHours(12))).path("series");

        assertThat(series.path("slice").asLong()).isEqualTo(100_000_000_000L);
        assertThat(series.path("beat").asLong()).isEqualTo(1_000_000_000L);
        int[] ok = ints(series.path("ok"));
        int[] least = ints(series.at("/peaks/ok/min"));
        int[] most = ints(series.at("/peaks/ok/max"));
        assertThat(ok).hasSize(432).hasSameSizeAs(least).hasSameSizeAs(most);
        int stall = (int) (0.4 * 432);
        int burst = (int) (0.7 * 432);
        assertThat(least[stall]).isZero();
        assertThat(IntStream.range(0, 432).filter(i -> i != stall).map(i -> least[i]))
                .allMatch(count -> count > 8);
        assertThat(most[burst]).isGreaterThan(38);
        assertThat(IntStream.range(0, 432).filter(i -> i != burst).map(i -> most[i]))
                .allMatch(count -> count < 28);
        // The means show next to nothing of it.
        assertThat(ok[stall]).isBetween(ok[0] * 9 / 10, ok[0] * 11 / 10);
        assertThat(IntStream.of(ok).sum()
                        + IntStream.of(ints(series.path("fail"))).sum())
                .isBetween(990_000, 1_000_000);
    }

    @Test
    void faultsThatAreTooManyToListAreSummedUpAndDrawnTogether() throws IOException {
        JsonNode island = island(LongRuns.summary(200_000, Duration.ofHours(12)));

        assertThat(island.path("faults")).isEmpty();
        assertThat(island.path("faultGroups").findValuesAsText("fault"))
                .containsExactlyInAnyOrder("kill", "pause", "partition", "failover");
        assertThat(island.path("faultGroups")).allSatisfy(group -> {
            assertThat(group.path("count").asInt()).isBetween(1_079, 1_080);
            assertThat(group.path("open").asInt()).isZero();
            assertThat(group.path("millis")).hasSize(2 * group.path("count").asInt());
            assertThat(group.path("seconds").asDouble())
                    .isEqualTo(4.0 * group.path("count").asInt(), within(0.01));
            assertThat(group.at("/during/ok").asLong()).isPositive();
        });
    }

    /** Ten days have more faults than can be told apart. */
    @Test
    void faultsThatFollowEachOtherCloselyAreOneStretch() throws IOException {
        JsonNode groups = island(LongRuns.summary(200_000, Duration.ofDays(10))).path("faultGroups");

        assertThat(groups)
                .allSatisfy(group -> assertThat(group.path("millis"))
                        .map(JsonNode::asLong)
                        .isEqualTo(List.of(
                                group.path("millis").path(0).asLong(),
                                group.path("millis").path(1).asLong()))
                        .satisfies(ends -> assertThat(ends.get(1)).isGreaterThan(863_900_000L)));
    }

    /** Half of the run has one write skew a second, and the page says so of every stretch. */
    @Test
    void theRateOfAShapeIsShownOverTime() throws IOException {
        JsonNode row = island(LongRuns.summary(200_000, Duration.ofHours(12))).at("/anomalies/0");

        assertThat(row.path("count").asInt()).isBetween(21_590, 21_601);
        assertThat(row.at("/over/widthNanos").asLong()).isEqualTo(100_000_000_000L);
        assertThat(IntStream.of(ints(row.at("/over/counts"))).boxed())
                .hasSizeBetween(216, 217)
                .allMatch(count -> count <= 100);
        assertThat(row.at("/over/fromNanos").asLong()).isEqualTo(21_500_000_000_000L);
    }

    @Test
    void anExcerptSaysThatOtherSessionsAreMissing() throws IOException {
        JsonNode island = island(LongRuns.summary(200_000, Duration.ofHours(12)));

        assertThat(island.path("isWhole").asBoolean()).isFalse();
        assertThat(island.at("/evidence/keys").asInt())
                .as("nobody counted them")
                .isEqualTo(-1);
        assertThat(island.at("/anomalies/0/witnesses")).hasSize(3).allSatisfy(witness -> {
            assertThat(witness.at("/window/txns")).hasSize(3);
            assertThat(witness.path("edges")).hasSize(2);
        });
    }
}
