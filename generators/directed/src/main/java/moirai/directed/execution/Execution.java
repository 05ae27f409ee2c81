package moirai.directed.execution;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import moirai.directed.encoding.Conflict;
import moirai.directed.encoding.Scenario;
import moirai.directed.program.Condition;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;

/**
 * An execution of a scenario's calls on numbers: one turn after the other in the order of their writes, each on the
 * writes that it sees. Immutable.
 *
 * <p>Cost: O(turns² · rows · fields) for views, of which a scenario has a handful.
 */
public final class Execution {

    private static final Comparator<List<Integer>> BY_KEY = (left, right) -> {
        for (int i = 0; i < left.size(); i++) {
            int order = Integer.compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };

    /** The relation between turns and the earlier turns whose writes they see, by their numbers. */
    @FunctionalInterface
    private interface Visibility {
        boolean sees(int writer, int reader);
    }

    private final Program program;
    private final Scenario scenario;
    private final Visibility visibility;
    private final Map<Cell, Integer> initial = new HashMap<>();
    private final Map<String, SortedSet<List<Integer>>> keys = new LinkedHashMap<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<Effects> effects = new ArrayList<>();

    private Execution(
            Program program, Scenario scenario, Visibility visibility, Map<String, SortedSet<List<Integer>>> keys) {
        this.program = program;
        this.scenario = scenario;
        this.visibility = visibility;
        program.tables().forEach(table -> {
            var known = new TreeSet<>(BY_KEY);
            known.addAll(keys.getOrDefault(table.name(), new TreeSet<>(BY_KEY)));
            this.keys.put(table.name(), known);
        });
        scenario.rows().forEach(this::place);
    }

    private void place(Scenario.InitialRow row) {
        Table table = program.table(row.table());
        List<Integer> key = table.key().stream()
                .map(field -> row.values().getOrDefault(field, 0))
                .toList();
        var cell = new Cell(table.name(), key, Cell.EXISTENCE);
        initial.put(cell, 1);
        table.fields()
                .forEach(field -> initial.put(cell.with(field), row.values().getOrDefault(field, 0)));
        known(table.name()).add(key);
    }

    private SortedSet<List<Integer>> known(String table) {
        return keys.getOrDefault(table, new TreeSet<>(BY_KEY));
    }

    /**
     * Executes the turns of a scenario as it says.
     *
     * @param loopMax how often loops were repeated at most when it was found
     * @throws IllegalStateException if the scenario is not one of this program: a statement that it names does not
     *    exist or would not run
     */
    public static Execution of(Program program, Scenario scenario, int loopMax) {
        List<Turn> turns = new ArrayList<>();
        for (Scenario.Turn turn : scenario.turns()) {
            String txn = scenario.calls().get(turn.call()).txn();
            turns.add(new Turn(turn.call(), statement(program, txn, turn.statement(), loopMax)));
        }
        Execution execution = run(program, scenario, turns, asIn(scenario));
        if (execution.turns.size() < turns.size()) {
            throw new IllegalStateException("the scenario has turns " + turns + ", but of program " + program.name()
                    + " only these run: " + execution.turns);
        }
        return execution;
    }

    private static Statement statement(Program program, String txn, String label, int loopMax) {
        return program.txn(txn).statements(loopMax).stream()
                .filter(candidate -> candidate.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no statement " + label + " in transaction " + txn
                        + " with loops up to " + loopMax + " times"));
    }

    private static Visibility asIn(Scenario scenario) {
        List<String> names = scenario.turns().stream()
                .map(turn -> "T" + turn.call() + "." + turn.statement())
                .toList();
        var missed = new boolean[names.size()][names.size()];
        for (int reader = 0; reader < names.size(); reader++) {
            for (int writer = 0; writer < names.size(); writer++) {
                missed[reader][writer] = scenario.turns().get(reader).missed().contains(names.get(writer));
            }
        }
        return (writer, reader) -> !missed[reader][writer];
    }

    /** Executes the calls of a scenario one after the other, in an order that has each call once. */
    public static Execution serial(Program program, Scenario scenario, int loopMax, List<Integer> order) {
        List<Turn> turns = new ArrayList<>();
        for (int call : order) {
            program.txn(scenario.calls().get(call).txn())
                    .statements(loopMax)
                    .forEach(statement -> turns.add(new Turn(call, statement)));
        }
        return run(program, scenario, turns, (writer, reader) -> true);
    }

    /**
     * Executes the turns, and again if rows with new keys were made: then with these keys, which statements before the
     * inserts could not know.
     */
    private static Execution run(Program program, Scenario scenario, List<Turn> turns, Visibility visibility) {
        var first = new Execution(program, scenario, visibility, Map.of());
        int before = first.keyCount();
        first.execute(turns);
        if (first.keyCount() == before) {
            return first;
        }
        var second = new Execution(program, scenario, visibility, first.keys);
        second.execute(turns);
        return second;
    }

    private int keyCount() {
        return keys.values().stream().mapToInt(Collection::size).sum();
    }

