package moirai.runs.campaign.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.trends.Alarms;
import moirai.runs.campaign.trends.Change;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;
import org.junit.jupiter.api.Test;

class NightChangesTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 29);

    /** A bug that is there from the third night to the eighth and again in the last one, one that is always there. */
    @Test
    void bugsThatComeAndGo() {
        var nights = new SimulatedNights(new Random(1), "comes-and-goes", "always", "honest");
        var told = new StringBuilder();
        for (int night = 1; night <= 16; night++) {
            boolean isThere = (night >= 3 && night <= 8) || night == 16;
            nights.add(isThere ? 1 : 0, 1, 0);
            told.append(night).append(' ').append(words(nights.changes())).append('\n');
        }

        assertThat(told).hasToString("""
                1 always new
                2 always still
                3 comes-and-goes new, always still
                4 comes-and-goes still, always still
                5 comes-and-goes still, always still
                6 comes-and-goes still, always still
                7 comes-and-goes still, always still
                8 comes-and-goes still, always still
                9 always still, comes-and-goes not seen
                10 always still, comes-and-goes not seen
                11 always still, comes-and-goes not seen
                12 always still, comes-and-goes not seen
                13 always still, comes-and-goes gone
                14 always still
                15 always still
                16 comes-and-goes back, always still
                """);
    }

    @Test
    void theTextSaysWhyAndWhatIsMissing() {
        var nights = new SimulatedNights(new Random(1), "h2", "postgres", "sqlite");
        for (int night = 1; night <= 6; night++) {
            nights.add(1, night == 2 ? 1 : 0, 0);
        }
        nights.add(0, 1, -1);
        var known = new KnownFailures(
                List.of(
                        new KnownFailure(
                                SimulatedNights.SKEW.fingerprint(),
                                "db=h2",
                                "issue 3894",
                                "",
                                "storage",
                                DAY.minusDays(1)),
                        new KnownFailure("1234-G1a", "", "fixed", "", "storage", DAY)),
                DAY);

        assertThat(NightChangesText.of(nights.changes(), known)).isEqualTo("""
                flaky  db=postgres: G2-item (write skew, 33af08e8-G2-item-rw-rw): in 2 of 6 runs
                       since it was first seen
                not seen  db=h2: G2-item (write skew, 33af08e8-G2-item-rw-rw): in 6 of 7 runs,
                          in none of the last 1; gone if 4 more runs without it follow; known
                          until 2026-11-28, which is over
                ended  db=h2: valid, before invalid
                ended  db=postgres: invalid, before valid
                ended  db=sqlite: internal error, before valid
                expired  33af08e8-G2-item-rw-rw was known until 2026-11-28 (storage)
                """);
    }

    /** Long cycles have many shapes: another one of a phenomenon that is there each night is no news. */
    @Test
    void anotherShapeOfAPhenomenonThatWasSeenIsAVariant() {
        var nights = new SimulatedNights(new Random(1), "h2");
        nights.add(1);
        nights.shape(new StoredShape("0275-G2-item-11-edges", "G2-item", "write skew", 1, false, true));
        nights.add(1);

        assertThat(words(nights.changes())).isEqualTo("h2 another shape, h2 not seen");
        assertThat(nights.changes().newFailures()).isEmpty();
    }

    /** What was gone and comes back in another shape is news. */
    @Test
    void anotherShapeOfAPhenomenonThatWasGoneIsNew() {
        var nights = new SimulatedNights(new Random(1), "h2");
        for (int night = 0; night < 20; night++) {
            nights.add(night < 10 ? 1 : 0);
        }
        nights.shape(new StoredShape("0275-G2-item-11-edges", "G2-item", "write skew", 1, false, true));
        nights.add(1);

        assertThat(words(nights.changes())).isEqualTo("h2 new");
    }

    /** A known failure hides neither a promoted case nor a doubt, nor what the process did not clear up. */
    @Test
    void aKnownFailureHidesNothingElse() {
        var known = new KnownFailures(
                List.of(new KnownFailure(SimulatedNights.SKEW.fingerprint(), "", "known", "", "storage", DAY)), DAY);

        assertThat(known.code(result(End.JUDGED, 1, List.of()))).isEqualTo(ExitCode.VALID);
        assertThat(known.code(result(End.JUDGED, 1, List.of("a promoted case of it was shown"))))
                .isEqualTo(ExitCode.INVALID);
        assertThat(known.code(result(End.HUNG, -1, List.of()))).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aNightWithoutCellsHasNoEvidence() {
        var none = new Night(new Night.Identity("1", "n", "1", "1", "0", "8/8"), List.of(), List.of());

        assertThat(KnownFailures.NONE.code(none)).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
    }

    private static CellResult result(End end, int code, List<String> missed) {
        return new CellResult(
                "db=h2",
                new CellResult.Ending(end, code, "INVALID", missed, ""),
                "",
                List.of(SimulatedNights.SKEW),
                Figures.NONE,
                TeethReport.NONE,
                new CellResult.Took("", 1));
    }

    /** What a level allows comes and goes, and is no business of a night. */
    @Test
    void whatIsNotForbiddenIsNoChange() {
        var nights = new SimulatedNights(new Random(1), "h2");
        nights.shape(new StoredShape("0275-G2-item-11-edges", "G2-item", "write skew", 1, false, false));
        nights.add(1);

        assertThat(nights.changes().shapes()).isEmpty();
    }

    @Test
    void aPatternStandsForManyShapes() {
        var known = new KnownFailure("*-G2-item-*", "db=h2*", "known", "", "storage", DAY);

        assertThat(known.isAbout("db=h2 workload=append", SimulatedNights.SKEW)).isTrue();
        assertThat(known.isAbout("db=sqlite workload=append", SimulatedNights.SKEW))
                .isFalse();
        assertThat(known.isAbout("db=h2", new StoredShape("1-G1a", "G1a", "aborted read", 1, false, true)))
                .isFalse();
    }

    @Test
    void aKnownFailureDoesNotFailTheNightUntilItExpires() {
        var nights = new SimulatedNights(new Random(1), "h2-2.4", "sqlite");
        Night night = nights.add(1, 0);
        var here = new KnownFailure(SimulatedNights.SKEW.fingerprint(), "db=h2-*", "known", "", "storage", DAY);
        var elsewhere = new KnownFailure(SimulatedNights.SKEW.fingerprint(), "db=h3-*", "known", "", "storage", DAY);

        assertThat(KnownFailures.NONE.code(night)).isEqualTo(ExitCode.INVALID);
        assertThat(new KnownFailures(List.of(here), DAY).code(night)).isEqualTo(ExitCode.VALID);
        assertThat(new KnownFailures(List.of(here), DAY.plusDays(1)).code(night))
                .isEqualTo(ExitCode.INVALID);
        assertThat(new KnownFailures(List.of(elsewhere), DAY).code(night)).isEqualTo(ExitCode.INVALID);
    }

    /** Figures and flaky bugs that vary as much each night: what is told of them is a false alarm. */
    @Test
    void fortnightsWithoutAChangeHaveFewFalseAlarms() {
        int nightCount = 0;
        int alarms = 0;
        for (int fortnight = 0; fortnight < 200; fortnight++) {
            var nights = new SimulatedNights(new Random(fortnight), "a", "b", "c", "d");
            for (int night = 0; night < 14; night++) {
                nights.add(0, 0.2, 0.7, 1);
                NightChanges changes = nights.changes();
                boolean isAlarm = !changes.figures().isEmpty()
                        || changes.shapes().stream()
                                .map(change -> change.trend().change())
                                .anyMatch(change ->
                                        change == Change.GONE || change == Change.BACK || change == Change.MORE_OFTEN);
                nightCount++;
                alarms += isAlarm ? 1 : 0;
            }
        }

        assertThat((double) alarms / nightCount).isLessThanOrEqualTo(Alarms.SHARE_MAX);
    }

    private static String words(NightChanges changes) {
        return changes.shapes().stream()
                .map(change -> change.cell().substring("db=".length()) + " "
                        + change.trend().change().words())
                .collect(Collectors.joining(", "));
    }
}
