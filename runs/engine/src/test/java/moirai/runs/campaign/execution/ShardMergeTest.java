package moirai.runs.campaign.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.EarlierNights;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.CampaignReader;
import moirai.runs.campaign.file.RunOptions;
import moirai.runs.store.StoredShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardMergeTest {

    private static final CampaignFile FILE = CampaignReader.read(
            "n.yaml", "name: nightly\naxes: {db: [a, b, c, d]}\n", new RunOptions(List.of("db"), List.of()));

    @TempDir
    private Path root;

    private final List<String> warnings = new ArrayList<>();

    private CampaignStore store(String name) {
        return new CampaignStore(root.resolve(name));
    }

    private NightDirectory merge(String... from) {
        return new ShardMerge(store("all"), FILE, warnings::add)
                .merge(Stream.of(from).map(this::store).toList(), date -> cells("a", "b", "c", "d"));
    }

    private static List<Cell> cells(String... names) {
        return Stream.of(names).map(name -> SampleNights.cell("db=" + name)).toList();
    }

    private NightDirectory night(String store, int day, String shard, String... done) {
        return ran(store, day, shard, FILE.source().digest(), "1", done);
    }

    /** Writes the night of a shard: the odd cells are of the first of two, the even ones of the second. */
    private NightDirectory ran(String store, int day, String shard, String digest, String moirai, String... done) {
        String id = String.format(Locale.ROOT, "202611%02dT02000%c.000Z", day, shard.charAt(0));
        String begun = String.format(Locale.ROOT, "2026-11-%02dT02:00:0%cZ", day, shard.charAt(0));
        var directory = new NightDirectory(store(store).folder("nightly").resolve(id));
        directory.begin(
                new Night(
                        new Night.Identity(id, "nightly", begun, moirai, digest, shard),
                        shard.startsWith("1") ? cells("a", "c") : cells("b", "d"),
                        Stream.of(done)
                                .map(name -> SampleNights.result("db=" + name, day, List.of()))
                                .toList()),
                FILE.source().text());
        return directory;
    }

    @Test
    void everyCellIsThereOnceAndLeadsToItsRun() {
        night("one", 2, "1/2", "c", "a");
        night("two", 2, "2/2", "b", "d");

        NightDirectory directory = merge("one", "two");

        Night night = directory.read();
        assertThat(night.isEnded()).isTrue();
        assertThat(night.identity().shard()).isEmpty();
        assertThat(night.results()).extracting(CellResult::cell).containsExactly("db=a", "db=b", "db=c", "db=d");
        assertThat(night.result("db=b").orElseThrow().run())
                .isEqualTo("../two/" + SampleNights.cell("db=b").runName() + "/20261102T020001.000Z");
        assertThat(directory.file()).hasContent(FILE.source().text().strip());
        assertThat(warnings).isEmpty();
    }

    @Test
    void shardsInTheStoreItselfHaveTheRunsThatTheyHad() {
        night("all", 2, "1/2", "a", "c");
        night("all", 2, "2/2", "b", "d");

        assertThat(merge("all").read().results())
                .allSatisfy(result -> assertThat(result.run()).doesNotContain(".."));
    }

    @Test
    void aShardThatIsMissingOrDidNotEndIsSeen() {
        night("one", 2, "1/2", "a");

        List<CellResult> results = merge("one").read().results();

        assertThat(results)
                .extracting(result -> result.ending().end())
                .containsExactly(End.JUDGED, End.NOT_STARTED, End.NOT_STARTED, End.NOT_STARTED);
        assertThat(results)
                .extracting(result -> result.ending().detail())
                .containsExactly(
                        "",
                        "there is no night of shard 2/2",
                        "the night of shard 1/2 did not end",
                        "there is no night of shard 2/2");
    }

    @Test
    void aShardWithoutANewNightIsMissingInTheNextOne() {
        night("one", 2, "1/2", "a", "c");
        night("two", 2, "2/2", "b", "d");
        Path second = merge("one", "two").path();
        night("one", 3, "1/2", "a", "c");

        NightDirectory third = merge("one", "two");

        assertThat(third.path()).isNotEqualTo(second);
        assertThat(third.read().results())
                .filteredOn(CellResult::isGood)
                .extracting(CellResult::cell)
                .containsExactly("db=a", "db=c");
        assertThat(warnings).isEmpty();
    }

    /** A job that is repeated finds the night that it has made. */
    @Test
    void aMergeThatIsRepeatedMakesTheSameNight() {
        night("one", 2, "1/2", "a", "c");
        night("two", 2, "2/2", "b", "d");
        NightDirectory first = merge("one", "two");
        Night night = first.read();

        NightDirectory again = merge("one", "two");

        assertThat(again.path()).isEqualTo(first.path());
        assertThat(again.read()).isEqualTo(night);
        assertThat(store("all").nights("nightly")).hasSize(1);
        assertThat(warnings).containsExactly("the night " + first.path() + " is made again");
    }

    /** A machine was lost, the others were merged, and its shard was repeated. */
    @Test
    void aShardThatIsRepeatedComesBesideTheOthers() {
        var lost = new StoredShape("3d1f-lost-update", "lost-update", "lost update", 12, false, true);
        NightDirectory two = night("two", 2, "2/2", "d");
        two.append(SampleNights.result("db=b", 2, List.of(lost)));
        merge("two");
        night("one", 2, "1/2", "a", "c");

        NightDirectory again = merge("one", "two");

        assertThat(again.read().isEnded()).isTrue();
        assertThat(KnownFailures.NONE.code(again.read())).isEqualTo(ExitCode.INVALID);
        assertThat(store("all").nights("nightly")).hasSize(1);
    }

    @Test
    void nothingToMergeIsRefused() {
        assertThatThrownBy(() -> merge("one", "two"))
                .isInstanceOf(RunException.class)
                .hasMessage("no shard of the campaign nightly has a night in "
                        + store("one").store() + ", " + store("two").store()
                        + ": expected stores in which 'campaign run --shard I/N' ran");
    }

    /** A machine of CI that keeps joined nights alone compares its shard with them, and no run counts twice. */
    @Test
    void aShardIsComparedWithJoinedNights() {
        night("one", 2, "1/2", "a", "c");
        night("all", 2, "2/2", "b", "d");
        merge("one", "all");
        Night tonight = night("all", 3, "2/2", "b", "d").read();

        assertThat(EarlierNights.before(tonight, store("all"), warnings::add))
                .extracting(night -> night.identity().shard())
                .containsExactly("");
    }

    @Test
    void ofAShardTheNewestNightCountsAndNoneOfAnotherDay() {
        night("one", 1, "1/2", "a", "c");
        night("two", 2, "2/2", "b");
        night("two", 3, "2/2", "b", "d");

        List<CellResult> results = merge("one", "two").read().results();

        assertThat(results)
                .filteredOn(CellResult::isGood)
                .extracting(CellResult::cell)
                .containsExactly("db=b", "db=d");
        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("one", " is left out: it began more than a day before ", "two");
    }

    @Test
    void shardsOfDifferentFilesVersionsAndDivisionsAreRefusedByName() {
        Path one = night("one", 2, "1/2", "a").path();
        Path file = ran("file", 2, "2/2", "0", "1").path();
        Path version = ran("version", 2, "2/2", FILE.source().digest(), "2").path();
        Path division = night("division", 2, "2/3").path();

        assertThatThrownBy(() -> merge("one", "file"))
                .hasMessage(file + ", shard 2/2, ran another file than n.yaml is now: expected shards of one file,"
                        + " and that file");
        assertThatThrownBy(() -> merge("one", "version"))
                .hasMessage(version + " was run by version 2 of Moirai, and " + one + " by 1: expected one version");
        assertThatThrownBy(() -> merge("one", "division"))
                .hasMessage(division + " is shard 2/3, and " + one + " is 1/2: expected parts of one division");
        assertThat(Files.exists(root.resolve("all"))).isFalse();
    }

    @Test
    void aCellInTwoShardsIsRefused() {
        Path one = night("one", 2, "1/2", "a").path();
        var twice = new NightDirectory(store("two").folder("nightly").resolve("20261102T020002.000Z"));
        twice.begin(
                new Night(
                        new Night.Identity(
                                "20261102T020002.000Z",
                                "nightly",
                                "2026-11-02T02:00:02Z",
                                "1",
                                FILE.source().digest(),
                                "2/2"),
                        cells("a"),
                        List.of()),
                "");

        assertThatThrownBy(() -> merge("one", "two"))
                .hasMessageStartingWith("the cell db=a is in " + one + " and in " + twice.path());
        assertThat(Files.exists(root.resolve("all"))).isFalse();
    }
}