    private void execute(List<Turn> planned) {
        for (int i = 0; i < planned.size(); i++) {
            int call = planned.get(i).call();
            execute(planned.get(i));
            if (planned.subList(i + 1, planned.size()).stream().noneMatch(later -> later.call() == call)) {
                end(call);
            }
        }
    }

    /** Reverts the writes of a call if it does not commit. */
    private void end(int call) {
        Condition commit = program.txn(scenario.calls().get(call).txn()).commit();
        if (!knowledge(call).holds(commit, Map.of())) {
            for (int i = 0; i < turns.size(); i++) {
                if (turns.get(i).call() == call) {
                    Effects done = effects.get(i);
                    effects.set(i, new Effects(done.reads(), Map.of(), done.observation()));
                }
            }
        }
    }

    private Knowledge knowledge(int call) {
        var knowledge = new Knowledge(scenario.calls().get(call).arguments());
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).call() == call) {
                knowledge.learn(turns.get(i).statement().label(), effects.get(i).observation());
            }
        }
        return knowledge;
    }

    private void execute(Turn turn) {
        Knowledge knowledge = knowledge(turn.call());
        if (!knowledge.holds(turn.statement().guard(), Map.of())) {
            return;
        }
        Table table = program.table(turn.statement().table());
        int number = turns.size();
        var view = new StatementRun.View(List.copyOf(known(table.name())), cell -> view(number, cell));
        turns.add(turn);
        Effects done = new StatementRun(table, turn.statement(), knowledge, view).run();
        effects.add(done);
        done.writes().keySet().forEach(cell -> known(cell.table()).add(cell.key()));
    }

    private int view(int reader, Cell cell) {
        int writer = lastSeen(reader, cell);
        return writer < 0 ? initial.getOrDefault(cell, 0) : written(writer, cell);
    }

    private int written(int writer, Cell cell) {
        return effects.get(writer).writes().getOrDefault(cell, 0);
    }

    /** Returns whether a turn inserts a row that it finds there already, which a database with keys refuses. */
    public boolean overwrites(int turn) {
        return turns.get(turn).statement() instanceof Statement.Insert
                && effects.get(turn).writes().keySet().stream()
                        .filter(cell -> cell.field().equals(Cell.EXISTENCE))
                        .anyMatch(row -> view(turn, row) == 1);
    }

    /** Returns the turn from which another one has, or would have, the value of a cell; -1 for the first value. */
    public int lastSeen(int reader, Cell cell) {
        for (int writer = reader - 1; writer >= 0; writer--) {
            if (sees(writer, reader) && effects.get(writer).writes().containsKey(cell)) {
                return writer;
            }
        }
        return -1;
    }

    /** Returns whether a turn sees the writes of another turn, of its own call or not. */
    public boolean sees(int writer, int reader) {
        return writer < reader && visibility.sees(writer, reader);
    }

    /** Returns the statements that ran. */
    public List<Turn> turns() {
        return List.copyOf(turns);
    }

    /** Returns the effects of each turn. */
    public List<Effects> effects() {
        return List.copyOf(effects);
    }

    /** Returns the results of a call's statements, in their order. */
    public Map<String, Observation> observations(int call) {
        Map<String, Observation> observations = new LinkedHashMap<>();
        for (int i = 0; i < turns.size(); i++) {
            if (turns.get(i).call() == call) {
                observations.put(
                        turns.get(i).statement().label(), effects.get(i).observation());
            }
        }
        return observations;
    }

    /** Returns whether the first turn has to come before the second one in a serial execution, for this reason. */
    public boolean has(Conflict conflict, int from, int to) {
        if (turns.get(from).call() == turns.get(to).call()) {
            return false;
        }
        Effects first = effects.get(from);
        Effects second = effects.get(to);
        return switch (conflict) {
            case WRITE_READ -> second.reads().stream().anyMatch(cell -> lastSeen(to, cell) == from);
            case READ_WRITE ->
                first.reads().stream()
                        .anyMatch(cell ->
                                second.writes().containsKey(cell) && !sees(to, from) && lastSeen(from, cell) < to);
            case WRITE_WRITE -> from < to && first.writes().keySet().stream().anyMatch(second.writes()::containsKey);
        };
    }

    /** Returns the final rows: by table in the order of the program, then by key. */
    public List<Scenario.InitialRow> finalRows() {
        var rows = new ArrayList<Scenario.InitialRow>();
        for (Table table : program.tables()) {
            for (List<Integer> key : known(table.name())) {
                var row = new Cell(table.name(), key, Cell.EXISTENCE);
                if (last(row) == 1) {
                    Map<String, Integer> values = new LinkedHashMap<>();
                    for (int i = 0; i < key.size(); i++) {
                        values.put(table.key().get(i), key.get(i));
                    }
                    table.fields().forEach(field -> values.put(field, last(row.with(field))));
                    rows.add(new Scenario.InitialRow(table.name(), values));
                }
            }
        }
        return rows;
    }

    private int last(Cell cell) {
        for (int writer = turns.size() - 1; writer >= 0; writer--) {
            if (effects.get(writer).writes().containsKey(cell)) {
                return written(writer, cell);
            }
        }
        return initial.getOrDefault(cell, 0);
    }
}
