package moirai.runs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clojure.lang.EdnReader;
import clojure.lang.IPersistentMap;
import clojure.lang.Keyword;
import clojure.lang.PersistentArrayMap;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.program.Origin;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.cases.Cases;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExportTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path root;

    @Test
    void sarifKeepsToItsSchema() throws Exception {
        JsonNode sarif = JSON.readTree(Export.SARIF.of(StoredRuns.invalid(root)));

        assertThat(sarifSchema().validate(sarif)).isEmpty();
        assertThat(sarif.at("/runs/0/tool/driver/rules/0/id").textValue()).isEqualTo("G2-item");
        JsonNode results = sarif.at("/runs/0/results");
        assertThat(results).isNotEmpty();
        for (JsonNode result : results) {
            assertThat(result.path("level").textValue()).isEqualTo("error");
            Path run = Path.of(
                    URI.create(sarif.at("/runs/0/originalUriBaseIds/RUN/uri").textValue()));
            assertThat(run.resolve(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                            .textValue()))
                    .isRegularFile();
        }
    }

    @Test
    void whatTheExpectedLevelAllowsIsANote() throws Exception {
        Path run = StoredRuns.edited(
                StoredRuns.invalid(root),
                "\"expect\" : \"strict-serializable\"",
                "\"expect\" : \"snapshot-isolation\"");

        JsonNode sarif = JSON.readTree(Export.SARIF.of(run));

        assertThat(sarif.at("/runs/0/results/0/level").textValue()).isEqualTo("note");
        assertThat(sarifSchema().validate(sarif)).isEmpty();
    }

    @Test
    void anUnknownRunHasNoResultsButSaysSo() throws Exception {
        RunSummary run = StoredRuns.ending("UNKNOWN", ExitCode.UNKNOWN.code());

        JsonNode sarif = JSON.readTree(Export.SARIF.of(run, List.of()));

        assertThat(sarifSchema().validate(sarif)).isEmpty();
        assertThat(sarif.at("/runs/0/invocations/0/toolExecutionNotifications/0/message/text")
                        .textValue())
                .contains("UNKNOWN");
    }

    @Test
    void groupsKeepToTheSchemaOfSarifToo() throws Exception {
        PredictedCases shop = Cases.shop();
        var groups = AnomalyGroups.of(shop).repaired(group -> List.of("lock the row\nat line 1"));
        var found = new GroupExport(
                shop,
                groups,
                List.of(new GroupExport.ByRows(List.of("a", "b"), List.of(new Origin("b/B.java", 3)))),
                shop.remarks(),
                name -> name.startsWith("b") ? "file:///b/B.java" : "src/main/java/" + name);
        String first = found.sarif(Baseline.NONE);
        var known = new Baseline(
                Map.of("0-gone", "read-skew"), Baseline.parse(first).losses());
        JsonNode beside = JSON.readTree(found.sarif(known));

        assertThat(sarifSchema().validate(JSON.readTree(first))).isEmpty();
        assertThat(sarifSchema().validate(beside)).isEmpty();
        assertThat(beside.at("/runs/0/results").findValuesAsText("baselineState"))
                .contains("new")
                .doesNotContain("unchanged", "absent");
        assertThat(found.newGroups(Baseline.parse(first))).isEmpty();
        assertThat(found.newGroups(known)).hasSize(groups.groups().size());
        assertThat(JSON.readTree(first)
                        .at("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri")
                        .textValue())
                .startsWith("src/main/java/");
        JsonNode results = JSON.readTree(first).at("/runs/0/results");
        assertThat(results).allMatch(result -> !result.at("/locations/0").isMissingNode());
        JsonNode elsewhere = results.get(results.size() - 1).at("/locations/0/physicalLocation/artifactLocation");
        assertThat(elsewhere).isEqualTo(JSON.readTree("{\"uri\": \"file:///b/B.java\"}"));
    }

    @Test
    void theSchemaOfSarifRefusesWhatIsNone() throws Exception {
        assertThat(sarifSchema().validate(JSON.readTree("{\"version\": \"2.1.0\"}")))
                .isNotEmpty();
    }

    @Test
    void markdownFoldsAnomaliesAndSaysHowToRunAgain() throws Exception {
        String markdown = Export.MARKDOWN.of(StoredRuns.invalid(root));

        assertThat(markdown)
                .startsWith("## Moirai: INVALID\n")
                .contains("found G2-item ×", "<details><summary>G2-item: write skew</summary>", "moirai run --seed 2a")
                .contains("DATABASE BUG");
        assertThat(markdown.split("<details>", -1)).hasSameSizeAs(markdown.split("</details>", -1));
    }

    @Test
    void markdownStaysWithinItsBoundAndCountsWhatIsLeftOut() throws Exception {
        Path run = StoredRuns.invalid(root);
        Path long1 = run.resolve("anomalies/G2-item-1/explanation.txt");
        Files.writeString(long1, "`````\n" + "é".repeat(100_000));
        List<StoredWitness> one = StoredWitness.of(run, 1);

        String markdown = Export.MARKDOWN.of(RunSummary.read(run), Collections.nCopies(50, one.getFirst()));

        assertThat(markdown.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(40_000, Markdown.BYTES_MAX);
        assertThat(markdown).contains("(cut; the whole of it is in").containsPattern("\\d+ anomalies more");
        assertThat(markdown).contains("``````text");
    }

    @Test
    void markdownTakesNothingForMarkup() {
        RunSummary odd = StoredRuns.ending("<b>|*x*\n\n# y", 0);

        assertThat(Export.MARKDOWN.of(odd, List.of())).startsWith("## Moirai: &lt;b&gt;\\|\\*x\\* \\# y\n");
    }

    @Test
    void whatIsNoRunIsRefusedByName() throws Exception {
        assertThatThrownBy(() -> Export.JUNIT.of(root))
                .isInstanceOfSatisfying(
                        RunException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(ExitCode.BAD_ARGUMENTS))
                .hasMessageContaining(root + " has no run.json");
        Files.writeString(root.resolve("run.json"), "{\"schema\": 1");
        assertThatThrownBy(() -> Export.JUNIT.of(root)).hasMessageContaining("cannot be read as JSON");
        Files.writeString(root.resolve("run.json"), "{\"schema\": 9, \"result\": {}}");
        assertThatThrownBy(() -> Export.JUNIT.of(root)).hasMessageContaining("schema 9 is not known; expected 1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Schemas.class,
            names = {"RUN", "RESULTS"})
    void whatARunLeavesKeepsToThePublishedSchemas(Schemas schema) throws Exception {
        String name = schema + ".json";
        for (Path run : List.of(
                StoredRuns.invalid(root.resolve("a")),
                StoredRuns.valid(root.resolve("b")),
                StoredRuns.tooShort(root.resolve("c")))) {
            JsonNode json = JSON.readTree(run.resolve(name).toFile());

            assertThat(published(schema).validate(json)).isEmpty();
        }
    }

    @Test
    void thePublishedSchemasRefuseOtherValues() throws Exception {
        Path run = StoredRuns.invalid(root);
        String json = Files.readString(run.resolve("run.json"));
        for (String broken : List.of(
                "{}",
                json.replace("\"INVALID\"", "\"MAYBE\""),
                json.replace("\"exit-code\" : 1", "\"exit-code\" : 7"),
                json.replace("\"seed\" : \"2a\"", "\"seed\" : 42"))) {
            assertThat(published(Schemas.RUN).validate(JSON.readTree(broken)))
                    .as(broken)
                    .isNotEmpty();
        }
        String results = Files.readString(run.resolve("results.json"));
        for (String broken : List.of(
                "{}",
                results.replace("\"valid?\" : false", "\"valid?\" : \"no\""),
                results.replace("\"txns\"", "\"transactions\""))) {
            assertThat(published(Schemas.RESULTS).validate(JSON.readTree(broken)))
                    .as(broken)
                    .isNotEmpty();
        }
    }

    @Test
    void clojuresReaderReadsTheResults() throws Exception {
        var results = (IPersistentMap) EdnReader.readString(
                Files.readString(StoredRuns.invalid(root).resolve("results.edn")), PersistentArrayMap.EMPTY);

        assertThat(results.valAt(keyword("valid?"))).isEqualTo(false);
        assertThat(results.valAt(keyword("anomaly-types"))).isEqualTo(List.of(keyword("G2-item")));
        assertThat(results.valAt(keyword("not"))).isEqualTo(Set.of(keyword("repeatable-read")));
    }

    private static Keyword keyword(String name) {
        return Keyword.intern(null, name);
    }

    private static JsonSchema published(Schemas schema) {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text());
    }

    /** The schema is that of the npm package @microsoft/jest-sarif 1.0.0-beta.0. */
    static JsonSchema sarifSchema() throws Exception {
        try (InputStream in = ExportTest.class.getResourceAsStream("/export/sarif-2.1.0-rtm.5.json")) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4).getSchema(new ObjectMapper().readTree(in));
        }
    }
}
