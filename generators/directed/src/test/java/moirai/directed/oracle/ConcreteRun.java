package moirai.directed.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import moirai.directed.encoding.Conflict;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Pick;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;

/**
 * One execution, statement after statement in the order of writes: each reads what is visible to it. Written against
 * the meaning of programs, not after the formulas.
 */
final class ConcreteRun {

    /** A statement to run: its transaction, the arguments of that, and the parts of what it asks of rows. */
    record Turn(int txn, Statement statement, Map<String, Integer> arguments, List<Part> parts) {

        Turn(int txn, Statement statement, Map<String, Integer> arguments) {
            this(
                    txn,
                    statement,
                    arguments,
                    statement.where().conjuncts().stream().map(Part::of).toList());
        }
    }

    /** A condition that all rows have to meet, with the fields that it looks at. */
    private record Part(Condition condition, Set<String> fields) {

        static Part of(Condition condition) {
            return new Part(
                    condition,
                    condition
                            .expressions()
                            .filter(Expression.Field.class::isInstance)
                            .map(field -> ((Expression.Field) field).name())
                            .collect(Collectors.toUnmodifiableSet()));
        }

        boolean isOnKeyOf(Table table) {
            return table.key().containsAll(fields);
        }
    }

    /**
     * The data of a run.
     *
     * @param keys of all rows that can exist, in ascending order
     * @param initial the values at first
     * @param range the numbers that there are
     */
    record Setup(List<List<Integer>> keys, Map<Cell, Integer> initial, Range range) {

        Setup {
            keys = List.copyOf(keys);
            initial = Map.copyOf(initial);
        }
    }

    private final Program program;
    private final Setup setup;
    private final List<Turn> turns;
    private final boolean[][] visible;

    /** The cells that each turn read; the values that it wrote follow. */
    private final List<Set<Cell>> reads = new ArrayList<>();

    private final List<Map<Cell, Integer>> writes = new ArrayList<>();

    /** The rows that each statement accessed, in the order of keys, by transaction and label. */
    private final Map<String, List<Map<String, Integer>>> results = new HashMap<>();

    private boolean isWithinBounds = true;

    /** Visible[i][j] says whether turn j sees turn i. */
    ConcreteRun(Program program, Setup setup, List<Turn> turns, boolean[][] visible) {
        this.program = program;
        this.setup = setup;
        this.turns = List.copyOf(turns);
        this.visible = visible;
    }

    /** Runs all turns. Returns whether all values stayed within the bounds; otherwise the execution does not count. */
    boolean run() {
        for (int i = 0; i < turns.size() && isWithinBounds; i++) {
            reads.add(new HashSet<>());
            writes.add(new HashMap<>());
            execute(i, turns.get(i));
        }
        return isWithinBounds;
    }

    /** Returns whether a transaction commits after what it saw, in a run that stayed within bounds. */
    boolean commits(int txn, Condition commit, Map<String, Integer> arguments) {
        var nothing = new Statement.Delete("", "", Condition.always(), Condition.always());
        return holds(new Turn(txn, nothing, arguments), commit, Map.of()) && isWithinBounds;
    }

    private void execute(int index, Turn turn) {
        Statement statement = turn.statement();
        Table table = program.table(statement.table());
        var accessed = new ArrayList<Map<String, Integer>>();
        if (holds(turn, statement.guard(), Map.of())) {
            if (statement instanceof Statement.Insert insert) {
                accessed.add(insert(index, turn, insert, table));
            } else {
                accessed.addAll(access(index, turn, table));
            }
        }
        results.put(turn.txn() + statement.label(), accessed);
    }

    private Map<String, Integer> insert(int index, Turn turn, Statement.Insert insert, Table table) {
        Map<String, Integer> values = new HashMap<>();
        insert.values().forEach(value -> values.put(value.field(), value(turn, value.value(), Map.of())));
        List<Integer> key =
                table.key().stream().map(field -> values.getOrDefault(field, 0)).toList();
        isWithinBounds &= setup.keys().contains(key);
        var row = new Cell(table.name(), key, "");
        writes.get(index).put(row, 1);
        table.fields().forEach(field -> writes.get(index).put(row.with(field), values.getOrDefault(field, 0)));
        return values;
    }

