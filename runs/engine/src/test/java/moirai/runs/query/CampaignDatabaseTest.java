package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.latency.Latency;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignDatabaseTest {

    private static final String TIME = "20261129T021500.000Z";

    @TempDir
    private Path store;

    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void makeNight() {
        var cells = List.of(cell("h2"), cell("sqlite"), cell("hsqldb"));
        var identity = new Night.Identity(TIME, "nightly", "2026-11-29T02:15:00Z", "0.1.0", "ab12", "");
        var night =
                new NightDirectory(new CampaignStore(store).folder("nightly").resolve(TIME));
        night.begin(new Night(identity, cells, List.of()), "axes: {db: [h2, sqlite, hsqldb]}\n");
        night.append(result(cells.getFirst()));
        night.append(new CellResult(
                cells.get(1).name(),
                new CellResult.Ending(End.CRASHED, 255, "", List.of(), "no room"),
                "",
                List.of(),
                Figures.NONE,
                TeethReport.NONE,
                new CellResult.Took("2026-11-29T02:16:00Z", 1.5)));
    }

    private static Cell cell(String database) {
        return new Cell(Map.of("db", database), List.of("--db", database), List.of("committed > 10"), 60, false);
    }

    private static CellResult result(Cell cell) {
        return new CellResult(
                cell.name(),
                new CellResult.Ending(End.JUDGED, 1, "INVALID", List.of("committed > 200"), ""),
                cell.runName() + "/20261129T021501.000Z",
                List.of(new StoredShape("9c1e-G2-item-rw-rw", "G2-item", "write skew", 3, true, true)),
                new Figures(
                        2.5,
                        new Figures.Counts(100, 25, 0),
                        new Figures.Durability(false, 90, 0),
                        new Figures.Evidence(0.5, 80, 7),
                        Map.of(Figures.ALL, new Latency(100, 200, 300))),
                TeethReport.NONE,
                new CellResult.Took("2026-11-29T02:15:01Z", 4.25));
    }

    private String ask(String sql) throws IOException {
        var out = new StringBuilder();
        try (var database = new CampaignDatabase(new CampaignStore(store), "200MiB", told::add)) {
            database.answer(sql, new Answer.Form(Answer.Format.CSV, 0, 0), out);
        }
        return out.toString();
    }

    @Test
    void eachCellIsARowWhetherItHasAResultOrNot() throws IOException {
        assertThat(ask("SELECT cell, command, ending, exit_code, verdict, missed FROM cells ORDER BY cell"))
                .isEqualTo(String.join(
                        "\r\n",
                        "cell,command,ending,exit_code,verdict,missed",
                        "db=h2,moirai run --db h2,judged,1,INVALID,committed > 200",
                        "db=hsqldb,moirai run --db hsqldb,,,,",
                        "db=sqlite,moirai run --db sqlite,crashed,255,,",
                        ""));
        assertThat(ask("SELECT axis, value FROM axes ORDER BY value LIMIT 1")).isEqualTo("axis,value\r\ndb,h2\r\n");
    }

    @Test
    void figuresAreThoseOfCellsWithRuns() throws IOException {
        assertThat(ask("SELECT cell, committed, aborted, lost FROM figures"))
                .isEqualTo("cell,committed,aborted,lost\r\ndb=h2,100,25,\r\n");
        assertThat(ask("SELECT kind, p99_micros FROM latencies")).isEqualTo("kind,p99_micros\r\nall,200\r\n");
        assertThat(ask("SELECT fingerprint, count, forbidden FROM anomalies"))
                .isEqualTo("fingerprint,count,forbidden\r\n9c1e-G2-item-rw-rw,3,true\r\n");
    }

    @Test
    void aNightThatIsNotOverSaysSo() throws IOException {
        assertThat(ask("SELECT night, begun, cell_count, ended FROM nights"))
                .isEqualTo("night,begun,cell_count,ended\r\n" + TIME + ",2026-11-29T02:15,3,false\r\n");
    }

    @Test
    void aNightOfAnotherVersionIsLeftOutAndNamed() throws IOException {
        Path other = Files.createDirectories(
                new CampaignStore(store).folder("nightly").resolve("20261130T021500.000Z"));
        Files.writeString(other.resolve("night.json"), "{\"schema\": 99}");

        assertThat(ask("SELECT count(*) AS n FROM nights")).isEqualTo("n\r\n1\r\n");
        assertThat(told).singleElement().asString().startsWith("left out: ").contains("schema 99");
    }
}
