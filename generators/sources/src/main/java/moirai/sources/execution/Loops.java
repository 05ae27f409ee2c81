package moirai.sources.execution;

import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.List;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;

/** Unrolls loops up to the bound. A loop that would go on is left there, which is reported. */
final class Loops {

    private final Machine machine;

    Loops(Machine machine) {
        this.machine = machine;
    }

    /** One part of a loop on a path. */
    private interface Part {
        void run(State state);
    }

    /** The test before an iteration, from 0. */
    private interface Test {
        Condition holds(State state, int iteration);
    }

    void run(WhileStmt loop, State state, Frame frame) {
        repeat(
                state,
                frame,
                (here, i) -> machine.expressions.condition(loop.getCondition(), here, frame),
                (here, i) -> machine.statements.run(loop.getBody(), here, frame),
                here -> {});
    }

    void run(DoStmt loop, State state, Frame frame) {
        repeat(
                state,
                frame,
                (here, i) ->
                        i == 0 ? Condition.always() : machine.expressions.condition(loop.getCondition(), here, frame),
                (here, i) -> machine.statements.run(loop.getBody(), here, frame),
                here -> {});
    }

    void run(ForStmt loop, State state, Frame frame) {
        loop.getInitialization().forEach(start -> machine.expressions.evaluate(start, state, frame));
        repeat(
                state,
                frame,
                (here, i) -> loop.getCompare()
                        .map(test -> machine.expressions.condition(test, here, frame))
                        .orElse(Condition.always()),
                (here, i) -> machine.statements.run(loop.getBody(), here, frame),
                here -> loop.getUpdate().forEach(step -> machine.expressions.evaluate(step, here, frame)));
    }

    void run(ForEachStmt loop, State state, Frame frame) {
        Value list = machine.expressions.evaluate(loop.getIterable(), state, frame);
        String name = loop.getVariable().getVariable(0).getNameAsString();
        each(list, state, frame, (here, element) -> {
            here.locals().put(name, element);
            machine.statements.run(loop.getBody(), here, frame);
        });
    }

    /** What is done with an element of a list. */
    interface Each {
        void run(State state, Value element);
    }

    /** Goes through a list. */
    void each(Value list, State state, Frame frame, Each body) {
        Value content =
                list instanceof Value.Reference(var address) ? state.heap().getOrDefault(address, list) : list;
        if (content instanceof Value.Items(var elements, var isExact)) {
            repeat(
                    state,
                    frame,
                    (here, i) -> i < elements.size() ? isThere(elements.get(i), isExact) : Logic.NEVER,
                    (here, i) -> body.run(here, elements.get(i)),
                    here -> {});
            return;
        }
        if (content instanceof Value.Argument argument) {
            repeat(
                    state,
                    frame,
                    (here, i) ->
                            machine.lowering.compare(Library.size(argument), Operator.MORE, new Expression.Constant(i)),
                    (here, i) -> body.run(here, Library.element(argument, i)),
                    here -> {});
            return;
        }
        Value size = machine.record.unknown("the size of a list", List.of(content));
        Expression number = machine.lowering.number(size);
        repeat(
                state,
                frame,
                (here, i) -> Logic.compare(number, Operator.MORE, new Expression.Constant(i)),
                (here, i) -> body.run(here, machine.record.unknown("an element of a list", List.of(content))),
                here -> {});
    }

    /** Elements that a result set gave are there if it had that row. */
    private Condition isThere(Value element, boolean isExact) {
        if (isExact) {
            return Condition.always();
        }
        if (element instanceof Value.Numeric(Expression.Result(var label, var field, var row))) {
            return Logic.compare(new Expression.Count(label), Operator.MORE, new Expression.Constant(row));
        }
        machine.record.loss("how long a list is depends on the path", "all of its elements are looked at");
        return Condition.always();
    }

    /** An iteration on a path, from 0. */
    private interface Body {
        void run(State state, int iteration);
    }

    private void repeat(State state, Frame frame, Test test, Body body, Part update) {
        var origin = machine.record.here();
        Frame.Jumps jumps = frame.enter(true);
        var exits = new ArrayList<State>();
        for (int i = 0; state.isReached(); i++) {
            machine.record.moveTo(origin);
            Condition goesOn = test.holds(state, i);
            State left = state.copy();
            if (i < machine.loopMax) {
                left.assume(Logic.not(goesOn));
            }
            exits.add(left);
            if (i == machine.loopMax) {
                if (!Logic.isNever(Logic.and(state.path(), goesOn))) {
                    machine.record
                            .diagnostics()
                            .bound(
                                    origin,
                                    "a loop is repeated more than " + machine.loopMax + " times",
                                    "left after " + machine.loopMax);
                }
                break;
            }
            state.assume(goesOn);
            if (!state.isReached()) {
                break;
            }
            body.run(state, i);
            exits.addAll(jumps.breaks());
            jumps.breaks().clear();
            jumps.continues().forEach(next -> machine.record.merging().into(state, next));
            jumps.continues().clear();
            if (state.isReached()) {
                update.run(state);
            }
        }
        frame.jumps().pop();
        state.end();
        exits.reversed().forEach(exit -> machine.record.merging().into(state, exit));
    }
}
