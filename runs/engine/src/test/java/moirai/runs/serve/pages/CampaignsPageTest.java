package moirai.runs.serve.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.NightFormat;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.store.RunStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignsPageTest {

    private static final String ID = "20261109T020000.000Z";

    @TempDir
    private Path root;

    private Pages pages;

    @BeforeEach
    void start() {
        pages = new Pages(new RunStore(root));
    }

    private PageAnswer page(String... path) {
        return pages.answer(List.of(path), null).orElseThrow();
    }

    private NightDirectory begun(Night night) {
        var directory = new NightDirectory(new CampaignStore(root)
                .folder("nightly")
                .resolve(night.identity().id()));
        directory.begin(night, "");
        return directory;
    }

    private void write(AssessedNight assessed) throws IOException {
        NightDirectory directory = begun(assessed.night());
        Files.writeString(
                directory.summary(),
                NightFormat.summary(
                        assessed.night(),
                        List.of(),
                        assessed.code(),
                        result -> assessed.known().code(result)));
        Files.writeString(directory.page(), "");
    }

    @Test
    void nightsAreAStripAndLeadToTheirPagesAndRuns() throws IOException {
        AssessedNight ninth = SampleNights.ninth();
        for (Night earlier : ninth.earlier()) {
            write(new AssessedNight(earlier, List.of(), ninth.known()));
        }
        write(ninth);

        String all = page("campaigns").html();
        String nights = page("campaigns", "nightly").html();
        String night = page("campaigns", "nightly", ID).html();

        assertThat(all)
                .contains(
                        "href=\"/campaigns/nightly\">nightly</a>",
                        "href=\"/runs/campaigns/nightly/" + ID + "/campaign.html\">2026-11-09 02:00:00</a>",
                        "exit 1 (invalid)",
                        "aria-label=\"the last 9 nights, the oldest first: 1 valid, 1 invalid, 1 valid,");
        assertThat(nights)
                .contains("href=\"/campaigns/nightly/" + ID + "\">4 runs</a>", "1 known", "2 valid", "1 crashed")
                .contains("1 invalid", "1 threshold missed", "1 not started");
        assertThat(night)
                .contains(
                        "db=memory:lost-update",
                        "href=\"/runs/" + SampleNights.cell("db=h2").runName() + "/20261109T020001.000Z/report.html\"",
                        "</b> known");
    }

    @Test
    void aNightThatDidNotEndOrCannotBeReadIsNamed() throws IOException {
        Night good = SampleNights.of(1, "1/2", List.of(SampleNights.result("db=h2", 1, List.of())));
        begun(new Night(
                good.identity(), List.of(SampleNights.cell("db=h2"), SampleNights.cell("db=x")), good.results()));
        Files.writeString(begun(SampleNights.of(2, "", List.of())).plan(), "{\"schema\": 99}");

        String nights = page("campaigns", "nightly").html();

        assertThat(nights).contains("did not end", "cannot be read", "shard 1/2", "1 missing");
        assertThat(nights).doesNotContain("campaign.html");
    }

    @Test
    void aNightThatIsWrittenAnewIsReadAnew() throws IOException {
        AssessedNight ninth = SampleNights.ninth();
        write(ninth);
        assertThat(page("campaigns").html()).contains("exit 1 (invalid)");
        Path summary = new CampaignStore(root).newest("nightly").orElseThrow().summary();

        Files.writeString(summary, Files.readString(summary).replace("\"exit-code\" : 1", "\"exit-code\" : 3"));
        Files.setLastModifiedTime(summary, FileTime.from(Instant.EPOCH));

        assertThat(page("campaigns").html()).contains("exit 3 (insufficient evidence)");
    }

    @Test
    void namesAreNoMarkup() throws IOException {
        write(new AssessedNight(
                SampleNights.of(9, "", List.of(SampleNights.result("db=<script>{main}", 9, List.of()))),
                List.of(),
                SampleNights.ninth().known()));

        assertThat(page("campaigns", "nightly", ID).html())
                .contains("db=&lt;script&gt;&#123;main}")
                .doesNotContain("<script");
    }

    /** It began in another store, whose runs this server does not serve. */
    @Test
    void aRunOfAnotherStoreIsNamedOnly() throws IOException {
        write(new AssessedNight(
                SampleNights.of(
                        9,
                        "",
                        List.of(SampleNights.result("db=h2", 9, List.of()).withRun("../one/h2/T"))),
                List.of(),
                SampleNights.ninth().known()));

        assertThat(page("campaigns", "nightly", ID).html())
                .contains("../one/h2/T")
                .doesNotContain("/runs/../");
    }

    @Test
    void whatIsNotThereIsAnsweredByAPage() {
        assertThat(page("campaigns").html()).contains("No campaign has run in this store.");
        assertThat(page("campaigns", "nightly").status()).isEqualTo(404);
        assertThat(page("campaigns", "nightly", ID).status()).isEqualTo(404);
        assertThat(pages.answer(List.of("campaigns", "a", "b", "c"), null)).isEmpty();
    }
}
