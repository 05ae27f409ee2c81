package moirai.runs.campaign.changes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.trends.Alarms;
import moirai.runs.campaign.trends.Change;
import moirai.runs.campaign.trends.ShapeTrend;
import moirai.runs.scenarios.statistics.Tally;
import moirai.runs.store.StoredShape;

/**
 * What became of the shapes of the anomalies that each cell's promise forbids.
 *
 * <p>Whether something is gone, back or more frequent is tested of all shapes of a phenomenon in a cell together: one
 * bug shows in dozens of long cycles, each of them seldom, and tests of each of them would tell nothing. Shapes tell
 * what was never seen before.
 */
final class ShapeChanges {

    /** No test passes at it. */
    private static final double NEVER = Double.MIN_VALUE;

    /** The nights, of which the last one is tonight. */
    private final List<Night> nights;

    private final List<Family> families;
    private final double significance;

    /** The shapes of a phenomenon in a cell, as they were seen last, and which runs showed one of them. */
    private record Family(String cell, List<StoredShape> shapes, List<Tally> tallies) {

        List<Tally> before() {
            return tallies.subList(0, tallies.size() - 1);
        }
    }

    /** @param nights of which the last one is compared with those before it */
    ShapeChanges(List<Night> nights, List<String> cells) {
        this.nights = nights;
        this.families = cells.stream().flatMap(cell -> families(cell).stream()).toList();
        this.significance = Alarms.significance(families.stream()
                .mapToDouble(family -> ShapeTrend.least(family.tallies()))
                .toArray());
    }

    /** Returns how improbable it had to be that chance explains a change. */
    double significance() {
        return significance;
    }

    private List<Family> families(String cell) {
        var seen = new LinkedHashMap<String, StoredShape>();
        nights.forEach(night -> night.result(cell)
                .ifPresent(result -> result.anomalies().stream()
                        .filter(StoredShape::isForbidden)
                        .forEach(one -> seen.put(one.fingerprint(), one))));
        Map<String, List<StoredShape>> byPhenomenon = seen.values().stream()
                .collect(Collectors.groupingBy(StoredShape::phenomenon, LinkedHashMap::new, Collectors.toList()));
        var families = new ArrayList<Family>();
        byPhenomenon.forEach((phenomenon, shapes) -> families.add(new Family(
                cell,
                shapes,
                tallies(cell, one -> one.isForbidden() && one.phenomenon().equals(phenomenon)))));
        return families;
    }

    private List<Tally> tallies(String cell, Predicate<StoredShape> isSought) {
        return nights.stream().map(night -> tally(night, cell, isSought)).toList();
    }

    /** Returns whether the run of a night showed it; a run that could not have shown it counts as unknown. */
    private static Tally tally(Night night, String cell, Predicate<StoredShape> isSought) {
        return night.result(cell)
                .map(result -> {
                    if (result.anomalies().stream().anyMatch(isSought)) {
                        return Tally.NONE.withShown();
                    }
                    return isTelling(result) ? Tally.NONE.withNotShown() : Tally.NONE.withUnknown();
                })
                .orElse(Tally.NONE);
    }

    private static boolean isTelling(CellResult result) {
        int code = result.ending().exitCode();
        return result.ending().end() == End.JUDGED
                && (code == ExitCode.VALID.code() || code == ExitCode.INVALID.code());
    }

    /** Returns all shapes, what is worse first; without those that were called gone in an earlier night. */
    List<ShapeChange> all() {
        var changes = new ArrayList<ShapeChange>();
        families.forEach(family -> changes.addAll(of(family)));
        changes.sort(Comparator.comparing((ShapeChange change) -> !change.isNewFailure())
                .thenComparing(change -> change.trend().change()));
        return changes;
    }

    private List<ShapeChange> of(Family family) {
        ShapeTrend trend = ShapeTrend.of(family.tallies(), significance);
        boolean isNewHere = family.before().stream().allMatch(night -> night.shown() == 0);
        boolean isHereTonight = family.tallies().getLast().shown() > 0;
        boolean wasGone = !family.before().isEmpty()
                && ShapeTrend.of(family.before(), significance).change() == Change.GONE;
        if (trend.change() == Change.GONE && wasGone) {
            return List.of();
        }
        var changes = new ArrayList<ShapeChange>();
        for (StoredShape shape : family.shapes()) {
            ShapeTrend own = ShapeTrend.of(
                    tallies(family.cell(), one -> one.fingerprint().equals(shape.fingerprint())), NEVER);
            if (wasGone && own.change() == Change.MISSED) {
                continue;
            }
            ShapeTrend told = switch (own.change()) {
                case NEW -> isNewHere || wasGone ? own : own.asVariant();
                case STILL, FLAKY -> trend.change().isWorse() ? trend : own;
                // While others of its phenomenon are seen, nobody asks whether it is gone.
                case MISSED -> isHereTonight ? own.untested() : trend;
                default -> own;
            };
            changes.add(new ShapeChange(family.cell(), shape, told));
        }
        return changes;
    }
}
