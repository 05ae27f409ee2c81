package moirai.reenactment.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.directed.encoding.Scenario;
import moirai.directed.examples.Parts;
import moirai.directed.execution.Cell;
import moirai.directed.execution.Execution;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Replicas that forget nothing and show the last write show each turn what it has to see; where not, none could. */
class NodePlanProperties {

    private static final Program PROGRAM = new Program(
            "counters",
            List.of(new Table("X", List.of("id"), List.of("v", "w"))),
            List.of(
                    txn("look", Parts.select("q1", "v", "X", Condition.always()), Parts.select("q2", "w", "X", is())),
                    txn("add", Parts.select("q1", "v", "X", is()), plus("u1", "v", "v")),
                    txn("mix", plus("u1", "v", "w"), plus("u2", "w", "v")),
                    txn("remove", new Statement.Delete("d1", "X", is(), Condition.always()))));

    private static TxnType txn(String name, Statement... statements) {
        return new TxnType(name, List.of("id"), List.of(statements));
    }

    private static Condition is() {
        return Parts.is("id", "id");
    }

    private static Statement plus(String label, String to, String from) {
        return Parts.update(label, "X", is(), Parts.to(to, Parts.field(from).plus(Parts.constant(1))));
    }

    @Property(tries = 400)
    void eachTurnReadsWhatItHasTo(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int nodes) {
        Execution execution = execution(new Random(seed));

        switch (NodePlan.of(execution, nodes)) {
            case Placing.Placed(var turns) -> {
                assertThat(misread(execution, turns, nodes, true)).isEmpty();
                assertThat(misread(execution, turns, nodes, false)).isEmpty();
            }
            case Placing.Unplaceable unplaceable ->
                assertThat(anyPlacement(execution, nodes)).isFalse();
        }
    }

    private static Execution execution(Random random) {
        List<TxnType> types = PROGRAM.txns();
        var calls = new ArrayList<Scenario.Call>();
        var left = new ArrayList<List<String>>();
        for (int call = 0; call < 2 + random.nextInt(3); call++) {
            TxnType type = types.get(random.nextInt(types.size()));
            calls.add(new Scenario.Call(type.name(), Promises.EVENTUAL, Map.of("id", random.nextInt(2))));
            left.add(new ArrayList<>(
                    type.statements(1).stream().map(Statement::label).toList()));
        }
        var turns = new ArrayList<Scenario.Turn>();
        while (left.stream().anyMatch(labels -> !labels.isEmpty())) {
            int call = random.nextInt(calls.size());
            if (!left.get(call).isEmpty()) {
                List<String> missed = turns.stream()
                        .filter(earlier -> random.nextInt(3) == 0)
                        .map(earlier -> "T" + earlier.call() + "." + earlier.statement())
                        .toList();
                turns.add(new Scenario.Turn(call, left.get(call).removeFirst(), missed));
            }
        }
        List<Scenario.InitialRow> rows = IntStream.range(0, 2)
                .mapToObj(id -> new Scenario.InitialRow("X", row(id)))
                .toList();
        return Execution.of(PROGRAM, new Scenario(rows, calls, turns), 1);
    }

    private static Map<String, Integer> row(int id) {
        var row = new LinkedHashMap<String, Integer>();
        row.put("id", id);
        row.put("v", 0);
        row.put("w", 0);
        return row;
    }

    /**
     * Plays the turns on replicas, and tells which reads find another write than they have to.
     *
     * @param isQuick whether open links carry writes at once that nobody waits for
     */
    private static List<String> misread(Execution execution, List<PlacedTurn> turns, int nodes, boolean isQuick) {
        var known = new ArrayList<Set<Integer>>();
        IntStream.range(0, nodes).forEach(node -> known.add(new HashSet<>()));
        var misread = new ArrayList<String>();
        for (int turn = 0; turn < turns.size(); turn++) {
            PlacedTurn at = turns.get(turn);
            Set<Integer> here = known.get(at.node());
            here.addAll(at.handed());
            misread.addAll(misread(execution, turn, here));
            here.add(turn);
            for (int other = 0; other < nodes; other++) {
                if (at.reaches().contains(other) || (isQuick && !at.cutFrom().contains(other))) {
                    known.get(other).add(turn);
                }
            }
            assertThat(at.reaches()).noneMatch(at.cutFrom()::contains);
        }
        return misread;
    }

    private static List<String> misread(Execution execution, int turn, Set<Integer> known) {
        return execution.effects().get(turn).reads().stream()
                .filter(cell -> last(execution, turn, cell, known) != execution.lastSeen(turn, cell))
                .map(cell -> execution.turns().get(turn) + " of " + cell)
                .toList();
    }

    private static int last(Execution execution, int turn, Cell cell, Set<Integer> known) {
        return IntStream.range(0, turn)
                .filter(writer -> known.contains(writer)
                        && execution.effects().get(writer).writes().containsKey(cell))
                .max()
                .orElse(-1);
    }

    /** Tries all nodes for all turns, each node knowing as little as it can. */
    private static boolean anyPlacement(Execution execution, int nodes) {
        int count = execution.turns().size();
        int all = (int) Math.pow(nodes, count);
        return IntStream.range(0, all).anyMatch(number -> {
            var known = new ArrayList<Set<Integer>>();
            IntStream.range(0, nodes).forEach(node -> known.add(new HashSet<>()));
            int rest = number;
            for (int turn = 0; turn < count; turn++) {
                Set<Integer> here = known.get(rest % nodes);
                rest /= nodes;
                for (Cell cell : execution.effects().get(turn).reads()) {
                    here.add(execution.lastSeen(turn, cell));
                }
                if (!misread(execution, turn, here).isEmpty()) {
                    return false;
                }
                here.add(turn);
            }
            return true;
        });
    }
}
