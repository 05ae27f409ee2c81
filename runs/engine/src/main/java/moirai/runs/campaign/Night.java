package moirai.runs.campaign;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One execution of a campaign, which may have been interrupted and resumed. */
public final class Night {

    private final Identity identity;
    private final List<Cell> cells;
    private final Map<String, CellResult> results = new LinkedHashMap<>();

    /**
     * @param cells all cells, in the order in which they are executed
     * @param results in the order in which they ended; of several for one cell the first counts
     */
    public Night(Identity identity, List<Cell> cells, List<CellResult> results) {
        this.identity = identity;
        this.cells = List.copyOf(cells);
        results.forEach(result -> this.results.putIfAbsent(result.cell(), result));
    }

    /** Returns by what the night is known. */
    public Identity identity() {
        return identity;
    }

    /** Returns all cells, in the order in which they are executed. */
    public List<Cell> cells() {
        return cells;
    }

    /** Returns at most one result for each cell, in the order in which they ended. */
    public List<CellResult> results() {
        return List.copyOf(results.values());
    }

    /** Returns the same night with other cells, and those results that are of cells with unchanged arguments. */
    public Night with(Identity other, List<Cell> others) {
        Set<Cell> mine = Set.copyOf(cells);
        Set<String> unchanged =
                others.stream().filter(mine::contains).map(Cell::name).collect(Collectors.toSet());
        return new Night(
                other,
                others,
                results.values().stream()
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
     * @param joined the nights of shards that it was made of, each as {@code SHARD ID}; empty if it was executed
     */
    public record Identity(
            String id, String campaign, String begun, String moirai, String digest, String shard, List<String> joined) {

        public Identity {
            joined = List.copyOf(joined);
        }

        /** Makes the identity of a night that was executed. */
        public Identity(String id, String campaign, String begun, String moirai, String digest, String shard) {
            this(id, campaign, begun, moirai, digest, shard, List.of());
        }

        /** Returns the name of the night of a shard in {@link #joined}. */
        public String asPart() {
            return shard + " " + id;
        }
    }

    /** Returns the result of a cell; empty if it is not over. */
    public Optional<CellResult> result(String cell) {
        return Optional.ofNullable(results.get(cell));
    }

    /** Returns the cells that have no result yet, in the order in which they are executed. */
    public List<Cell> missing() {
        return cells.stream().filter(cell -> !results.containsKey(cell.name())).toList();
    }

    /** Returns whether the night is over: every cell has a result. */
    public boolean isEnded() {
        return missing().isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Night night
                && identity.equals(night.identity)
                && cells.equals(night.cells)
                && results().equals(night.results());
    }

    @Override
    public int hashCode() {
        return Objects.hash(identity, cells, results());
    }

    @Override
    public String toString() {
        return "Night[" + identity + ", " + cells + ", " + results() + "]";
    }
}
