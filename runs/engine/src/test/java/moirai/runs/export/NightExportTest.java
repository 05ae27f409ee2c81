package moirai.runs.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

class NightExportTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path STORE = Path.of("store");

    @Test
    void sarifHasAResultForEachShapeOfACell() throws Exception {
        String text = NightExport.sarif(SampleNights.ninth(), STORE);
        JsonNode sarif = JSON.readTree(text);

        assertThat(ExportTest.sarifSchema().validate(sarif)).isEmpty();
        assertThat(sarif.at("/runs/0/results").findValuesAsText("baselineState"))
                .containsExactly("new", "unchanged", "absent");
        assertThat(sarif.at("/runs/0/results/1/suppressions/0/justification").textValue())
                .isEqualTo("the bug is planted (storage team, until 2027-03-31) https://example.org/42");
        Golden.assertMatches("night.sarif.json", text.replace(Sarif.folder(STORE), "file:///store/"));
    }

    @Test
    void withoutAnEarlierNightNothingHasAState() throws Exception {
        AssessedNight ninth = SampleNights.ninth();

        JsonNode sarif = JSON.readTree(
                NightExport.sarif(new AssessedNight(ninth.night(), List.of(), KnownFailures.NONE), STORE));

        assertThat(ExportTest.sarifSchema().validate(sarif)).isEmpty();
        assertThat(sarif.at("/runs/0/results")).hasSize(2);
        assertThat(sarif.findValues("baselineState")).isEmpty();
        assertThat(sarif.findValues("suppressions")).isEmpty();
    }

    /** Runs of shards are told apart by their category, which GitHub takes from what stands before the last slash. */
    @Test
    void shardsHaveCategoriesOfTheirOwn() throws Exception {
        CellResult good = SampleNights.result("db=h2", 2, List.of());

        JsonNode sarif = JSON.readTree(NightExport.sarif(
                new AssessedNight(SampleNights.of(2, "3/8", List.of(good)), List.of(), KnownFailures.NONE), STORE));

        assertThat(ExportTest.sarifSchema().validate(sarif)).isEmpty();
        assertThat(sarif.at("/runs/0/automationDetails/id").textValue())
                .isEqualTo("moirai/nightly/3-of-8/20261102T020000.000Z");
    }

    @Test
    void sarifHasNoMoreResultsThanGitHubShows() throws Exception {
        List<CellResult> results = IntStream.range(0, 5_003)
                .mapToObj(number -> SampleNights.result("db=" + number, 2, List.of(SampleNights.SKEW)))
                .toList();

        JsonNode sarif = JSON.readTree(NightExport.sarif(
                new AssessedNight(SampleNights.of(2, "", results), List.of(), KnownFailures.NONE), STORE));

        assertThat(sarif.at("/runs/0/results")).hasSize(5_000);
        assertThat(sarif.at("/runs/0/invocations/0/toolExecutionNotifications/0/message/text")
                        .textValue())
                .isEqualTo("3 shapes more: there is room for 5000");
    }
}
