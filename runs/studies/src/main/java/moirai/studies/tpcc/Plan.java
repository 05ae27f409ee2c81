package moirai.studies.tpcc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import moirai.directed.execution.Execution;
import moirai.directed.execution.Turn;
import moirai.scheduling.Step;

/**
 * The order and the visibility of the statements of real calls, as an execution of a slice of the program defines them.
 *
 * <p>A statement that is not in the slice comes right before the next one of its call that is, or else after all of
 * them. The execution leaves open which statements see it and which it sees: those of all other calls, or those of
 * none.
 */
final class Plan {

    private final Execution execution;
    private final List<List<String>> statements;
    private final boolean seesMore;
    private final Map<Step, Integer> turns = new HashMap<>();
    private final Map<Step, Map<String, Integer>> cells = new HashMap<>();
    private final List<Step> order = new ArrayList<>();
    private final int[] reached;

    private Plan(Execution execution, List<List<String>> statements, boolean seesMore) {
        this.execution = execution;
        this.statements = statements;
        this.seesMore = seesMore;
        this.reached = new int[statements.size()];
    }

    /**
     * A plan; empty where the calls do not execute the statements of the execution in its order.
     *
     * @param statements of each call, when it is alone
     * @param seesMore whether what the execution leaves open is seen
     */
    static Optional<Plan> of(Execution execution, List<List<String>> statements, boolean seesMore) {
        var plan = new Plan(execution, statements, seesMore);
        return plan.follow() ? Optional.of(plan) : Optional.empty();
    }

    private boolean follow() {
        var reads = new HashMap<Integer, Map<String, Integer>>();
        for (int number = 0; number < execution.turns().size(); number++) {
            Turn turn = execution.turns().get(number);
            String label = turn.statement().label();
            int dot = label.indexOf('.');
            if (dot >= 0) {
                reads.computeIfAbsent(turn.call(), unknown -> new HashMap<>()).put(label.substring(dot + 1), number);
                continue;
            }
            OptionalInt index = Statements.indexOf(turn.statement(), statements.get(turn.call()), reached[turn.call()]);
            if (index.isEmpty()) {
                return false;
            }
            proceed(turn.call(), index.getAsInt() + 1);
            var step = new Step(turn.call(), 0, index.getAsInt());
            turns.put(step, number);
            Map<String, Integer> read = reads.remove(turn.call());
            cells.put(step, read == null ? Map.of() : read);
        }
        for (int call = 0; call < statements.size(); call++) {
            proceed(call, statements.get(call).size());
        }
        return true;
    }

    private void proceed(int call, int end) {
        for (; reached[call] < end; reached[call]++) {
            order.add(new Step(call, 0, reached[call]));
        }
    }

    /** All statements in the order in which they take effect. */
    List<Step> order() {
        return List.copyOf(order);
    }

    /** Decides whether a reader sees a writer. An insert sees nobody: weak stores replace a row whose key is taken. */
    boolean sees(Step writer, Step reader, String column) {
        if (Statements.isInsert(statements.get(reader.session()).get(reader.index()))) {
            return false;
        }
        Integer from = turns.get(writer);
        Integer to = cells.getOrDefault(reader, Map.of()).getOrDefault(column, turns.get(reader));
        return (from == null || to == null) ? seesMore : execution.sees(from, to);
    }
}