    private List<Map<String, Integer>> access(int index, Turn turn, Table table) {
        var matches = new ArrayList<Map<String, Integer>>();
        var looked = new ArrayList<List<Integer>>();
        for (List<Integer> key : setup.keys()) {
            Map<String, Integer> row = new HashMap<>();
            for (int i = 0; i < key.size(); i++) {
                row.put(table.key().get(i), key.get(i));
            }
            table.fields().forEach(field -> row.put(field, view(index, new Cell(table.name(), key, field))));
            boolean onKey = true;
            boolean onOthers = true;
            boolean exists = view(index, new Cell(table.name(), key, "")) == 1;
            for (Part part : turn.parts()) {
                boolean isOnKey = part.isOnKeyOf(table);
                boolean holds = holds(turn, part.condition(), row, exists);
                onKey &= holds || !isOnKey;
                onOthers &= holds || isOnKey;
            }
            if (onKey) {
                looked.add(key);
            }
            if (onKey && exists && onOthers) {
                matches.add(row);
            }
        }
        List<Map<String, Integer>> taken = taken(index, table, matches, looked);
        record(index, table, looked);
        taken.forEach(row -> use(index, turn, table, row));
        return taken;
    }

    private List<Map<String, Integer>> taken(
            int index, Table table, List<Map<String, Integer>> matches, List<List<Integer>> looked) {
        Pick pick = turns.get(index).statement() instanceof Statement.Select select ? select.pick() : Pick.all();
        String field = switch (pick) {
            case Pick.All all -> "";
            case Pick.Least(var by) -> by;
            case Pick.Greatest(var by) -> by;
        };
        if (field.isEmpty()) {
            return matches;
        }
        int sign = pick instanceof Pick.Least ? 1 : -1;
        var best = new ArrayList<Map<String, Integer>>();
        for (Map<String, Integer> row : matches) {
            if (best.isEmpty()
                    || sign * row.getOrDefault(field, 0)
                            < sign * best.getFirst().getOrDefault(field, 0)) {
                best.clear();
                best.add(row);
            }
        }
        if (!table.key().contains(field)) {
            matches.forEach(row -> reads.get(index).add(cell(table, row, field)));
        } else if (!best.isEmpty()) {
            // Rows behind the one that is taken are not looked at.
            int position = setup.keys().indexOf(cell(table, best.getFirst(), "").key());
            looked.removeIf(key -> sign * setup.keys().indexOf(key) > sign * position);
        }
        return best;
    }

    private static Cell cell(Table table, Map<String, Integer> row, String field) {
        return new Cell(
                table.name(),
                table.key().stream().map(key -> row.getOrDefault(key, 0)).toList(),
                field);
    }

    private void record(int index, Table table, List<List<Integer>> looked) {
        for (List<Integer> key : looked) {
            var row = new Cell(table.name(), key, "");
            reads.get(index).add(row);
            if (view(index, row) == 1) {
                for (Part part : turns.get(index).parts()) {
                    if (!part.isOnKeyOf(table)) {
                        part.fields().forEach(field -> reads.get(index).add(row.with(field)));
                    }
                }
            }
        }
    }

    private void use(int index, Turn turn, Table table, Map<String, Integer> row) {
        switch (turn.statement()) {
            case Statement.Select select ->
                select.fields().forEach(field -> reads.get(index).add(cell(table, row, field)));
            case Statement.Update update ->
                update.set().forEach(assignment -> {
                    int value = value(turn, assignment.value(), row);
                    writes.get(index).put(cell(table, row, assignment.field()), value);
                    assignment
                            .value()
                            .parts()
                            .filter(Expression.Field.class::isInstance)
                            .forEach(part -> reads.get(index).add(cell(table, row, ((Expression.Field) part).name())));
                });
            case Statement.Delete delete -> writes.get(index).put(cell(table, row, ""), 0);
            case Statement.Insert insert -> throw new IllegalStateException("inserts have no rows");
        }
    }

    private int view(int reader, Cell cell) {
        int value = setup.initial().getOrDefault(cell, 0);
        for (int writer = 0; writer < reader; writer++) {
            if (visible[writer][reader]) {
                value = writes.get(writer).getOrDefault(cell, value);
            }
        }
        return value;
    }

    private boolean holds(Turn turn, Condition condition, Map<String, Integer> row) {
        return holds(turn, condition, row, true);
    }

