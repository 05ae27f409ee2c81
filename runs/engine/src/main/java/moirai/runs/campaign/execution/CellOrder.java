package moirai.runs.campaign.execution;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;

/**
 * The order in which the cells of a night are executed: canaries, without which nobody knows what the others are worth;
 * those that failed when they were executed last; those that never were; and those that were executed longest ago. So
 * the first minutes tell most, also if a budget ends the night.
 */
public final class CellOrder {

    /** When a cell was executed last, as the id of the night, and whether it failed. */
    private record Last(String night, boolean hasFailed) {}

    private final Map<String, Last> last = new HashMap<>();

    /** @param nights former nights, the newest first */
    public CellOrder(List<Night> nights) {
        for (Night night : nights) {
            for (CellResult result : night.results()) {
                if (result.ending().end() != End.NOT_STARTED) {
                    last.putIfAbsent(result.cell(), new Last(night.identity().id(), !result.isGood()));
                }
            }
        }
    }

    /** Returns the cells in this order; equal ones stay in their order. */
    public List<Cell> of(List<Cell> cells) {
        return cells.stream()
                .sorted(Comparator.comparingInt(this::rank).thenComparing(this::night))
                .toList();
    }

    private int rank(Cell cell) {
        if (cell.isCanary()) {
            return 0;
        }
        Last seen = last.get(cell.name());
        if (seen == null) {
            return 2;
        }
        return seen.hasFailed() ? 1 : 3;
    }

    private String night(Cell cell) {
        Last seen = last.get(cell.name());
        return seen == null || seen.hasFailed() ? "" : seen.night();
    }
}
