package moirai.runs.campaign.file;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.runs.campaign.sampling.Sampling;

/** Finds expectations of no cell, which would never be missed. */
final class ExpectationCheck {

    private final List<Known> cells;

    /** A cell with its own options. */
    private record Known(NamedCell cell, Map<String, Setting> settings) {

        boolean meets(List<Condition.Key> keys) {
            return cell.meets(keys, settings);
        }
    }

    private ExpectationCheck(List<Known> cells) {
        this.cells = cells;
    }

    /**
     * Requires that a cell meets the condition of each expectation. If not all combinations are cells, it is enough
     * that another night may have such a cell.
     *
     * @param cells all cells of the file, of whatever shard
     * @throws moirai.runs.RunException if there is none, with the place of the condition
     */
    static void require(CampaignFile file, List<NamedCell> cells) {
        var check = new ExpectationCheck(cells.stream()
                .map(cell -> new Known(cell, cell.settings(file.run())))
                .toList());
        var boxes = new Boxes(file.matrix().axes(), file.run());
        boolean isAll = file.choice().sampling() instanceof Sampling.All;
        for (Expectation expectation : file.expectations()) {
            Condition when = expectation.when();
            if (check.isOfNone(when.keys()) && (isAll || boxes.of(when).isEmpty())) {
                throw check.refused(when);
            }
        }
    }

    private boolean isOfNone(List<Condition.Key> keys) {
        return cells.stream().noneMatch(cell -> cell.meets(keys));
    }

    private RuntimeException refused(Condition when) {
        int place = 0;
        while (!isOfNone(when.keys().subList(0, place + 1))) {
            place++;
        }
        List<Condition.Key> before = when.keys().subList(0, place);
        String key = when.keys().get(place).name();
        Stream<String> possible = cells.stream()
                .filter(known -> known.meets(before))
                .flatMap(known -> known.cell().valuesOf(key, known.settings()));
        return Boxes.refused(when, place, "no cell has ", possible);
    }
}
