package moirai.cli.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.CellResult.Ending;
import moirai.runs.campaign.CellResult.Took;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of nights that are stored. */
class DiffCommandTest {

    private static final StoredShape SKEW =
            new StoredShape("33af08e8-G2-item-rw-rw", "G2-item", "write skew", 3, false, true);
    private static final Cell CELL = new Cell(Map.of("db", "h2"), List.of("--db", "h2"), List.of(), 60, false);

    @TempDir
    private Path directory;

    @BeforeEach
    void writeCampaign() throws IOException {
        Files.writeString(directory.resolve("c.yaml"), "name: nightly\naxes: {db: [h2]}\n");
    }

    @Test
    void aNewFailureIsToldAndIsTheExitCode() {
        night(1, List.of());
        night(2, List.of(SKEW));

        Cli.Ended ended = diff();

        assertThat(ended.out()).isEqualTo("""
                night 20261102T020000.000Z against 1 before it
                new  db=h2: G2-item (write skew, 33af08e8-G2-item-rw-rw): in none of 1 run
                     before
                ended  db=h2: invalid, before valid
                """);
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void aKnownFailureIsNoNewOne() throws IOException {
        night(1, List.of());
        night(2, List.of(SKEW));
        Files.writeString(
                directory.resolve("known.yaml"),
                "- {fingerprint: \"*-G2-item-*\", reason: planted, owner: us, until: 2026-11-02}\n");

        Cli.Ended ended = diff();

        assertThat(ended.out()).contains("; known: planted");
        assertThat(ended.code()).isZero();
    }

    @Test
    void oneNightIsComparedWithOneOther() {
        night(1, List.of(SKEW));
        night(2, List.of());
        night(3, List.of(SKEW));

        assertThat(diff("--against", "20261101T020000.000Z").out()).contains("still  db=h2: G2-item", "in 2 of 2 runs");
        assertThat(diff("--night", "20261102T020000.000Z").out()).contains("not seen  db=h2");
        Cli.Ended unknown = diff("--night", "20261105T020000.000Z");
        assertThat(unknown.err())
                .contains("--night: '20261105T020000.000Z' is not a night that has ended. Known: 20261103T020000.000Z");
        assertThat(unknown.code()).isEqualTo(254);
    }

    @Test
    void aNightThatCannotBeReadIsLeftOutAndNamed() throws IOException {
        Path broken = night(1, List.of()).plan();
        Files.writeString(broken, "{\"schema\": 99}");
        night(2, List.of());

        Cli.Ended ended = diff();

        assertThat(ended.err()).contains("warning: ", broken.getParent() + " is left out: ");
        assertThat(ended.out()).contains("no earlier night to compare with");
        assertThat(ended.code()).isZero();
    }

    @Test
    void withoutANightThereIsNothingToSay() {
        assertThat(diff().err()).contains("no night of campaign nightly in ", " has ended");
        assertThat(diff("--known", "nowhere.yaml").code()).isEqualTo(254);
    }

    /** Nights of other shards have other cells. */
    @Test
    void aShardIsComparedWithItself() {
        night(1, List.of(), "1/2");
        night(2, List.of(SKEW), "1/2");
        night(3, List.of(), "2/2");

        assertThat(diff("--shard", "1/2").out()).contains("night 20261102T020000.000Z against 1 before it", "new  ");
        assertThat(diff("--shard", "2/2").out()).contains("night 20261103T020000.000Z against 0 before it");
        assertThat(diff().out()).contains("night 20261103T020000.000Z against 0 before it");
        assertThat(diff("--shard", "1/3").err()).contains("no night of campaign nightly, shard 1/3, in ", " has ended");
        assertThat(diff("--against", "20261101T020000.000Z").err())
                .contains("--against: '20261101T020000.000Z' is not a night that has ended before it. Known: none");
        assertThat(diff("--night", "/").err())
                .contains("--night: '/' is not a night that has ended. Known: 20261103T020000.000Z");
    }

    private Cli.Ended diff(String... more) {
        String store = directory.resolve("store").toString();
        String file = directory.resolve("c.yaml").toString();
        return Cli.plain()
                .run(Stream.concat(Stream.of("campaign", "diff", file, "--store", store), Stream.of(more))
                        .toArray(String[]::new));
    }

    /** @param day from 1 to 9 */
    private NightDirectory night(int day, List<StoredShape> anomalies) {
        return night(day, anomalies, "");
    }

    private NightDirectory night(int day, List<StoredShape> anomalies, String shard) {
        String id = "2026110" + day + "T020000.000Z";
        String begun = "2026-11-0" + day + "T02:00:00Z";
        var identity = new Night.Identity(id, "nightly", begun, "1", "0", shard);
        var night = new NightDirectory(
                new CampaignStore(directory.resolve("store")).folder("nightly").resolve(id));
        night.begin(new Night(identity, List.of(CELL), List.of()), "");
        int code = anomalies.isEmpty() ? 0 : 1;
        night.append(new CellResult(
                CELL.name(),
                new Ending(End.JUDGED, code, code == 0 ? "VALID" : "INVALID", List.of(), ""),
                "",
                anomalies,
                Figures.NONE,
                TeethReport.NONE,
                new Took(begun, 1)));
        return night;
    }
}
