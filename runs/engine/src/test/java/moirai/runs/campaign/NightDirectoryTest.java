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
import moirai.runs.export.Schemas;
import moirai.runs.latency.Latency;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertThat(night.code()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
        assertThat(new Night(
                                IDENTITY,
                                night.cells(),
                                List.of(result(cell("h2"), 1), result(cell("sqlite"), 0, "committed > 10 (was 3)")))
                        .code())
                .isEqualTo(ExitCode.INVALID);
        assertThat(new Night(IDENTITY, List.of(cell("h2")), List.of(result(cell("h2"), 0))).code())
                .isEqualTo(ExitCode.VALID);
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
                .hasMessageStartingWith(directory.results() + ":1 cannot be read: ");
    }

    @Test
    void aNightKeepsToThePublishedSchema() throws IOException {
        var night = new Night(
                IDENTITY,
                List.of(cell("h2"), cell("sqlite")),
                List.of(result(cell("h2"), 1), result(cell("sqlite"), 0)));
        JsonSchema published =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(Schemas.NIGHT.text());
        String summary = NightFormat.summary(night, List.of(), night.code(), CellResult::code);

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