    private boolean holds(Turn turn, Condition condition, Map<String, Integer> row, boolean counts) {
        boolean before = isWithinBounds;
        boolean holds = switch (condition) {
            case Condition.Compare(var left, var operator, var right) ->
                compare(value(turn, left, row), operator, value(turn, right, row));
            case Condition.And(var parts) -> holding(turn, parts, row, counts) == parts.size();
            case Condition.Or(var parts) -> holding(turn, parts, row, counts) > 0;
            case Condition.Not(var part) -> !holds(turn, part, row, counts);
        };
        isWithinBounds = counts ? isWithinBounds : before;
        return holds;
    }

    private int holding(Turn turn, List<Condition> parts, Map<String, Integer> row, boolean counts) {
        int holding = 0;
        for (Condition part : parts) {
            holding += holds(turn, part, row, counts) ? 1 : 0;
        }
        return holding;
    }

    private static boolean compare(int left, Operator operator, int right) {
        return switch (operator) {
            case EQUAL -> left == right;
            case DIFFERENT -> left != right;
            case LESS -> left < right;
            case AT_MOST -> left <= right;
            case MORE -> left > right;
            case AT_LEAST -> left >= right;
        };
    }

    private int value(Turn turn, Expression expression, Map<String, Integer> row) {
        int value = switch (expression) {
            case Expression.Constant(var constant) -> constant;
            case Expression.Parameter(var name) -> turn.arguments().getOrDefault(name, 0);
            case Expression.Any(var name) -> turn.arguments().getOrDefault("any(" + name + ")", 0);
            case Expression.Field(var name) -> row.getOrDefault(name, 0);
            case Expression.Count(var statement) -> results(turn, statement).size();
            case Expression.Result(var statement, var field, var number) -> {
                List<Map<String, Integer>> rows = results(turn, statement);
                yield number < rows.size() ? rows.get(number).getOrDefault(field, 0) : 0;
            }
            case Expression.Each each -> throw new IllegalStateException("not unrolled: " + each);
            case Expression.Arithmetic(var operation, var left, var right) -> {
                int first = value(turn, left, row);
                int second = value(turn, right, row);
                yield switch (operation) {
                    case PLUS -> first + second;
                    case MINUS -> first - second;
                    case TIMES -> first * second;
                };
            }
        };
        isWithinBounds &= setup.range().has(value);
        return value;
    }

    private List<Map<String, Integer>> results(Turn turn, String statement) {
        return results.getOrDefault(turn.txn() + statement, List.of());
    }

    /** Returns whether both turns lock the same row, one of them to read it only. */
    boolean lockOneRow(int first, int second) {
        return ((isLockingRead(first) && isLocking(second)) || (isLocking(first) && isLockingRead(second)))
                && taken(first).stream().anyMatch(taken(second)::contains);
    }

    private boolean isLockingRead(int turn) {
        return turns.get(turn).statement() instanceof Statement.Select select && select.locks();
    }

    private boolean isLocking(int turn) {
        return isLockingRead(turn)
                || turns.get(turn).statement() instanceof Statement.Update
                || turns.get(turn).statement() instanceof Statement.Delete;
    }

    private List<Cell> taken(int turn) {
        Statement statement = turns.get(turn).statement();
        Table table = program.table(statement.table());
        return results(turns.get(turn), statement.label()).stream()
                .map(row -> cell(table, row, ""))
                .toList();
    }

    /** Returns whether the first turn's statement has to come before the second one's for this reason. */
    boolean has(Conflict conflict, int from, int to) {
        return switch (conflict) {
            case WRITE_READ -> visible[from][to] && any(reads.get(to), cell -> lastSeen(to, cell) == from);
            case READ_WRITE ->
                !visible[to][from]
                        && any(reads.get(from), cell -> writes.get(to).containsKey(cell) && lastSeen(from, cell) < to);
            case WRITE_WRITE -> from < to && any(writes.get(from).keySet(), writes.get(to)::containsKey);
        };
    }

    /** Runs are many: a stream for each of these questions takes longer than its answer. */
    private static boolean any(Set<Cell> cells, Predicate<Cell> holds) {
        for (Cell cell : cells) {
            if (holds.test(cell)) {
                return true;
            }
        }
        return false;
    }

    private int lastSeen(int reader, Cell cell) {
        for (int writer = reader - 1; writer >= 0; writer--) {
            if (visible[writer][reader] && writes.get(writer).containsKey(cell)) {
                return writer;
            }
        }
        return -1;
    }
}
