package moirai.runs.campaign;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;

/**
 * One execution of a campaign, which may have been interrupted and resumed.
 *
 * @param cells all cells, in the order in which they are executed
 * @param results at most one for each cell, in the order in which they ended
 */
public record Night(Identity identity, List<Cell> cells, List<CellResult> results) {

    public Night {
        cells = List.copyOf(cells);
        results = List.copyOf(results);
    }

    /** Returns the same night with other cells, and those results that are of cells with unchanged arguments. */
    public Night with(Identity other, List<Cell> others) {
        var unchanged = others.stream().filter(cells::contains).map(Cell::name).toList();
        return new Night(
                other,
                others,
                results.stream()
                        .filter(result -> unchanged.contains(result.cell()))
                        .toList());
    }

    /**
     * The identity of a night.
     *
     * @param id the time at which it began, as in the name of its directory: {@code 20261129T021500.000Z}
     * @param campaign the name of the campaign
     * @param begun the same time in ISO 8601
     * @param moirai the version that began it
     * @param digest the SHA-256 of the campaign file, in hexadecimal digits
     * @param shard which part of the cells it has, such as {@code 3/8}; empty if it has all of them
     */
    public record Identity(String id, String campaign, String begun, String moirai, String digest, String shard) {}

    /** Returns the result of a cell; empty if it is not over. */
    public Optional<CellResult> result(String cell) {
        return results.stream().filter(result -> result.cell().equals(cell)).findFirst();
    }

    /** Returns the cells that have no result yet, in the order in which they are executed. */
    public List<Cell> missing() {
        Set<String> done = results.stream().map(CellResult::cell).collect(Collectors.toSet());
        return cells.stream().filter(cell -> !done.contains(cell.name())).toList();
    }

    /** Returns whether the night is over: every cell has a result. */
    public boolean isEnded() {
        return missing().isEmpty();
    }

    /** Returns the exit code of the night: the weightiest of its cells. */
    public ExitCode code() {
        ExitCode code = isEnded() && !cells.isEmpty() ? ExitCode.VALID : ExitCode.INSUFFICIENT_EVIDENCE;
        for (CellResult result : results) {
            code = code.and(result.code());
        }
        return code;
    }
}
