package moirai.runs.campaign.changes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.trends.Alarms;
import moirai.runs.campaign.trends.FigureTrend;

/**
 * What is different in a night from the nights before it.
 *
 * @param nights how many nights it was compared with
 * @param shapes the anomalies that a cell's promise forbids and that were seen this night or before, what is worse
 *     first; without those that were called gone in an earlier night
 * @param figures the figures that left their level, what is worse first
 * @param ends the cells that ended otherwise than in the last night that had them
 * @param isFileEdited whether the campaign file is another one than in the night before, so that cells of the same name
 *     may be other runs
 * @param significance how improbable it had to be that chance explains a change of a phenomenon
 */
public record NightChanges(
        int nights,
        List<ShapeChange> shapes,
        List<FigureChange> figures,
        List<EndChange> ends,
        boolean isFileEdited,
        double significance) {

    public NightChanges {
        shapes = List.copyOf(shapes);
        figures = List.copyOf(figures);
        ends = List.copyOf(ends);
    }

    /** A cell that ended otherwise than before. */
    public record EndChange(String cell, ExitCode before, ExitCode now) {}

    /**
     * Compares a night.
     *
     * @param earlier the nights before it, the oldest first
     */
    public static NightChanges of(Night night, List<Night> earlier) {
        var all = new ArrayList<>(earlier);
        all.add(night);
        List<String> cells = night.results().stream().map(CellResult::cell).toList();
        var shapes = new ShapeChanges(all, cells);
        return new NightChanges(
                earlier.size(),
                shapes.all(),
                figures(all, cells),
                cells.stream()
                        .flatMap(cell -> end(cell, night, earlier).stream())
                        .toList(),
                !earlier.isEmpty()
                        && !earlier.getLast()
                                .identity()
                                .digest()
                                .equals(night.identity().digest()),
                shapes.significance());
    }

    /** Returns the shapes that fail the night, unless they are known. */
    public List<ShapeChange> newFailures() {
        return shapes.stream().filter(ShapeChange::isNewFailure).toList();
    }

    private static List<FigureChange> figures(List<Night> nights, List<String> cells) {
        double significance = Alarms.significance(cells.size() * Figure.values().length);
        return cells.stream()
                .flatMap(cell -> Stream.of(Figure.values())
                        .flatMap(figure -> FigureTrend.of(values(nights, cell, figure)).stream()
                                .filter(trend -> trend.chance() <= significance)
                                .map(trend -> new FigureChange(cell, figure, trend))))
                .sorted(Comparator.comparing((FigureChange change) -> !change.isWorse()))
                .toList();
    }

    /** Returns the figure of each night that has it; none if the last night has not. */
    private static double[] values(List<Night> nights, String cell, Figure figure) {
        if (nights.getLast()
                .result(cell)
                .map(figure::of)
                .filter(OptionalDouble::isPresent)
                .isEmpty()) {
            return new double[0];
        }
        return nights.stream()
                .flatMap(night -> night.result(cell).stream())
                .map(figure::of)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    /** Returns how a cell ended otherwise than when it ran last. That it did not run is no end. */
    private static Optional<EndChange> end(String cell, Night night, List<Night> earlier) {
        Optional<CellResult> now = night.result(cell).filter(NightChanges::hasRun);
        if (now.isEmpty()) {
            return Optional.empty();
        }
        for (int i = earlier.size() - 1; i >= 0; i--) {
            Optional<CellResult> before = earlier.get(i).result(cell).filter(NightChanges::hasRun);
            if (before.isPresent()) {
                return Optional.of(new EndChange(
                                cell, before.get().code(), now.get().code()))
                        .filter(change -> change.before() != change.now());
            }
        }
        return Optional.empty();
    }

    private static boolean hasRun(CellResult result) {
        return result.ending().end() != End.NOT_STARTED;
    }
}
