package moirai.sources.execution;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.List;
import moirai.directed.program.Condition;
import moirai.sources.execution.calls.Interpreter;
import moirai.sources.execution.calls.Iterations;
import moirai.sources.execution.calls.Outside;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Executes loops. */
record Loops(TxnRecord record, Outside outside, Iterations iterations, Interpreter interpreter) {

    void run(WhileStmt loop, State state, Frame frame) {
        iterations.repeat(
                iterations.limits(loop.getCondition().isBooleanLiteralExpr() || outside.mayRunStatements(loop)),
                state,
                frame,
                (here, i) -> noted(condition(loop.getCondition(), here, frame), loop.getBody(), here),
                (here, i) -> interpreter.run(loop.getBody(), here, frame),
                here -> {});
    }

    void run(DoStmt loop, State state, Frame frame) {
        iterations.repeat(
                state,
                frame,
                (here, i) -> i == 0 ? Condition.always() : condition(loop.getCondition(), here, frame),
                (here, i) -> interpreter.run(loop.getBody(), here, frame),
                here -> {});
    }

    void run(ForStmt loop, State state, Frame frame) {
        loop.getInitialization().forEach(start -> interpreter.evaluate(start, state, frame));
        boolean isEndless = loop.getCompare().isEmpty();
        iterations.repeat(
                iterations.limits(isEndless || outside.mayRunStatements(loop)),
                state,
                frame,
                (here, i) -> loop.getCompare()
                        .map(test -> noted(condition(test, here, frame), loop.getBody(), here))
                        .orElse(Condition.always()),
                (here, i) -> interpreter.run(loop.getBody(), here, frame),
                here -> loop.getUpdate().forEach(step -> interpreter.evaluate(step, here, frame)));
    }

    void run(ForEachStmt loop, State state, Frame frame) {
        Value list = interpreter.evaluate(loop.getIterable(), state, frame);
        String name = loop.getVariable().getVariable(0).getNameAsString();
        boolean isEmpty =
                state.content(list) instanceof Value.Items(var elements, var isExact) && isExact && elements.isEmpty();
        if (isEmpty) {
            record.miss(loop.getBody(), true);
        }
        iterations.each(list, outside.mayRunStatements(loop.getBody()), state, frame, (here, element) -> {
            here.locals().put(name, element);
            interpreter.run(loop.getBody(), here, frame);
        });
    }

    /** Notes that a loop ends here, if the condition says so for certain or because of the path. */
    private Condition noted(Condition condition, Statement body, State state) {
        record.noteWays(state, condition, List.of(body), List.of());
        return condition;
    }

    private Condition condition(Expression test, State state, Frame frame) {
        return record.lowering().truth(interpreter.evaluate(test, state, frame));
    }
}
