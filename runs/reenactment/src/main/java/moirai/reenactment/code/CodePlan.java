package moirai.reenactment.code;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Knowledge;
import moirai.directed.execution.Observation;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.reenactment.DirectedCase;

/** The statements that a call of a case is to execute, one after the other. Single-threaded. */
final class CodePlan {

    private final Program program;
    private final int number;
    private final String call;
    private final boolean isExact;
    private final boolean isFree;
    private final List<String> labels = new ArrayList<>();
    private final List<StatementShape> shapes = new ArrayList<>();
    private int next;

    /**
     * Creates the plan of a call.
     *
     * @param isFree whether the call may execute any statements
     */
    CodePlan(DirectedCase wanted, int call, boolean isFree) {
        this.isFree = isFree;
        this.program = wanted.program();
        this.number = call;
        this.call = "T" + call;
        // What goes into numbers that nobody knows may be any number in the application, and so what comes of them.
        this.isExact = wanted.scenario().calls().stream()
                .flatMap(one -> one.arguments().keySet().stream())
                .noneMatch(name -> name.startsWith("any("));
        Scenario.Call called = wanted.scenario().calls().get(call);
        Map<String, Statement> statements = new LinkedHashMap<>();
        program.txn(called.txn())
                .statements(wanted.loopMax())
                .forEach(statement -> statements.put(statement.label(), statement));
        var knowledge = new Knowledge(called.arguments());
        for (Map.Entry<String, Observation> entry : wanted.expected(call).entrySet()) {
            Statement statement = Objects.requireNonNull(statements.get(entry.getKey()));
            labels.add(entry.getKey());
            shapes.add(StatementShape.of(program.table(statement.table()), statement, knowledge));
            knowledge.learn(entry.getKey(), entry.getValue());
        }
    }

    /** Returns the number of the call. */
    int call() {
        return number;
    }

    /** Returns whether nothing is planned. */
    boolean isFree() {
        return isFree;
    }

    /** Returns the number of the next statement. */
    int index() {
        return next;
    }

    /** Returns the label of the statement with this number. */
    String label(int index) {
        return labels.get(index);
    }

    /** Takes the next statement, with all its values; returns its difference from the plan, or an empty text. */
    String take(Statement executed) {
        StatementShape shape = StatementShape.of(program.table(executed.table()), executed);
        if (next == shapes.size()) {
            return call + " executed " + shape + " after its last statement";
        }
        StatementShape wanted = shapes.get(next);
        if (!wanted.matches(shape, isExact)) {
            return call + "." + labels.get(next) + " executed " + shape + ", expected " + wanted;
        }
        next++;
        return "";
    }

    /** Returns the difference from the plan if the call ends now; empty if there is none. */
    String atEnd() {
        return next == shapes.size()
                ? ""
                : call + " ended before " + labels.get(next) + ", expected " + shapes.get(next);
    }
}
