package moirai.directed.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Pick;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;

/**
 * An execution of one statement on a view of the store. Its reads are the same as in the search: the existence of rows
 * whose key matches; the fields of the where-clause if such a row exists; fields that are returned or computed with if
 * the row is taken; and nothing behind the row with the least key, if that is the row to take.
 */
final class StatementRun {

    /**
     * The data that a statement finds.
     *
     * @param keys of all rows that its table can have, in ascending order
     */
    record View(List<List<Integer>> keys, ToIntFunction<Cell> value) {

        boolean has(Cell row) {
            return value.applyAsInt(row) == 1;
        }
    }

    private final Table table;
    private final Statement statement;
    private final Knowledge knowledge;
    private final View view;
    private final Set<Cell> reads = new LinkedHashSet<>();
    private final Map<Cell, Integer> writes = new LinkedHashMap<>();

    StatementRun(Table table, Statement statement, Knowledge knowledge, View view) {
        this.table = table;
        this.statement = statement;
        this.knowledge = knowledge;
        this.view = view;
    }

    Effects run() {
        return switch (statement) {
            case Statement.Insert insert -> inserted(insert);
            case Statement.Select select -> {
                List<Cell> taken = taken();
                yield effects(Observation.of(
                        taken.stream().map(row -> returned(select, row)).toList()));
            }
            case Statement.Update update -> {
                List<Cell> taken = taken();
                taken.forEach(row -> change(update, row));
                yield effects(Observation.counted(taken.size()));
            }
            case Statement.Delete delete -> {
                List<Cell> taken = taken();
                taken.forEach(row -> writes.put(row, 0));
                yield effects(Observation.counted(taken.size()));
            }
        };
    }

    private Effects effects(Observation observation) {
        return new Effects(reads, writes, observation);
    }

    private Effects inserted(Statement.Insert insert) {
        Map<String, Integer> values = new HashMap<>();
        insert.values().forEach(value -> values.put(value.field(), knowledge.value(value.value(), Map.of())));
        List<Integer> key =
                table.key().stream().map(field -> values.getOrDefault(field, 0)).toList();
        var row = new Cell(table.name(), key, Cell.EXISTENCE);
        writes.put(row, 1);
        table.fields().forEach(field -> writes.put(row.with(field), values.getOrDefault(field, 0)));
        return effects(Observation.counted(1));
    }

    private Map<String, Integer> returned(Statement.Select select, Cell row) {
        Map<String, Integer> values = new LinkedHashMap<>();
        Map<String, Integer> all = fields(row);
        for (String field : select.fields()) {
            values.put(field, all.getOrDefault(field, 0));
            read(row, field);
        }
        return values;
    }

    private void change(Statement.Update update, Cell row) {
        Map<String, Integer> old = fields(row);
        update.set().forEach(assignment -> {
            writes.put(row.with(assignment.field()), knowledge.value(assignment.value(), old));
            Expression.fields(assignment.value().parts()).forEach(field -> read(row, field));
        });
    }

    /** Records a read. Key fields never change, so reads of them are left out. */
    private void read(Cell row, String field) {
        if (table.fields().contains(field)) {
            reads.add(row.with(field));
        }
    }

    private Map<String, Integer> fields(Cell row) {
        Map<String, Integer> values = new LinkedHashMap<>();
        for (int i = 0; i < table.key().size(); i++) {
            values.put(table.key().get(i), row.key().get(i));
        }
        table.fields().forEach(field -> values.put(field, view.value().applyAsInt(row.with(field))));
        return values;
    }

    private List<Cell> taken() {
        List<Condition> onKey = parts(true);
        List<Condition> onOthers = parts(false);
        var looked = new ArrayList<Cell>();
        var matches = new ArrayList<Cell>();
        for (List<Integer> key : view.keys()) {
            var row = new Cell(table.name(), key, Cell.EXISTENCE);
            if (holds(onKey, row)) {
                looked.add(row);
                if (view.has(row) && holds(onOthers, row)) {
                    matches.add(row);
                }
            }
        }
        Pick pick = statement instanceof Statement.Select select ? select.pick() : Pick.all();
        List<Cell> taken = switch (pick) {
            case Pick.All all -> matches;
            case Pick.Least(var field) -> first(looked, matches, field, 1);
            case Pick.Greatest(var field) -> first(looked, matches, field, -1);
        };
        for (Cell row : looked) {
            reads.add(row);
            if (view.has(row)) {
                onOthers.forEach(part -> Expression.fields(part.expressions()).forEach(field -> read(row, field)));
            }
        }
        return taken;
    }

    private List<Condition> parts(boolean isOnKey) {
        return statement.where().conjuncts().stream()
                .filter(part -> Expression.fields(part.expressions()).allMatch(table.key()::contains) == isOnKey)
                .toList();
    }

    private boolean holds(List<Condition> parts, Cell row) {
        Map<String, Integer> values = fields(row);
        return parts.stream().allMatch(part -> knowledge.holds(part, values));
    }

    /** Returns the best match; the least key among equals, which comes first. */
    private List<Cell> first(List<Cell> looked, List<Cell> matches, String field, int sign) {
        if (matches.isEmpty()) {
            return matches;
        }
        Cell best = matches.getFirst();
        for (Cell row : matches) {
            read(row, field);
            best = sign * by(field, row) < sign * by(field, best) ? row : best;
        }
        if (table.key().contains(field)) {
            Cell taken = best;
            looked.removeIf(row -> isBehind(row, taken, field, sign));
        }
        return List.of(best);
    }

    /**
     * Returns whether a row is behind the taken one; among equals, the row with the greater key is. The keys are in
     * ascending order.
     */
    private boolean isBehind(Cell row, Cell taken, String field, int sign) {
        int order = Integer.compare(sign * by(field, row), sign * by(field, taken));
        return order > 0
                || (order == 0 && view.keys().indexOf(row.key()) > view.keys().indexOf(taken.key()));
    }

    private int by(String field, Cell row) {
        return fields(row).getOrDefault(field, 0);
    }
}
