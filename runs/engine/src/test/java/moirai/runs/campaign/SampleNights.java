package moirai.runs.campaign;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import moirai.runs.campaign.CellResult.Ending;
import moirai.runs.campaign.CellResult.Took;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.latency.Latency;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;

/** Nights in which cells end in each way. */
public final class SampleNights {

    public static final StoredShape SKEW =
            new StoredShape("33af08e8-G2-item-rw-rw", "G2-item", "write skew", 3, false, true);
    public static final StoredShape LOST_UPDATE =
            new StoredShape("3d1f0a42-lost-update-ww-rw", "lost-update", "lost update", 12, true, true);

    private static final LocalDate DAY = LocalDate.of(2026, 11, 9);
    private static final int EARLIER = 8;

    private SampleNights() {}

    /**
     * Returns the ninth night of seven cells: write skew is new in one and not seen any more in another; a lost update
     * is there as always, and is known; one crashed, one missed a threshold, and one was not started.
     */
    public static AssessedNight ninth() {
        var earlier = new ArrayList<Night>();
        for (int day = 1; day <= EARLIER; day++) {
            earlier.add(night(day, result("db=hsqldb", day, day % 2 == 0 ? List.of(SKEW) : List.of())));
        }
        var known = new KnownFailure(
                "*-lost-update-*",
                "",
                "the bug is planted",
                "https://example.org/42",
                "storage team",
                LocalDate.of(2027, 3, 31));
        return new AssessedNight(
                night(EARLIER + 1, result("db=hsqldb", EARLIER + 1, List.of())),
                earlier,
                new KnownFailures(List.of(known), DAY));
    }

    private static Night night(int day, CellResult hsqldb) {
        boolean isLast = day > EARLIER;
        return of(
                day,
                "",
                List.of(
                        result("db=h2", day, isLast ? List.of(SKEW) : List.of()),
                        result("db=memory:lost-update", day, List.of(LOST_UPDATE)),
                        hsqldb,
                        isLast
                                ? ended("db=postgres", End.CRASHED, 134, List.of(), "ended with 134: <core dumped>")
                                : result("db=postgres", day, List.of()),
                        isLast
                                ? ended("db=sqlite", End.JUDGED, 0, List.of("committed > 900 (was 7)"), "")
                                : result("db=sqlite", day, List.of()),
                        isLast
                                ? ended("db=mariadb", End.NOT_STARTED, -1, List.of(), "the budget was spent")
                                : result("db=mariadb", day, List.of()),
                        result("db=mock", day, List.of())));
    }

    /** Returns a night with a cell for each result. */
    public static Night of(int day, String shard, List<CellResult> results) {
        String id = String.format(Locale.ROOT, "202611%02dT020000.000Z", day);
        return new Night(
                new Night.Identity(
                        id, "nightly", String.format(Locale.ROOT, "2026-11-%02dT02:00:00Z", day), "1.2.3", "0", shard),
                results.stream().map(result -> cell(result.cell())).toList(),
                results);
    }

    /** Returns a cell with the name {@code db=NAME}. */
    public static Cell cell(String name) {
        String db = name.replaceFirst("db=", "");
        return new Cell(Map.of("db", db), List.of("--db=" + db), List.of(), 60, false);
    }

    /** Returns the result of a run that ended on a day, and that is invalid if it has anomalies. */
    public static CellResult result(String cell, int day, List<StoredShape> anomalies) {
        return new CellResult(
                cell,
                new Ending(
                        End.JUDGED,
                        anomalies.isEmpty() ? 0 : 1,
                        anomalies.isEmpty() ? "VALID" : "INVALID",
                        List.of(),
                        ""),
                cell(cell).runName() + String.format(Locale.ROOT, "/202611%02dT020001.000Z", day),
                anomalies,
                new Figures(
                        10,
                        new Figures.Counts(12_340, 100, 0),
                        new Figures.Durability(false, 0, 0),
                        new Figures.Evidence(1, 1_000, 100),
                        Map.of(Figures.ALL, new Latency(900, 4_100, 9_000))),
                TeethReport.NONE,
                new Took("", 12));
    }

    private static CellResult ended(String cell, End end, int code, List<String> missed, String detail) {
        return new CellResult(
                cell,
                new Ending(end, code, end == End.JUDGED ? "VALID" : "", missed, List.of(), detail),
                "",
                List.of(),
                Figures.NONE,
                TeethReport.NONE,
                new Took("", 1));
    }
}
