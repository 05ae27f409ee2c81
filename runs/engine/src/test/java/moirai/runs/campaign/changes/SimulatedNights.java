package moirai.runs.campaign.changes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.CellResult.Ending;
import moirai.runs.campaign.CellResult.Took;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.latency.Latency;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;

/** Nights as a campaign stores them, of cells with anomalies of given rates. */
final class SimulatedNights {

    static final StoredShape SKEW = new StoredShape("33af08e8-G2-item-rw-rw", "G2-item", "write skew", 3, false, true);

    private final List<Cell> cells = new ArrayList<>();
    private final Random random;
    private final List<Night> nights = new ArrayList<>();
    private StoredShape shape = SKEW;

    SimulatedNights(Random random, String... names) {
        this.random = random;
        for (String name : names) {
            cells.add(new Cell(Map.of("db", name), List.of("--db", name), List.of(), 60, false));
        }
    }

    /** From now on, this is the shape of what is shown. */
    void shape(StoredShape changed) {
        shape = changed;
    }

    /** Adds a night in which each cell shows its anomaly at a rate; -1 for a cell whose process crashes. */
    Night add(double... rates) {
        var results = new ArrayList<CellResult>();
        for (int i = 0; i < cells.size(); i++) {
            results.add(result(cells.get(i).name(), rates[i], 1_000 + 50 * random.nextGaussian()));
        }
        String id = String.format(Locale.ROOT, "202611%02dT020000.000Z", nights.size() + 1);
        var night = new Night(new Night.Identity(id, "example", id, "1", "0", ""), cells, results);
        nights.add(night);
        return night;
    }

    /** Returns what the last night changed. */
    NightChanges changes() {
        return NightChanges.of(nights.getLast(), nights.subList(0, nights.size() - 1));
    }

    private CellResult result(String cell, double rate, double throughput) {
        if (rate < 0) {
            var crash = new Ending(End.CRASHED, 134, "", List.of(), "a crash");
            return new CellResult(cell, crash, "", List.of(), Figures.NONE, TeethReport.NONE, new Took("", 1));
        }
        boolean isShown = random.nextDouble() < rate;
        ExitCode code = isShown ? ExitCode.INVALID : ExitCode.VALID;
        var figures = new Figures(
                10,
                new Figures.Counts((long) (10 * throughput), 100 + random.nextInt(20), 0),
                new Figures.Durability(false, 0, 0),
                new Figures.Evidence(1, 1_000, 100),
                Map.of(Figures.ALL, new Latency(900 + random.nextInt(100), 5_000 + random.nextInt(900), 9_000)));
        return new CellResult(
                cell,
                new Ending(End.JUDGED, code.code(), code.name(), List.of(), ""),
                "",
                isShown ? List.of(shape) : List.of(),
                figures,
                TeethReport.NONE,
                new Took("", 12));
    }
}
