package moirai.reenactment.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlChannel;
import moirai.clients.cql.CqlChannel.Request;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Cell;
import moirai.directed.execution.Knowledge;
import moirai.directed.execution.Observation;
import moirai.directed.program.Condition;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.reenactment.cassandra.CqlTables.Stamp;

/**
 * An abstract statement at one node, as an application on Cassandra executes it. It reads rows, by key or all of them,
 * decides by itself which match, and then writes its changes by key.
 */
final class CqlStatement {

    /** The limit of a request: longer than nodes need to find each other again. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    private final CqlTables tables;
    private final CqlChannel node;
    private final Stamp stamp;
    private final List<Request> writes = new ArrayList<>();
    private final Map<Cell, Long> times = new HashMap<>();

    /**
     * Creates a statement.
     *
     * @param stamp of its writes; of its reads, the attempt
     */
    CqlStatement(CqlTables tables, CqlChannel node, Stamp stamp) {
        this.tables = tables;
        this.node = node;
        this.stamp = stamp;
    }

    /** Returns the time of its writes. */
    long micros() {
        return stamp.micros();
    }

    /** Returns its writes, to be brought to other nodes. */
    List<Request> writes() {
        return List.copyOf(writes);
    }

    /** Returns the time at which each cell of the rows that it met was written, as the node says. */
    Map<Cell, Long> times() {
        return Map.copyOf(times);
    }

    Observation run(Statement statement, Knowledge knowledge) {
        Table table = tables.program().table(statement.table());
        Observation observation = switch (statement) {
            case Statement.Select select ->
                Observation.of(picked(table, select.pick(), matching(table, select, knowledge)).stream()
                        .map(row -> only(row, select.fields()))
                        .toList());
            case Statement.Insert insert -> {
                Map<String, Integer> row = new LinkedHashMap<>();
                table.allFields().forEach(field -> row.put(field, 0));
                insert.values().forEach(set -> row.put(set.field(), knowledge.value(set.value(), Map.of())));
                writes.add(insert(table, row));
                yield Observation.counted(1);
            }
            case Statement.Update update -> {
                List<Map<String, Integer>> rows = matching(table, update, knowledge);
                for (Map<String, Integer> row : rows) {
                    Map<String, Integer> changes = new LinkedHashMap<>();
                    update.set().forEach(set -> changes.put(set.field(), knowledge.value(set.value(), row)));
                    writes.add(tables.update(table, row, changes, stamp));
                }
                yield Observation.counted(rows.size());
            }
            case Statement.Delete delete -> {
                List<Map<String, Integer>> rows = matching(table, delete, knowledge);
                rows.forEach(row -> writes.add(tables.delete(table, row, stamp)));
                yield Observation.counted(rows.size());
            }
        };
        writes.forEach(write -> node.execute(write, LIMIT));
        return observation;
    }

    private Request insert(Table table, Map<String, Integer> row) {
        Map<String, Integer> changes = new LinkedHashMap<>();
        changes.put(CqlTables.IS_THERE, 1);
        table.fields().forEach(field -> changes.put(field, row.getOrDefault(field, 0)));
        return tables.update(table, row, changes, stamp);
    }

    /** Writes a row that is there at first. */
    void place(Scenario.InitialRow row) {
        node.execute(insert(tables.program().table(row.table()), row.values()), LIMIT);
    }

    /** Returns the rows of a table, by key, as the replicas of this consistency level know them. */
    List<Scenario.InitialRow> rows(Table table, Consistency consistency) {
        return rows(table, Condition.always(), new Knowledge(Map.of()), consistency).stream()
                .map(row -> new Scenario.InitialRow(table.name(), row))
                .toList();
    }

    private List<Map<String, Integer>> matching(Table table, Statement statement, Knowledge knowledge) {
        return rows(table, statement.where(), knowledge, Consistency.ONE).stream()
                .filter(row -> knowledge.holds(statement.where(), row))
                .toList();
    }

    private List<Map<String, Integer>> rows(
            Table table, Condition where, Knowledge knowledge, Consistency consistency) {
        Request request = tables.select(table, where, knowledge, stamp.attempt(), consistency);
        List<Map<String, Long>> there = node.execute(request, LIMIT).stream()
                .filter(row -> row.getOrDefault(CqlTables.IS_THERE, 0L) == 1)
                .toList();
        there.forEach(row -> note(table, row));
        return there.stream()
                .map(row -> numbers(table, row))
                .sorted(byKey(table))
                .toList();
    }

    private void note(Table table, Map<String, Long> row) {
        Map<String, Integer> numbers = numbers(table, row);
        List<Integer> key = table.key().stream()
                .map(field -> numbers.getOrDefault(field, 0))
                .toList();
        var cell = new Cell(table.name(), key, Cell.EXISTENCE);
        times.put(cell, row.getOrDefault(CqlTables.timeOf(CqlTables.IS_THERE), 0L));
        table.fields().forEach(field -> times.put(cell.with(field), row.getOrDefault(CqlTables.timeOf(field), 0L)));
    }

    private static Map<String, Integer> numbers(Table table, Map<String, Long> row) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        table.allFields().forEach(field -> numbers.put(field, Math.toIntExact(row.getOrDefault(field, 0L))));
        return numbers;
    }

    private static Comparator<Map<String, Integer>> byKey(Table table) {
        return table.key().stream()
                .map(CqlStatement::by)
                .reduce(Comparator::thenComparing)
                .orElseThrow(() -> new IllegalStateException("no key of " + table.name()));
    }

    private static Comparator<Map<String, Integer>> by(String field) {
        return Comparator.comparing(row -> row.getOrDefault(field, 0));
    }

    /**
     * Returns the picked rows. Among several rows with the least or greatest value, the row with the least key is
     * picked.
     */
    private static List<Map<String, Integer>> picked(Table table, Pick pick, List<Map<String, Integer>> rows) {
        return switch (pick) {
            case Pick.All all -> rows;
            case Pick.Least(var field) ->
                rows.stream()
                        .sorted(by(field).thenComparing(byKey(table)))
                        .limit(1)
                        .toList();
            case Pick.Greatest(var field) ->
                rows.stream()
                        .sorted(by(field).reversed().thenComparing(byKey(table)))
                        .limit(1)
                        .toList();
        };
    }

    private static Map<String, Integer> only(Map<String, Integer> row, List<String> fields) {
        Map<String, Integer> values = new LinkedHashMap<>();
        fields.forEach(field -> values.put(field, row.getOrDefault(field, 0)));
        return values;
    }
}
