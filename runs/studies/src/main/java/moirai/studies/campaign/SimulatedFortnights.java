package moirai.studies.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.changes.NightChanges;
import moirai.runs.campaign.changes.ShapeChange;
import moirai.runs.store.StoredShape;

/**
 * Nights of a campaign on the simulated database, with bugs that come and go as a plan says and seeds by date: what
 * each night calls new, gone, still and flaky is compared with the plan. Then fortnights in which nothing changes, and
 * how many of their nights raise a false alarm.
 */
public final class SimulatedFortnights {

    private static final int NIGHTS = 14;
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
    private static final double OFTEN = 0.5;
    private static final int TXNS = 1_500;

    private final Path store;
    private final PrintStream out;

    private SimulatedFortnights(Path store, PrintStream out) {
        this.store = store;
        this.out = out;
    }

    /**
     * A cell whose database has a bug in some nights.
     *
     * @param from the first night with the bug, from 1
     * @param to the last one
     * @param probability of a firing, at each opportunity
     */
    private record Planned(String name, PlantedBug bug, int from, int to, double probability) {

        double at(int night) {
            return night >= from && night <= to ? probability : 0;
        }
    }

    private static final List<Planned> COMING_AND_GOING = List.of(
            new Planned("honest", PlantedBug.LOST_UPDATE, 0, -1, 0),
            new Planned("always", PlantedBug.LOST_UPDATE, 1, NIGHTS, OFTEN),
            new Planned("comes", PlantedBug.FRACTURED_READ, 6, NIGHTS, OFTEN),
            new Planned("goes", PlantedBug.WRITE_SKEW, 1, 7, OFTEN),
            new Planned("visits", PlantedBug.ABORTED_READ, 4, 9, OFTEN),
            new Planned("flaky", PlantedBug.LOST_UPDATE, 1, NIGHTS, 0.03));

    private static final List<Planned> UNCHANGED = List.of(
            new Planned("honest", PlantedBug.LOST_UPDATE, 0, -1, 0),
            new Planned("always", PlantedBug.LOST_UPDATE, 1, NIGHTS, OFTEN),
            new Planned("flaky", PlantedBug.LOST_UPDATE, 1, NIGHTS, 0.03));

