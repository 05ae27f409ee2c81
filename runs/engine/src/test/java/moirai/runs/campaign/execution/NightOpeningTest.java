package moirai.runs.campaign.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.CampaignPlan;
import moirai.runs.campaign.file.CampaignReader;
import moirai.runs.campaign.file.PlannedCell;
import moirai.runs.campaign.file.RunOptions;
import moirai.runs.campaign.file.Shard;
import moirai.runs.files.HeldLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightOpeningTest {

    private static final String TEXT = "name: n\naxes: {db: [a, b]}\n";

    @TempDir
    private Path root;

    private final List<String> warnings = new ArrayList<>();

    private CampaignStore store;

    @BeforeEach
    void inStore() {
        store = new CampaignStore(root);
    }

    private static CampaignFile file(String text) {
        return CampaignReader.read("n.yaml", text, new RunOptions(List.of("db", "rate"), List.of()));
    }

    private static Function<LocalDate, List<Cell>> cells(CampaignFile file) {
        return date ->
                CampaignPlan.of(file, new CampaignPlan.Asked(date, Shard.WHOLE, CampaignFile.Limits.UNLIMITED, 1))
                        .cells()
                        .stream()
                        .map(PlannedCell::cell)
                        .toList();
    }

    private NightOpening.Opened open(String text, NightOpening.Wish wish) {
        CampaignFile file = file(text);
        return new NightOpening(store, file, Shard.WHOLE, warnings::add).open(cells(file), wish);
    }

    /** Begins a night and ends its first cell. */
    private NightDirectory halfDone() {
        NightDirectory directory = open(TEXT, NightOpening.Wish.RESUME).directory();
        directory.append(good(directory.read().cells().getFirst()));
        return directory;
    }

    private static CellResult good(Cell cell) {
        CellResult not = CellRecord.notStarted(cell, "");
        return new CellResult(
                cell.name(),
                new CellResult.Ending(End.JUDGED, 0, "VALID", List.of(), ""),
                "",
                List.of(),
                not.figures(),
                not.teeth(),
                not.took());
    }

    @Test
    void aNightThatDidNotEndGoesOn() {
        NightDirectory begun = halfDone();

        NightOpening.Opened opened = open(TEXT, NightOpening.Wish.RESUME);

        assertThat(opened).isEqualTo(new NightOpening.Opened(begun, true));
        assertThat(begun.read().missing()).extracting(Cell::name).containsExactly("db=b");
        assertThat(begun.file()).hasContent(TEXT.strip());
    }

    @Test
    void afterANightThatEndedANewOneBegins() throws IOException {
        NightDirectory ended = halfDone();
        ended.append(good(ended.read().missing().getFirst()));
        Files.writeString(ended.summary(), "{}");

        NightOpening.Opened opened = open(TEXT, NightOpening.Wish.RESUME);

        assertThat(opened.isResumed()).isFalse();
        assertThat(opened.directory()).isNotEqualTo(ended);
        assertThat(store.nights("n")).containsExactly(opened.directory(), ended);
    }

    /** It was killed after the last cell, and nobody has been told what it found. */
    @Test
    void aNightWithoutItsSummaryGoesOn() {
        NightDirectory killed = halfDone();
        killed.append(good(killed.read().missing().getFirst()));

        assertThat(open(TEXT, NightOpening.Wish.RESUME)).isEqualTo(new NightOpening.Opened(killed, true));
    }

    @Test
    void anEditedFileIsRefused() {
        NightDirectory begun = halfDone();

        assertThatThrownBy(() -> open(TEXT + "heap: 1g\n", NightOpening.Wish.RESUME))
                .isInstanceOf(RunException.class)
                .hasMessage("n.yaml was edited since the night "
                        + begun.read().identity().id()
                        + " began, and it did not end: expected --anyway to go on with it as the file is now, where"
                        + " results of unchanged cells stay, or --new for a new night")
                .extracting(failed -> ((RunException) failed).exitCode())
                .isEqualTo(ExitCode.REFUSED);
    }

    @Test
    void withAnEditedFileOnlyUnchangedCellsStayDone() {
        NightDirectory begun = halfDone();

        assertThat(open("name: n\naxes: {db: [c, a, b]}\n", NightOpening.Wish.RESUME_ANYWAY))
                .isEqualTo(new NightOpening.Opened(begun, true));
        assertThat(begun.read().missing()).extracting(Cell::name).containsExactly("db=c", "db=b");

        open("name: n\nrun: {rate: 5}\naxes: {db: [c, a, b]}\n", NightOpening.Wish.RESUME_ANYWAY);
        assertThat(begun.read().results()).isEmpty();
        assertThat(begun.read().missing()).hasSize(3);
    }

    @Test
    void aNewNightLeavesTheOldOne() {
        NightDirectory begun = halfDone();

        NightOpening.Opened opened = open(TEXT, NightOpening.Wish.BEGIN);

        assertThat(opened.directory()).isNotEqualTo(begun);
        assertThat(begun.read().results()).hasSize(1);
    }

    @Test
    void theNightOfAnotherShardIsAnother() {
        CampaignFile file = file(TEXT);
        var first = new NightOpening(store, file, new Shard(1, 2), warnings::add)
                .open(cells(file), NightOpening.Wish.RESUME);
        var second = new NightOpening(store, file, new Shard(2, 2), warnings::add)
                .open(cells(file), NightOpening.Wish.RESUME);

        assertThat(second.isResumed()).isFalse();
        assertThat(second.directory()).isNotEqualTo(first.directory());
        assertThat(new NightOpening(store, file, new Shard(1, 2), warnings::add).unfinished())
                .contains(first.directory());
    }

    /** A damaged night, or one of another version, must not end all later nights. */
    @Test
    void aNightThatCannotBeReadIsNamedAndLeftOut() throws IOException {
        NightDirectory broken = halfDone();
        Files.writeString(broken.results(), "{\"schema\": 99}\n");

        NightOpening.Opened opened = open(TEXT, NightOpening.Wish.RESUME);

        assertThat(opened.isResumed()).isFalse();
        assertThat(opened.directory()).isNotEqualTo(broken);
        assertThat(warnings)
                .isNotEmpty()
                .allSatisfy(warning -> assertThat(warning)
                        .isEqualTo(broken.path() + " is left out: " + broken.results()
                                + ":1: schema 99 is of another version; this one reads 1"));
        assertThat(open(TEXT, NightOpening.Wish.RESUME).directory()).isEqualTo(opened.directory());
    }

    @Test
    void aSecondCampaignInTheStoreIsTold() {
        try (HeldLock held = NightOpening.lock(store)) {
            assertThat(held.isOf(store.root().resolve("campaign.lock"))).isTrue();
            assertThatThrownBy(() -> NightOpening.lock(store))
                    .isInstanceOf(RunException.class)
                    .hasMessage("a campaign is running in " + root
                            + ": wait for its end, or give this one a store of its own (--store DIR)");
        }
        NightOpening.lock(store).close();
    }
}
