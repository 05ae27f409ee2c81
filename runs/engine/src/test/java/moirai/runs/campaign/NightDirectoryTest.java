package moirai.runs.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.export.Schemas;
import moirai.runs.latency.Latency;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NightDirectoryTest {

    private static final Night.Identity IDENTITY =
            new Night.Identity("20261129T021500.000Z", "nightly", "2026-11-29T02:15:00Z", "development", "ab12", "1/2");

    @TempDir
    private Path store;

    private static Cell cell(String database) {
        var values = new LinkedHashMap<String, String>();
        values.put("db", database);
        values.put("workload", "append");
        return new Cell(values, List.of("--db", database), List.of("committed > 10"), 60, false);
    }

    private static CellResult result(Cell cell, int code, String... missed) {
        return new CellResult(
                cell.name(),
                new CellResult.Ending(End.JUDGED, code, "VALID", List.of(missed), ""),
                cell.runName() + "/20261129T021501.000Z",
                List.of(new StoredShape("9c1e-G2-item-rw-rw", "G2-item", "write skew", 3, true, false)),
                new Figures(
                        2.5,
                        new Figures.Counts(100, 25, 0),
                        new Figures.Durability(true, 90, 0),
                        new Figures.Evidence(0.5, 80, 7),
                        Map.of(Figures.ALL, new Latency(100, 200, 300))),
                TeethReport.NONE,
                new CellResult.Took("2026-11-29T02:15:01Z", 4.25));
    }

    private NightDirectory begun(Cell... cells) {
        var directory =
                new NightDirectory(new CampaignStore(store).folder("nightly").resolve(IDENTITY.id()));
        directory.begin(new Night(IDENTITY, List.of(cells), List.of()), "axes: {db: [h2]}\n");
        return directory;
    }

    @Test
    void whatWasWrittenIsRead() {
        NightDirectory directory = begun(cell("h2"), cell("sqlite"));
        directory.append(result(cell("h2"), 0));

        Night night = directory.read();

        assertThat(night)
                .isEqualTo(new Night(IDENTITY, List.of(cell("h2"), cell("sqlite")), List.of(result(cell("h2"), 0))));
        assertThat(night.missing()).containsExactly(cell("sqlite"));
        assertThat(night.isEnded()).isFalse();
        assertThat(new CampaignStore(store).campaigns()).containsExactly("nightly");
        assertThat(new CampaignStore(store).newest("nightly")).contains(directory);
    }

    @Test
    void aLineThatWasCutShortDoesNotCountAndIsReplaced() throws IOException {
        NightDirectory directory = begun(cell("h2"), cell("sqlite"));
        directory.append(result(cell("h2"), 0));
        String whole = Files.readString(directory.results());
        Files.writeString(directory.results(), whole.substring(0, 40), StandardOpenOption.APPEND);

        assertThat(directory.read().results()).containsExactly(result(cell("h2"), 0));

        directory.append(result(cell("sqlite"), 1));

        assertThat(directory.read().results()).containsExactly(result(cell("h2"), 0), result(cell("sqlite"), 1));
        assertThat(Files.readAllLines(directory.results())).hasSize(2);
    }

    @Test
    void theWeightiestCellDecides() {
        Night night = new Night(IDENTITY, List.of(cell("h2"), cell("sqlite")), List.of(result(cell("h2"), 0)));
        assertThat(code(night)).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
        assertThat(code(new Night(
                        IDENTITY,
                        night.cells(),
                        List.of(result(cell("h2"), 1), result(cell("sqlite"), 0, "committed > 10 (was 3)")))))
                .isEqualTo(ExitCode.INVALID);
        assertThat(code(new Night(IDENTITY, List.of(cell("h2")), List.of(result(cell("h2"), 0)))))
                .isEqualTo(ExitCode.VALID);
    }

    private static ExitCode code(Night night) {
        return KnownFailures.NONE.code(night);
    }

    @Test
    void aNightOfAnotherVersionIsRefusedByName() throws IOException {
        NightDirectory directory = begun(cell("h2"));
        Files.writeString(
                directory.plan(), Files.readString(directory.plan()).replace("\"schema\" : 1", "\"schema\" : 7"));

        assertThatThrownBy(directory::read)
                .isInstanceOf(RunException.class)
                .hasMessage(directory.plan() + ": schema 7 is of another version; this one reads 1");
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
        NightDirectory directory = begun(cell("h2"));
        Files.writeString(directory.results(), "{\"cell\": 1, oops\n");

        assertThatThrownBy(directory::read)
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith(directory.results() + ":1 cannot be read by version development of Moirai: ");
    }

    /** Read as 0 or false, what is missing would be a verdict. */
    @ParameterizedTest
    @ValueSource(strings = {"", "null", "3"})
    void aLineThatIsNoResultIsNamed(String line) throws IOException {
        NightDirectory directory = begun(cell("h2"));
        Files.writeString(directory.results(), line + "\n");

        assertThatThrownBy(directory::read)
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith(directory.results() + ":1 cannot be read by version ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"exit-code\":1,", "\"missed\":[],", "\"lacks\":[],", "\"verdict\":\"VALID\","})
    void aResultThatLacksAFieldIsNoResult(String field) throws IOException {
        NightDirectory directory = begun(cell("h2"));
        directory.append(result(cell("h2"), 1));
        String line = Files.readString(directory.results());
        assertThat(line).contains(field);
        Files.writeString(directory.results(), line.replace(field, ""));

        assertThatThrownBy(directory::read)
                .isInstanceOf(RunException.class)
                .hasMessageContaining(field.split("\"", -1)[1])
                .hasMessageNotContaining("DeserializationFeature");
    }

    @Test
    void whatStandsBehindAResultIsRefused() throws IOException {
        NightDirectory directory = begun(cell("h2"));
        directory.append(result(cell("h2"), 1));
        Files.writeString(
                directory.results(), Files.readString(directory.results()).strip() + " {\"cell\": \"other\"}\n");

        assertThatThrownBy(directory::read).isInstanceOf(RunException.class);
    }

    @Test
    void anEmptyPlanIsNoNight() throws IOException {
        NightDirectory directory = begun(cell("h2"));
        Files.writeString(directory.plan(), "");

        assertThatThrownBy(directory::read)
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith(directory.plan() + " cannot be read by version ");
    }

    @Test
    void aNightWithOtherCellsHasTheirFile() {
        NightDirectory directory = begun(cell("h2"));

        directory.replace(directory.read(), "edited");

        assertThat(directory.file()).hasContent("edited");
    }

    @Test
    void aNightKeepsToThePublishedSchema() throws IOException {
        var night = new Night(
                IDENTITY,
                List.of(cell("h2"), cell("sqlite")),
                List.of(result(cell("h2"), 1), result(cell("sqlite"), 0)));
        JsonSchema published =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Schemas.NIGHT.text());
        String summary = NightFormat.summary(night, List.of(), code(night), CellResult::code);

        assertThat(published.validate(new ObjectMapper().readTree(summary))).isEmpty();
        for (String broken : List.of(
                "{}",
                summary.replace("\"judged\"", "\"gone\""),
                summary.replace("\"exit-code\" : 1", "\"exit-code\" : 7"),
                summary.replace("\"committed\" : 100", "\"committed\" : -1"))) {
            assertThat(published.validate(new ObjectMapper().readTree(broken)))
                    .as(broken)
                    .isNotEmpty();
        }
    }

    @Test
    void namesOfRunsAreNamesAndTellCellsApart() {
        assertThat(cell("h2").name()).isEqualTo("db=h2 workload=append");
        assertThat(cell("h2").runName()).matches("h2-append-[0-9a-f]{8}");
        assertThat(cell("memory:lost-update").runName()).matches("memory-lost-update-append-[0-9a-f]{8}");
        assertThat(cell("a b").runName()).isNotEqualTo(cell("a-b").runName());
        assertThat(cell("x".repeat(99)).runName()).hasSizeLessThanOrEqualTo(64);
    }
}