    /** Takes the number of fortnights without a change. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int fortnights = Integer.parseInt(args[0]);
        Path store = Files.createTempDirectory("moirai-nights");
        try {
            var study = new SimulatedFortnights(store, System.out);
            study.comingAndGoing();
            study.unchanged(fortnights);
        } finally {
            SimulatedCell.remove(store);
        }
    }

    private void comingAndGoing() throws IOException, InterruptedException {
        List<Night> nights = nights(COMING_AND_GOING, 0);
        List<NightChanges> changes = IntStream.range(0, NIGHTS)
                .mapToObj(night -> changes(nights, night))
                .toList();
        out.println("the weightiest word of each night, for each cell and phenomenon:");
        out.println("N new, B back, M more often, S still, F flaky, V another shape, n not seen, G gone");
        for (Planned planned : COMING_AND_GOING) {
            out.printf(
                    Locale.ROOT,
                    "%n%s: %s with probability %.2f%n",
                    planned.name(),
                    planned.bug().cliName(),
                    planned.probability());
            out.printf(
                    Locale.ROOT, "  %-18s %s%n", "bug there", letters(night -> planned.at(night + 1) > 0 ? "*" : "."));
            out.printf(
                    Locale.ROOT,
                    "  %-18s %s%n",
                    "anomaly shown",
                    letters(night -> nights.get(night).result(name(planned)).orElseThrow().anomalies().stream()
                                    .anyMatch(StoredShape::isForbidden)
                            ? "x"
                            : "."));
            changes.stream()
                    .flatMap(of -> of.shapes().stream())
                    .filter(change -> change.cell().equals(name(planned)))
                    .map(change -> change.shape().phenomenon())
                    .distinct()
                    .forEach(phenomenon -> out.printf(
                            Locale.ROOT,
                            "  %-18s %s%n",
                            phenomenon,
                            letters(night -> letter(changes.get(night), name(planned), phenomenon))));
        }
        out.println();
    }

    private static String name(Planned planned) {
        return "cell=" + planned.name();
    }

    private static String letters(IntFunction<String> ofNight) {
        return IntStream.range(0, NIGHTS).mapToObj(ofNight).collect(Collectors.joining());
    }

    private static String letter(NightChanges changes, String cell, String phenomenon) {
        return changes.shapes().stream()
                .filter(change -> change.cell().equals(cell)
                        && change.shape().phenomenon().equals(phenomenon))
                .map(change -> change.trend().change())
                .min(Comparable::compareTo)
                .map(change -> switch (change) {
                    case NEW -> "N";
                    case BACK -> "B";
                    case MORE_OFTEN -> "M";
                    case STILL -> "S";
                    case FLAKY -> "F";
                    case VARIANT -> "V";
                    case MISSED -> "n";
                    case GONE -> "G";
                    case UNKNOWN -> "?";
                })
                .orElse(".");
    }

    private static NightChanges changes(List<Night> nights, int night) {
        return NightChanges.of(nights.get(night), nights.subList(0, night));
    }

    private void unchanged(int fortnights) throws IOException, InterruptedException {
        int nights = 0;
        int alarmed = 0;
        int cellsAlarmed = 0;
        for (int fortnight = 0; fortnight < fortnights; fortnight++) {
            List<Night> all = nights(UNCHANGED, (fortnight + 1) * NIGHTS);
            for (int night = 1; night < NIGHTS; night++) {
                List<String> alarms = alarms(all, night);
                nights++;
                alarmed += alarms.isEmpty() ? 0 : 1;
                cellsAlarmed += alarms.size();
                alarms.forEach(out::println);
            }
        }
        out.printf(
                Locale.ROOT,
                "%d fortnights without a change, %d nights with one before: %d with a false alarm (%.2f %%),"
                        + " %d alarms%n",
                fortnights,
                nights,
                alarmed,
                100.0 * alarmed / nights,
                cellsAlarmed);
    }

    /**
     * Returns the false alarms of a night. The first sight of a phenomenon of a bug that is there is none; that a bug
     * that is there is called gone is one, and so is a figure that is called worse or better.
     */
    private static List<String> alarms(List<Night> nights, int night) {
        NightChanges changes = changes(nights, night);
        var alarms = new ArrayList<String>();
        for (ShapeChange change : changes.shapes()) {
            boolean wasSeen = nights.subList(0, night).stream()
                    .flatMap(one -> one.result(change.cell()).stream())
                    .flatMap(result -> result.anomalies().stream())
                    .anyMatch(shape -> shape.phenomenon().equals(change.shape().phenomenon()));
            boolean isFalse = switch (change.trend().change()) {
                case NEW -> wasSeen || change.cell().equals("cell=honest");
                case BACK, MORE_OFTEN, GONE -> true;
                default -> false;
            };
            if (isFalse) {
                alarms.add("night " + (night + 1) + ": " + change.cell() + " "
                        + change.trend().change().words() + " " + change.shape().fingerprint());
            }
        }
        changes.figures()
                .forEach(change -> alarms.add("night " + (night + 1) + ": " + change.cell() + " "
                        + change.figure().words() + " " + change.trend()));
        return alarms;
    }

    private List<Night> nights(List<Planned> plan, int days) throws IOException, InterruptedException {
        var nights = new ArrayList<Night>();
        List<Cell> cells = plan.stream()
                .map(planned -> new Cell(Map.of("cell", planned.name()), List.of(), List.of(), 60, false))
                .toList();
        for (int night = 0; night < NIGHTS; night++) {
            String date = FIRST.plusDays(days + night).format(DateTimeFormatter.BASIC_ISO_DATE);
            var results = new ArrayList<CellResult>();
            for (int cell = 0; cell < cells.size(); cell++) {
                Planned planned = plan.get(cell);
                CellResult result = SimulatedCell.run(
                        store,
                        planned.name(),
                        Workload.append(),
                        SimulatedCell.target(planned.bug(), planned.at(night + 1)),
                        // Each cell its own plans: cells of one night would otherwise be as lucky as each other.
                        Seed.parse(date + String.format(Locale.ROOT, "%02x", cell)),
                        TXNS);
                results.add(named(cells.get(cell).name(), result));
            }
            nights.add(new Night(new Night.Identity(date, "study", date, "", "", ""), cells, results));
        }
        return nights;
    }

    private static CellResult named(String cell, CellResult result) {
        return new CellResult(
                cell,
                result.ending(),
                result.run(),
                result.anomalies(),
                result.figures(),
                result.teeth(),
                result.took());
    }
}
