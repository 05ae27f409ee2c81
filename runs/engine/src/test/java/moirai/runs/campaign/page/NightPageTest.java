package moirai.runs.campaign.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.CellResult.Ending;
import moirai.runs.campaign.CellResult.Took;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.SampleNights;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.Test;

class NightPageTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 29);
    private static final StoredShape SKEW =
            new StoredShape("33af08e8-G2-item-rw-rw", "G2-item", "write skew", 3, false, true);

    @Test
    void everyCellLeadsToItsReportAndSaysItsStateInWords() {
        String page = NightPage.of(assessed("h2", KnownFailures.NONE));

        assertThat(page)
                .contains("exit 1 (invalid)")
                .contains("class=\"box bad\" title=\"db=h2: failed\" href=\"../../../h2-1/20261129/report.html\"")
                .contains("new</b> <span>db=h2: G2-item (write skew, 33af08e8-G2-item-rw-rw)")
                .doesNotContainPattern("\\{[a-z]+}");
    }

    @Test
    void everyColumnOfTheRunsHasAHead() {
        String runs = NightPage.of(assessed("h2", KnownFailures.NONE)).replaceFirst("(?s).*<h2>Runs</h2>", "");

        assertThat(runs.split("<th scope=\"col\">")).hasSameSizeAs((runs + "<td>x").split("<td"));
    }

    @Test
    void thoseThatNeedALookComeFirst() {
        String runs = NightPage.of(SampleNights.ninth()).replaceFirst("(?s).*<h2>Runs</h2>", "");

        assertThat(runs)
                .containsSubsequence(
                        "db=h2</th>",
                        "db=postgres</th>",
                        "db=mariadb</th>",
                        "db=memory:<wbr>lost-update</th>",
                        "db=hsqldb</th>",
                        "db=mock</th>");
    }

    /** A page that is sent on alone has to say what it is of. */
    @Test
    void thePageSaysWhatItWasMadeWith() {
        assertThat(NightPage.of(SampleNights.ninth()))
                .contains(
                        "Began 2026-11-09T02:00:00Z, all cells. Moirai 1.2.3. SHA-256 of the campaign file: <code>0<");
        assertThat(NightPage.of(new AssessedNight(
                        SampleNights.of(9, "3/8", List.of(SampleNights.result("db=h2", 9, List.of()))),
                        List.of(),
                        KnownFailures.NONE)))
                .contains(", shard 3/8. Moirai");
    }

    /** Its axes are its own: it would add a row and a column of which no other cell has a value. */
    @Test
    void canariesAreNoPartOfTheMap() {
        Night night = SampleNights.of(9, "", List.of(SampleNights.result("db=h2", 9, List.of())));
        var canary = new Cell(Map.of("bug", "lost-update"), List.of(), List.of(), 60, true);

        String page = NightPage.of(new AssessedNight(
                new Night(night.identity(), List.of(canary, night.cells().getFirst()), night.results()),
                List.of(),
                KnownFailures.NONE));

        assertThat(page)
                .contains("must find their bug: <span class=\"box none\" title=\"canary bug=lost-update: not run\">")
                .contains("<th scope=\"col\">db</th><th scope=\"col\">run</th>")
                .doesNotContain(">bug</th>", ">others</th>");
    }

    @Test
    void theMapOfOneAxisNamesItsColumn() {
        assertThat(NightPage.of(assessed("h2", KnownFailures.NONE)))
                .contains("<th scope=\"col\">db</th><th scope=\"col\">run</th>")
                .doesNotContain("<th scope=\"col\"></th>", "data-column=\"\"");
    }

    /** The reason is a sentence, for which the column of the teeth has no room. */
    @Test
    void teethThatWereNotMeasuredSayWhyBesideWhatWasFound() {
        var registers = TeethReport.none("a history of registers");
        CellResult result = SampleNights.result("db=h2", 9, List.of()).with(registers);

        assertThat(NightPage.of(
                        new AssessedNight(SampleNights.of(9, "", List.of(result)), List.of(), KnownFailures.NONE)))
                .contains("data-column=\"teeth\">not measured<", "data-column=\"found\">a history of registers<");
    }

    @Test
    void aKnownFailureIsNeitherGoodNorBad() {
        var known = new KnownFailures(
                List.of(new KnownFailure("33af08e8-*", "", "H2 issue 3894", "", "storage", DAY)), DAY);

        assertThat(NightPage.of(assessed("h2", known)))
                .contains("exit 0 (valid)")
                .contains("class=\"box known\" title=\"db=h2: failed as is known\"");
    }

    /** Names come from files and databases. */
    @Test
    void namesAreNoMarkup() {
        String page = NightPage.of(assessed("<script>alert(1)</script>{rows}", KnownFailures.NONE));

        assertThat(page).contains("&lt;script").doesNotContain("<script").doesNotContain("{rows}");
    }

    private static AssessedNight assessed(String db, KnownFailures known) {
        var cell = new Cell(Map.of("db", db), List.of("--db", db), List.of(), 60, false);
        var result = new CellResult(
                cell.name(),
                new Ending(End.JUDGED, 1, "INVALID", List.of(), ""),
                "h2-1/20261129",
                List.of(SKEW),
                Figures.NONE,
                TeethReport.NONE,
                new Took("2026-11-29T02:00:00Z", 1));
        var night = new Night(
                new Night.Identity("20261129T020000.000Z", "nightly", "2026-11-29T02:00:00Z", "1", "0", ""),
                List.of(cell),
                List.of(result));
        return new AssessedNight(night, List.of(), known);
    }
}
