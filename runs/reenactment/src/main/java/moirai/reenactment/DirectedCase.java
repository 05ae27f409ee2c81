package moirai.reenactment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Execution;
import moirai.directed.execution.Observation;
import moirai.directed.execution.Turn;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.reenactment.placement.NodePlan;
import moirai.reenactment.placement.PlacedTurn;
import moirai.reenactment.placement.Placing;
import moirai.scheduling.Step;

/**
 * An anomaly of an abstract program as a test: rows, calls, the order of their steps, and the expected results.
 * Immutable.
 */
public final class DirectedCase {

    /**
     * The most calls that are compared with every serial order. The 24 orders of four calls take milliseconds, the
     * 40320 of eight would not.
     */
    private static final int CALLS_COMPARED_MAX = 6;

    /** The number of nodes in the text for people, whatever database the case is replayed on. */
    private static final int NODES = 3;

    private final Program program;
    private final int loopMax;
    private final Anomaly anomaly;
    private final Execution predicted;
    private final Evidence evidence;

    /**
     * Creates the case of an anomaly.
     *
     * @param loopMax how often loops were repeated at most in the search that found the anomaly
     * @throws IllegalStateException if the anomaly is not one of this program: its scenario does not run, or its cycle
     *    is not there
     */
    public DirectedCase(Program program, int loopMax, Anomaly anomaly) {
        this.program = program;
        this.loopMax = loopMax;
        this.anomaly = anomaly;
        this.predicted = anomaly.execution(program, loopMax);
        this.evidence = compared();
    }

    private DirectedCase(Program program, Anomaly anomaly, DirectedCase other) {
        this.program = program;
        this.loopMax = other.loopMax;
        this.anomaly = anomaly;
        this.predicted = anomaly.execution(program, loopMax);
        this.evidence = other.evidence;
    }

    /** Returns the same case of a program and an anomaly that differ from these in names of tables alone. */
    public DirectedCase renamed(Program named, Anomaly found) {
        return new DirectedCase(named, found, this);
    }

    private Evidence compared() {
        int calls = anomaly.scenario().calls().size();
        List<Map<String, Observation>> returned =
                IntStream.range(0, calls).mapToObj(predicted::observations).toList();
        return evidence(returned, predicted.finalRows());
    }

    /**
     * Returns the evidence by which an execution of all calls can be told from the same calls one after the other, in
     * whatever order. Cost: each order is executed; for more calls than {@value #CALLS_COMPARED_MAX} none is.
     *
     * @param returned by each statement that ran, for each call
     * @param rows that are left
     */
    public Evidence evidence(List<Map<String, Observation>> returned, List<Scenario.InitialRow> rows) {
        if (!isComparable()) {
            return Evidence.NOT_COMPARED;
        }
        List<Execution> leavingTheSame = orders(
                        IntStream.range(0, returned.size()).boxed().toList())
                .stream()
                .map(order -> Execution.serial(program, anomaly.scenario(), loopMax, order))
                .filter(run -> run.finalRows().equals(rows))
                .toList();
        if (leavingTheSame.isEmpty()) {
            return Evidence.FINAL_STATE;
        }
        boolean isExplained = leavingTheSame.stream()
                .anyMatch(run -> IntStream.range(0, returned.size())
                        .allMatch(call -> run.observations(call).equals(returned.get(call))));
        return isExplained ? Evidence.CYCLE : Evidence.HISTORY;
    }

    /** Returns whether there are few enough calls to be compared with each order of them. */
    boolean isComparable() {
        return scenario().calls().size() <= CALLS_COMPARED_MAX;
    }

    /** Returns all orders of these calls. */
    public static List<List<Integer>> orders(List<Integer> calls) {
        if (calls.isEmpty()) {
            return List.of(List.of());
        }
        var orders = new ArrayList<List<Integer>>();
        for (Integer first : calls) {
            List<Integer> others =
                    calls.stream().filter(call -> !call.equals(first)).toList();
            for (List<Integer> rest : orders(others)) {
                var order = new ArrayList<Integer>();
                order.add(first);
                order.addAll(rest);
                orders.add(order);
            }
        }
        return orders;
    }

    public Program program() {
        return program;
    }

    public int loopMax() {
        return loopMax;
    }

    public Anomaly anomaly() {
        return anomaly;
    }

    /** Returns the rows at first and the calls with their arguments. */
    public Scenario scenario() {
        return anomaly.scenario();
    }

    /** Returns the predicted execution, on numbers. */
    public Execution predicted() {
        return predicted;
    }

    /** Returns the evidence by which the prediction can be told from the same calls one after the other. */
    public Evidence evidence() {
        return evidence;
    }

