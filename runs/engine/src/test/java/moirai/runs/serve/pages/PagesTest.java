package moirai.runs.serve.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import moirai.runs.files.WholeFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagesTest {

    private static final String ATTACK = "<script>alert(1)</script>\"'{main}";

    @TempDir
    private Path root;

    private SampleStore sample;
    private Pages pages;

    @BeforeEach
    void start() {
        sample = new SampleStore(root);
        pages = new Pages(sample.store());
    }

    private String valid() throws IOException {
        return sample.add("DB 1", "serializable", "", "");
    }

    private String bug() throws IOException {
        return sample.add("DB 1", "serializable", SampleStore.BUG, SampleStore.shape(SampleStore.SHAPE, "G2-item", 4));
    }

    private String strong() throws IOException {
        return sample.add(
                "DB 2",
                "repeatable-read",
                SampleStore.STRONG,
                SampleStore.shape(SampleStore.SHAPE, "G2-item", 7) + ", "
                        + SampleStore.shape(SampleStore.OTHER_SHAPE, "lost-update", 1));
    }

    private String all(String query) {
        return pages.all(query).html();
    }

    private PageAnswer compare(String... runs) {
        String query = "run=" + String.join("&run=", List.of(runs));
        return pages.answer(List.of("compare"), query).orElseThrow();
    }

    private PageAnswer shape(String fingerprint) {
        return pages.answer(List.of("shapes", fingerprint), null).orElseThrow();
    }

    @Test
    void aBugAndAStrongExpectationDifferByWordSignAndColour() throws IOException {
        bug();
        strong();

        assertThat(all(""))
                .contains("<span class=\"badge database-bug\"><b aria-hidden=\"true\">✗</b> INVALID: database bug")
                .contains("<span class=\"badge expectation\"><b aria-hidden=\"true\">▲</b> INVALID: expectation too");
    }

    @Test
    void runsAreGroupedByDatabaseAndLevelWithTheirLastVerdicts() throws IOException {
        valid();
        valid();
        bug();
        strong();

        String page = all("");

        assertThat(page)
                .contains("aria-label=\"the last 3 runs, the oldest first: 2 VALID, 1 INVALID: database bug\"")
                .contains("aria-label=\"the last 1 run, the oldest first: 1 INVALID: expectation too strong\"")
                .contains("href=\"/?database=DB+1&amp;isolation=serializable&amp;verdict=VALID\"")
                .contains("2 VALID");
    }

    @Test
    void eachFilterNarrowsTheTable() throws IOException {
        valid();
        bug();
        strong();

        assertThat(all("database=DB+1")).contains("2 of 3 runs");
        assertThat(all("isolation=repeatable-read")).contains("1 of 3 runs");
        assertThat(all("verdict=INVALID")).contains("2 of 3 runs");
        assertThat(all("verdict=INVALID%3A+database+bug")).contains("1 of 3 runs", "selected>INVALID: database bug<");
        assertThat(all("database=DB+1&isolation=repeatable-read")).contains("0 of 3 runs");
        assertThat(all("verdict=VALI")).contains("0 of 3 runs");
    }

    @Test
    void aPageAsksAgainByItselfOnlyIfItsReaderWantsThat() {
        assertThat(all("")).doesNotContain("http-equiv=\"refresh\"").contains("reload=on");
        assertThat(all("reload=on")).contains("http-equiv=\"refresh\" content=\"60\"", "Stop that");
    }

    @Test
    void twoRunsStandSideBySideTheOlderOnTheLeft() throws IOException {
        String older = valid();
        String newer = bug();

        PageAnswer answer = compare(newer, older);

        assertThat(answer.status()).isEqualTo(200);
        String page = answer.html();
        assertThat(page.indexOf(older)).isLessThan(page.indexOf(newer));
        assertThat(page)
                .contains(cells("committed/s", "100.0", "80.0", "-20.0 %"))
                .contains(cells("aborted", "50", "50", "same"))
                .contains(cells("latency p50, ms", "1.20", "1.20", "same"))
                .contains(cells("asked for", "serializable", "serializable", "same"))
                .contains(cells("meaning", "–", SampleStore.BUG, "<b>≠ differs</b>"));
        assertThat(page.replaceAll("<[^>]*>", "|"))
                .containsPattern("serializable\\|+holds\\|+broken\\|+≠ differs")
                .containsPattern("snapshot-isolation\\|+holds\\|+holds\\|+same");
    }

    /** Returns a row of the comparison as its cells in order. */
    private static String cells(String name, String left, String right, String difference) {
        return "<tr><th scope=\"row\">" + name + "</th><td data-label=\"older\">" + left
                + "</td><td data-label=\"newer\">" + right + "</td><td data-label=\"difference\">"
                + difference + "</td></tr>";
    }

    @Test
    void shapesOfTwoRunsAreInOneOrInBoth() throws IOException {
        String one = bug();
        String other = strong();

        assertThat(compare(one, other).html().replaceAll("<[^>]*>", "|"))
                .containsPattern(SampleStore.SHAPE + "\\|+write skew\\|+×4, forbidden\\|+×7, forbidden\\|+in both")
                .containsPattern(
                        SampleStore.OTHER_SHAPE + "\\|+lost update\\|+not seen\\|+×1, forbidden\\|+only in the newer");
        assertThat(compare(valid(), valid()).html()).contains("Neither run found an anomaly");
    }

    @Test
    void aComparisonOfOtherThanTwoRunsSaysSo() throws IOException {
        String run = valid();

        for (PageAnswer answer : List.of(
                pages.answer(List.of("compare"), null).orElseThrow(),
                compare(run),
                compare(run, run),
                compare(run, valid(), valid()),
                compare("%zz"))) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.html()).contains("A comparison needs two runs, and", "href=\"/\"");
        }
    }

    @Test
    void aRunThatIsGoneOrDidNotEndOrIsUnreadableCannotBeCompared() throws IOException {
        String run = valid();
        String open = Frame.key(sample.store().create("open", Instant.EPOCH).path());
        String broken = sample.add("{", "{");
        String gone = bug();
        assertThat(compare(run, gone).status()).isEqualTo(200);

        WholeFile.removeTree(root.resolve(gone));

        assertThat(compare(run, gone).status()).isEqualTo(404);
        assertThat(compare(run, gone).html()).contains("There is no run &#39;" + gone + "&#39; in this store");
        assertThat(compare(run, "../" + run).status()).isEqualTo(404);
        assertThat(compare(run, open).status()).isEqualTo(422);
        assertThat(compare(run, open).html()).contains("did not end");
        assertThat(compare(run, broken).status()).isEqualTo(422);
        assertThat(compare(run, broken).html()).contains("cannot be read");
    }

    @Test
    void aShapeHasItsHistoryOverTheRunsThatCouldShowIt() throws IOException {
        valid();
        bug();
        valid();
        strong();
        sample.add("DB 3", "serializable", "", "");

        PageAnswer answer = shape(SampleStore.SHAPE);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.html())
                .contains("write skew", "in 1 of 3 runs", "in 1 of 1 run")
                .contains("the oldest first: 1 not seen, 1 seen, 1 not seen")
                .contains("seen ×4", "seen ×7")
                .doesNotContain("DB 3");
    }

    @Test
    void allShapesAreListedWithTheirRuns() throws IOException {
        PageAnswer none = pages.answer(List.of("shapes"), null).orElseThrow();
        bug();
        strong();

        PageAnswer answer = pages.answer(List.of("shapes"), null).orElseThrow();

        assertThat(none.html()).contains("No run in this store found an anomaly");
        assertThat(answer.html())
                .contains("href=\"/shapes/" + SampleStore.SHAPE + "\"", "href=\"/shapes/" + SampleStore.OTHER_SHAPE)
                .contains("DB 2 repeatable-read, DB 1 serializable");
    }

    @Test
    void shapesAreFilteredByTheirRunsAndByTheirNames() throws IOException {
        bug();
        strong();

        assertThat(shapes("database=DB+2"))
                .contains("/shapes/" + SampleStore.SHAPE)
                .doesNotContain("DB 1 serial");
        assertThat(shapes("q=lost+update"))
                .contains("/shapes/" + SampleStore.OTHER_SHAPE, "value=\"lost update\"", "Show all")
                .doesNotContain("/shapes/" + SampleStore.SHAPE);
        assertThat(shapes("q=nothing")).contains("No shape is left");
        assertThat(shapes("q=" + URLEncoder.encode(ATTACK, StandardCharsets.UTF_8)))
                .doesNotContain("<script");
    }

    private String shapes(String query) {
        return pages.answer(List.of("shapes"), query).orElseThrow().html();
    }

    @Test
    void anUnknownShapeIsNotFound() throws IOException {
        bug();

        assertThat(shape("none").status()).isEqualTo(404);
        assertThat(shape("none").html()).contains("No run in this store shows an anomaly of the shape &#39;none&#39;");
        assertThat(pages.answer(List.of("shapes", "a", "b"), null)).isEmpty();
        assertThat(pages.answer(List.of("compare", "a"), null)).isEmpty();
        assertThat(pages.answer(List.of(), null)).isEmpty();
    }

    /** A result file that is made again, or is broken, is read again. */
    @Test
    void shapesAreThoseOfTheFilesAsTheyAreNow() throws IOException {
        Path results = root.resolve(bug()).resolve("results.json");
        assertThat(shape(SampleStore.SHAPE).status()).isEqualTo(200);

        Files.writeString(results, "{\"fingerprints\": [");
        Files.setLastModifiedTime(results, FileTime.fromMillis(1_000));

        assertThat(shape(SampleStore.SHAPE).status()).isEqualTo(404);
    }

    @Test
    void noPageHasMarkupOfARunOrAnAddress() throws IOException {
        String escapedAttack = ATTACK.replace("\"", "\\\"");
        String one = sample.add(
                ATTACK, ATTACK, SampleStore.BUG + ATTACK, SampleStore.shape(escapedAttack, escapedAttack, 4));
        String other = bug();
        String encoded = URLEncoder.encode(ATTACK, StandardCharsets.UTF_8);

        List<String> all = List.of(
                all(""),
                all("q=" + encoded + "&database=" + encoded + "&isolation=" + encoded + "&verdict=" + encoded),
                compare(one, other).html(),
                compare(one, encoded).html(),
                pages.answer(List.of("shapes"), null).orElseThrow().html(),
                shape(ATTACK).html(),
                shape("x" + ATTACK).html());

        assertThat(shape(ATTACK).status()).isEqualTo(200);
        assertThat(all)
                .allSatisfy(page -> assertThat(page)
                        .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&#123;main}")
                        .doesNotContain("<script", "'{main}"));
    }
}
