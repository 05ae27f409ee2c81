package moirai.sources.execution.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.sources.diagnostic.Diagnostic;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Repeats what loops and lists repeat, up to the bound. A loop that would go on is left there, which is reported. */
public record Iterations(TxnRecord record, int loopMax) {

    /** The test before an iteration; iterations count from 0. */
    @FunctionalInterface
    public interface Test {
        /** Returns the condition under which the loop goes on. */
        Condition holds(State state, int iteration);
    }

    /** Runs a body for each element of a list. */
    public void each(Value list, State state, Frame frame, BiConsumer<State, Value> body) {
        Value content = state.content(list);
        if (content instanceof Value.Items(var elements, var isExact)) {
            repeat(
                    state,
                    frame,
                    (here, i) -> i < elements.size() ? isThere(elements.get(i), isExact) : Logic.NEVER,
                    (here, i) -> body.accept(here, elements.get(i)),
                    here -> {});
            return;
        }
        if (content instanceof Value.Argument argument) {
            repeat(
                    state,
                    frame,
                    (here, i) -> record.lowering().compare(argument.size(), Operator.MORE, new Expression.Constant(i)),
                    (here, i) -> body.accept(here, argument.element(i)),
                    here -> {});
            return;
        }
        Value size = record.unknown("the size of a list", List.of(content));
        Expression number = record.lowering().number(size);
        repeat(
                state,
                frame,
                (here, i) -> Logic.compare(number, Operator.MORE, new Expression.Constant(i)),
                (here, i) -> body.accept(here, record.unknown("an element of a list", List.of(content))),
                here -> {});
    }

    /**
     * Returns the condition under which an element exists: one that a result set gave exists if the result set had that
     * row.
     */
    private Condition isThere(Value element, boolean isExact) {
        if (isExact) {
            return Condition.always();
        }
        if (element instanceof Value.Numeric(Expression.Result(var label, var field, var row))) {
            return Logic.compare(new Expression.Count(label), Operator.MORE, new Expression.Constant(row));
        }
        record.loss("how long a list is depends on the path", "all of its elements are looked at");
        return Condition.always();
    }

    /** Repeats a body, which is given the number of the iteration, and an update while a test holds. */
    public void repeat(State state, Frame frame, Test test, ObjIntConsumer<State> body, Consumer<State> update) {
        var origin = record.here();
        Frame.Jumps jumps = frame.enter(true);
        var exits = new ArrayList<State>();
        for (int i = 0; state.isReached(); i++) {
            record.moveTo(origin);
            Condition goesOn = test.holds(state, i);
            State left = state.copy();
            if (i < loopMax) {
                left.assume(Logic.not(goesOn));
            }
            exits.add(left);
            if (i == loopMax) {
                if (!Logic.isNever(Logic.and(state.path(), goesOn))) {
                    record.diagnostics()
                            .bound(origin, Diagnostic.CUT_LOOP + loopMax + " times", "left after " + loopMax);
                }
                break;
            }
            state.assume(goesOn);
            if (!state.isReached()) {
                break;
            }
            body.accept(state, i);
            exits.addAll(jumps.breaks());
            jumps.breaks().clear();
            jumps.continues().forEach(next -> record.merging().into(state, next));
            jumps.continues().clear();
            if (state.isReached()) {
                update.accept(state);
            }
        }
        frame.jumps().pop();
        state.end();
        exits.reversed().forEach(exit -> record.merging().into(state, exit));
    }
}
