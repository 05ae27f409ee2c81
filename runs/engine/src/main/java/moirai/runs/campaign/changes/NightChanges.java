package moirai.runs.campaign.changes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.trends.Alarms;
import moirai.runs.campaign.trends.Change;
import moirai.runs.campaign.trends.FigureTrend;
import moirai.runs.campaign.trends.ShapeTrend;
import moirai.runs.scenarios.statistics.Tally;
import moirai.runs.store.StoredShape;

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
 * @param significance how improbable it had to be that chance explains a change of a shape
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
        Map<String, Map<String, StoredShape>> seen = seen(all, cells);
        double significance = Alarms.significance(seen.entrySet().stream()
                .flatMap(ofCell -> ofCell.getValue().values().stream()
                        .map(shape -> all.stream()
                                .map(one -> tally(one, ofCell.getKey(), shape))
                                .toList()))
                .mapToDouble(ShapeTrend::least)
                .toArray());
        return new NightChanges(
                earlier.size(),
                shapes(all, seen, significance),
                figures(all, cells),
                cells.stream()
                        .flatMap(cell -> end(cell, night, earlier).stream())
                        .toList(),
                !earlier.isEmpty()
                        && !earlier.getLast()
                                .identity()
                                .digest()
                                .equals(night.identity().digest()),
                significance);
    }

    /** Returns the shapes that fail the night, unless they are known. */
    public List<ShapeChange> newFailures() {
        return shapes.stream().filter(ShapeChange::isNewFailure).toList();
    }

    /** Returns the forbidden shapes that any night showed in each cell, as they were seen last. */
    private static Map<String, Map<String, StoredShape>> seen(List<Night> nights, List<String> cells) {
        var seen = new LinkedHashMap<String, Map<String, StoredShape>>();
        for (String cell : cells) {
            var ofCell = new LinkedHashMap<String, StoredShape>();
            nights.forEach(night -> night.result(cell)
                    .ifPresent(result -> result.anomalies().stream()
                            .filter(StoredShape::isForbidden)
                            .forEach(one -> ofCell.put(one.fingerprint(), one))));
            seen.put(cell, ofCell);
        }
        return seen;
    }

    private static List<ShapeChange> shapes(
            List<Night> nights, Map<String, Map<String, StoredShape>> seen, double significance) {
        List<Night> before = nights.subList(0, nights.size() - 1);
        var changes = new ArrayList<ShapeChange>();
        seen.forEach((cell, shapes) -> {
            Set<String> phenomena = phenomena(before, cell, shapes.values(), significance);
            shapes.values().forEach(shape -> {
                List<Tally> tallies =
                        nights.stream().map(night -> tally(night, cell, shape)).toList();
                ShapeTrend trend = ShapeTrend.of(tallies, significance);
                boolean wasGone = tallies.size() > 1
                        && ShapeTrend.of(tallies.subList(0, tallies.size() - 1), significance)
                                        .change()
                                == Change.GONE;
                if (trend.change() != Change.GONE || !wasGone) {
                    boolean isVariant = phenomena.contains(shape.phenomenon());
                    changes.add(new ShapeChange(cell, shape, isVariant ? trend.asVariant() : trend));
                }
            });
        });
        changes.sort(Comparator.comparing((ShapeChange change) -> !change.isNewFailure())
                .thenComparing(change -> change.trend().change()));
        return changes;
    }

    /** Returns the phenomena of the shapes of a cell that were seen in earlier nights and were not gone by then. */
    private static Set<String> phenomena(
            List<Night> nights, String cell, Collection<StoredShape> shapes, double significance) {
        if (nights.isEmpty()) {
            return Set.of();
        }
        return shapes.stream()
                .filter(shape -> {
                    ShapeTrend trend = ShapeTrend.of(
                            nights.stream()
                                    .map(night -> tally(night, cell, shape))
                                    .toList(),
                            significance);
                    return trend.all().shown() > 0 && trend.change() != Change.GONE;
                })
                .map(StoredShape::phenomenon)
                .collect(Collectors.toSet());
    }

    /** Returns whether the run of a night showed the shape; a run that could not have shown it counts as unknown. */
    private static Tally tally(Night night, String cell, StoredShape shape) {
        return night.result(cell)
                .map(result -> {
                    if (result.anomalies().stream()
                            .anyMatch(one -> one.fingerprint().equals(shape.fingerprint()))) {
                        return Tally.NONE.withShown();
                    }
                    int code = result.ending().exitCode();
                    boolean isTelling = result.ending().end() == End.JUDGED
                            && (code == ExitCode.VALID.code() || code == ExitCode.INVALID.code());
                    return isTelling ? Tally.NONE.withNotShown() : Tally.NONE.withUnknown();
                })
                .orElse(Tally.NONE);
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

    private static Optional<EndChange> end(String cell, Night night, List<Night> earlier) {
        ExitCode now = night.result(cell).map(CellResult::code).orElseThrow();
        for (int i = earlier.size() - 1; i >= 0; i--) {
            Optional<CellResult> before = earlier.get(i).result(cell);
            if (before.isPresent()) {
                return Optional.of(new EndChange(cell, before.get().code(), now))
                        .filter(change -> change.before() != change.now());
            }
        }
        return Optional.empty();
    }
}
