package moirai.sources.execution;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import moirai.directed.program.Condition;
import moirai.sources.execution.calls.Interpreter;
import moirai.sources.execution.calls.Iterations;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Executes loops. */
record Loops(TxnRecord record, Iterations iterations, Interpreter interpreter) {

    void run(WhileStmt loop, State state, Frame frame) {
        iterations.repeat(
                state,
                frame,
                (here, i) -> condition(loop.getCondition(), here, frame),
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
        iterations.repeat(
                state,
                frame,
                (here, i) -> loop.getCompare()
                        .map(test -> condition(test, here, frame))
                        .orElse(Condition.always()),
                (here, i) -> interpreter.run(loop.getBody(), here, frame),
                here -> loop.getUpdate().forEach(step -> interpreter.evaluate(step, here, frame)));
    }

    void run(ForEachStmt loop, State state, Frame frame) {
        Value list = interpreter.evaluate(loop.getIterable(), state, frame);
        String name = loop.getVariable().getVariable(0).getNameAsString();
        iterations.each(list, state, frame, (here, element) -> {
            here.locals().put(name, element);
            interpreter.run(loop.getBody(), here, frame);
        });
    }

    private Condition condition(Expression test, State state, Frame frame) {
        return record.lowering().truth(interpreter.evaluate(test, state, frame));
    }
}
