package moirai.studies.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.changes.NightChanges;
import moirai.runs.campaign.changes.ShapeChange;

/**
 * Nights of a campaign on the simulated database, with bugs that come and go as a plan says and seeds by date: what each
 * night calls new, gone, still and flaky is compared with the plan. Then fortnights in which nothing changes, and how
 * many of their nights raise a false alarm.
 */
public final class SimulatedFortnights {

    private static final int NIGHTS = 14;
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
    private static final double OFTEN = 0.5;
    private static final int TXNS = 400;

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
            new Planned("flaky", PlantedBug.LOST_UPDATE, 1, NIGHTS, 0.01));

    private static final List<Planned> UNCHANGED = List.of(
            new Planned("honest", PlantedBug.LOST_UPDATE, 0, -1, 0),
            new Planned("always", PlantedBug.LOST_UPDATE, 1, NIGHTS, OFTEN),
            new Planned("flaky", PlantedBug.LOST_UPDATE, 1, NIGHTS, 0.01));

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
        out.println("what each night says of each cell, beside whether its database had the bug (*)");
        COMING_AND_GOING.forEach(planned -> out.printf(
                "  %-7s %s, nights %d to %d, %s%n",
                planned.name(), planned.bug().cliName(), planned.from(), planned.to(), planned.probability()));
        for (int night = 0; night < NIGHTS; night++) {
            NightChanges changes = changes(nights, night);
            var line = new StringBuilder(String.format("%2d", night + 1));
            for (Planned planned : COMING_AND_GOING) {
                String said = said(changes, planned.name());
                line.append(String.format(
                        "  %s%s %s",
                        planned.name(), planned.at(night + 1) > 0 ? "*" : "", said.isEmpty() ? "-" : said));
            }
            out.println(line);
        }
    }

    private static NightChanges changes(List<Night> nights, int night) {
        return NightChanges.of(nights.get(night), nights.subList(0, night));
    }

    /** Returns what is said of the phenomena of a cell, the weightiest word of each. */
    private static String said(NightChanges changes, String cell) {
        Map<String, List<ShapeChange>> byPhenomenon = changes.shapes().stream()
                .filter(change -> change.cell().equals("cell=" + cell))
                .collect(Collectors.groupingBy(
                        change -> change.shape().phenomenon(), LinkedHashMap::new, Collectors.toList()));
        return byPhenomenon.entrySet().stream()
                .map(entry -> entry.getKey() + " "
                        + entry.getValue().stream()
                                .map(change -> change.trend().change())
                                .min(Comparable::compareTo)
                                .orElseThrow()
                                .words())
                .collect(Collectors.joining(", "));
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
                "%d fortnights without a change, %d nights with one before: %d with a false alarm (%.2f %%), %d alarms%n",
                fortnights, nights, alarmed, 100.0 * alarmed / nights, cellsAlarmed);
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
                        Seed.parse(date + String.format("%02x", cell)),
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
