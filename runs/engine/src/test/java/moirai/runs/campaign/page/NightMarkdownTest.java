package moirai.runs.campaign.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.export.Markdown;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;

class NightMarkdownTest {

    @Test
    void whatIsNewComesFirstAndEachRunIsALink() {
        String markdown = NightMarkdown.of(SampleNights.ninth(), "https://ci.example.org/7/store/");

        assertThat(markdown.indexOf("**new** db=h2")).isBetween(1, markdown.indexOf("### Other changes"));
        Golden.assertMatches("night.md", markdown);
    }

    @Test
    void withoutAnAddressRunsAreNamed() {
        assertThat(NightMarkdown.of(SampleNights.ninth(), ""))
                .contains("| " + SampleNights.cell("db=h2").runName() + "/20261109T020001.000Z |")
                .doesNotContain("](");
    }

    /** GitHub refuses a comment of more than 65,536 characters. */
    @Test
    void aLargeNightStaysWithinTheBoundAndSaysWhatIsLeftOut() {
        List<CellResult> results = IntStream.range(0, 3_000)
                .mapToObj(number -> SampleNights.result(
                        "db=" + "é".repeat(200) + number,
                        2,
                        number % 2 == 0 ? List.of() : Collections.nCopies(20, SampleNights.SKEW)))
                .toList();
        var assessed = new AssessedNight(SampleNights.of(2, "", results), List.of(), KnownFailures.NONE);

        String markdown = NightMarkdown.of(assessed, NightMarkdown.FROM_NIGHT);

        assertThat(Markdown.bytes(markdown)).isBetween(Markdown.BYTES_MAX - 2_000, Markdown.BYTES_MAX);
        assertThat(markdown)
                .containsPattern("- and \\S+ changes more\n")
                .containsPattern("There is no room here for \\S+ more cells, of which \\S+ are not good: they are in");
    }

    /** Names come from files and databases. */
    @Test
    void namesAreNoMarkup() {
        CellResult odd = SampleNights.result("db=<b>|*x*\n# y", 2, List.of());

        assertThat(NightMarkdown.of(
                        new AssessedNight(SampleNights.of(2, "", List.of(odd)), List.of(), KnownFailures.NONE), ""))
                .contains("db=&lt;b&gt;\\|\\*x\\* \\# y")
                .doesNotContain("<b>");
    }
}
