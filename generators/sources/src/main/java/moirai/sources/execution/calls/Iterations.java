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

    /** The greatest number of repetitions of a loop that constants decide. */
    private static final int DECIDED_MAX = 64;

    /** The test before an iteration; iterations count from 0. */
    @FunctionalInterface
    public interface Test {
        /** Returns the condition under which the loop goes on. */
        Condition holds(State state, int iteration);
    }

    /** Runs a body for each element of a list. */
    public void each(Value list, boolean runsStatements, State state, Frame frame, BiConsumer<State, Value> body) {
        Value content = state.content(list);
        if (content instanceof Value.Items(var elements, var isExact)) {
            repeat(
                    limits(runsStatements),
                    state,
                    frame,
                    (here, i) -> i < elements.size() ? isThere(elements.get(i), isExact) : Logic.sure(false),
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
        repeat(new Limits(loopMax, loopMax), state, frame, test, body, update);
    }

    /**
     * The bounds of a loop.
     *
     * @param usual how often it is repeated at most
     * @param decided how often at most while it is certain that it goes on
     */
    public record Limits(int usual, int decided) {}

    /** Returns the bounds of a loop. One that runs no statement of SQL goes on as long as constants decide it. */
    public Limits limits(boolean runsStatements) {
        return new Limits(loopMax, runsStatements ? loopMax : Math.max(loopMax, DECIDED_MAX));
    }

    /** Repeats a body within bounds. */
    public void repeat(
            Limits limits, State state, Frame frame, Test test, ObjIntConsumer<State> body, Consumer<State> update) {
        var origin = record.here();
        Frame.Jumps jumps = frame.enter(Frame.Left.LOOP);
        var exits = new ArrayList<State>();
        for (int i = 0; state.isReached(); i++) {
            record.moveTo(origin);
            Condition goesOn = test.holds(state, i);
            State left = state.copy();
            boolean isCut = i >= (Logic.isAlways(goesOn) ? limits.decided() : limits.usual());
            if (!isCut) {
                left.assume(Logic.not(goesOn));
            }
            exits.add(left);
            if (isCut) {
                if (!Logic.isNever(Logic.and(state.path(), goesOn))) {
                    record.noteCut();
                    record.diagnostics().bound(origin, Diagnostic.CUT_LOOP + i + " times", "left after " + i);
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