    /** Returns the expected results of the statements of a call, by label, in their order. */
    public Map<String, Observation> expected(int call) {
        return predicted.observations(call);
    }

    /** Returns the statements in the order of the model, each call's end right after its last statement. */
    public List<CaseStep> steps() {
        var steps = new ArrayList<CaseStep>();
        List<Turn> turns = predicted.turns();
        for (int i = 0; i < turns.size(); i++) {
            int call = turns.get(i).call();
            steps.add(new CaseStep(step(i), turns.get(i).statement().label(), missed(i)));
            if (turns.subList(i + 1, turns.size()).stream().noneMatch(later -> later.call() == call)) {
                steps.add(CaseStep.commit(call));
            }
        }
        return steps;
    }

    /** Returns the turn with this number as a step of its call. */
    Step step(int turn) {
        int call = predicted.turns().get(turn).call();
        long index = predicted.turns().subList(0, turn).stream()
                .filter(earlier -> earlier.call() == call)
                .count();
        return new Step(call, 0, (int) index);
    }

    private List<Integer> missed(int turn) {
        return IntStream.range(0, turn)
                .filter(writer -> predicted.turns().get(writer).call()
                        != predicted.turns().get(turn).call())
                .filter(writer -> !predicted.effects().get(writer).writes().isEmpty() && !predicted.sees(writer, turn))
                .map(writer -> predicted.turns().get(writer).call())
                .distinct()
                .boxed()
                .toList();
    }

    /**
     * Returns the first difference from the prediction; empty if there is none.
     *
     * @param returned by each statement that ran, for each call
     * @param rows that are left
     */
    public String difference(List<Map<String, Observation>> returned, List<Scenario.InitialRow> rows) {
        for (Turn turn : predicted.turns()) {
            Map<String, Observation> seen = returned.get(turn.call());
            String label = turn.statement().label();
            Observation expected = expected(turn.call()).getOrDefault(label, Observation.counted(0));
            if (!seen.containsKey(label)) {
                return turn + " did not run, expected " + expected;
            }
            if (!expected.equals(seen.get(label))) {
                return turn + " returned " + seen.get(label) + ", expected " + expected;
            }
        }
        for (int call = 0; call < returned.size(); call++) {
            for (String label : returned.get(call).keySet()) {
                if (!expected(call).containsKey(label)) {
                    return "T" + call + "." + label + " ran, expected that it does not";
                }
            }
        }
        return rows.equals(predicted.finalRows()) ? "" : "left " + rows + ", expected " + predicted.finalRows();
    }

    /** Returns the node at which each statement runs, on this many nodes that each have all data. */
    public Placing placing(int nodes) {
        return NodePlan.of(predicted, nodes);
    }

    /** Returns the case for people: a line for each row, call, step and remaining row; each with a newline. */
    public String text() {
        var text = new StringBuilder("case of ").append(program.name()).append(": ");
        text.append(anomaly.cycle()).append('\n');
        CaseSql.inserts(program, scenario().rows())
                .forEach(sql -> text.append("  ").append(sql).append('\n'));
        List<Scenario.Call> calls = scenario().calls();
        for (int call = 0; call < calls.size(); call++) {
            text.append("  T").append(call).append(" = ").append(calls.get(call).txn());
            text.append(calls.get(call).arguments())
                    .append(" at ")
                    .append(calls.get(call).level().name())
                    .append('\n');
        }
        Placing placing = placing(NODES);
        int turn = 0;
        for (CaseStep step : steps()) {
            text.append("  ").append(step);
            if (!step.isEnd()) {
                text.append(" returns ")
                        .append(expected(step.call()).getOrDefault(step.label(), Observation.counted(0)))
                        .append(placed(placing, turn++));
            }
            text.append('\n');
        }
        if (placing instanceof Placing.Unplaceable(var reason)) {
            text.append("  no nodes and partitions: ").append(reason).append('\n');
        }
        predicted
                .finalRows()
                .forEach(row -> text.append("  left ")
                        .append(row.table())
                        .append(row.values())
                        .append('\n'));
        return text.append("  ").append(evidence.sentence()).append('\n').toString();
    }

    private String placed(Placing placing, int turn) {
        if (!(placing instanceof Placing.Placed(var turns))) {
            return "";
        }
        PlacedTurn at = turns.get(turn);
        String handed = at.handed().stream()
                .map(writer -> predicted.turns().get(writer).toString())
                .collect(Collectors.joining(", "));
        return " " + at + (handed.isEmpty() ? "" : ", which was handed " + handed);
    }
}
