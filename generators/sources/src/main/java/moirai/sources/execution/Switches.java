package moirai.sources.execution;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.RecordPatternExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SwitchStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.directed.program.Condition;
import moirai.directed.program.Operator;
import moirai.sources.execution.calls.Interpreter;
import moirai.sources.execution.calls.Names;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Executes switches, and matches patterns there and in instanceof. */
record Switches(TxnRecord record, SourceIndex index, Names names, Interpreter interpreter) {

    void run(SwitchStmt choice, State state, Frame frame) {
        Value selector = interpreter.evaluate(choice.getSelector(), state, frame);
        entries(choice.getEntries(), selector, false, state, frame);
    }

    Value evaluate(SwitchExpr choice, State state, Frame frame) {
        Value selector = interpreter.evaluate(choice.getSelector(), state, frame);
        entries(choice.getEntries(), selector, true, state, frame);
        Value result = state.locals().remove(Frame.RESULT);
        return result == null ? new Value.Nothing() : result;
    }

    private void entries(List<SwitchEntry> entries, Value selector, boolean isWhole, State state, Frame frame) {
        Frame.Jumps jumps = frame.enter(Frame.Left.SWITCH);
        State rest = state.copy();
        state.end();
        var exits = new ArrayList<State>();
        var ordered = new ArrayList<>(
                entries.stream().filter(entry -> !isDefault(entry)).toList());
        ordered.addAll(entries.stream().filter(Switches::isDefault).toList());
        // A switch that is an expression has a case for each value.
        boolean isExhaustive = isWhole || (!ordered.isEmpty() && isDefault(ordered.getLast()));
        State falling = rest.copy();
        falling.end();
        for (SwitchEntry entry : ordered) {
            State here = rest.copy();
            Condition matches = isDefault(entry) ? Condition.always() : matches(entry, selector, here, frame);
            here.assume(matches);
            rest.assume(Logic.not(matches));
            record.merging().into(here, falling);
            falling.end();
            if (here.isReached()) {
                body(entry, here, frame);
            } else {
                entry.getStatements().forEach(statement -> record.miss(statement, here.isSurelyLeft()));
            }
            if (entry.getType() == SwitchEntry.Type.STATEMENT_GROUP) {
                falling = here;
            } else {
                exits.add(here);
            }
            exits.addAll(jumps.breaks());
            jumps.breaks().clear();
        }
        exits.add(falling);
        if (!isExhaustive) {
            exits.add(rest);
        }
        frame.jumps().pop();
        exits.reversed().forEach(exit -> record.merging().into(state, exit));
    }

    private static boolean isDefault(SwitchEntry entry) {
        return entry.isDefault() || entry.getLabels().isEmpty();
    }

    private void body(SwitchEntry entry, State state, Frame frame) {
        for (Statement statement : entry.getStatements()) {
            if (entry.getType() == SwitchEntry.Type.EXPRESSION && statement instanceof ExpressionStmt value) {
                record.moveTo(frame.type().origin(statement));
                record.pass(statement);
                Value result = interpreter.evaluate(value.getExpression(), state, frame);
                state.locals().put(Frame.RESULT, result);
            } else {
                interpreter.run(statement, state, frame);
            }
        }
    }

    private Condition matches(SwitchEntry entry, Value selector, State state, Frame frame) {
        Condition any = Logic.NEVER;
        for (Expression label : entry.getLabels()) {
            any = Logic.or(any, matches(label, selector, state, frame));
        }
        if (entry.getGuard().isPresent()) {
            any = Logic.and(
                    any,
                    record.lowering()
                            .truth(interpreter.evaluate(entry.getGuard().get(), state, frame)));
        }
        return any;
    }

    private Condition matches(Expression label, Value selector, State state, Frame frame) {
        if (label.isTypePatternExpr() || label.isRecordPatternExpr()) {
            return pattern(label, selector, state, frame);
        }
        Value wanted = label.isNameExpr() && !state.locals().containsKey(label.toString())
                ? names.constant(label.toString(), frame).orElse(new Value.Literal(label.toString()))
                : interpreter.evaluate(label, state, frame);
        return record.lowering()
                .truth(Lowering.lift(
                        selector, value -> new Value.Truth(record.lowering().compare(value, Operator.EQUAL, wanted))));
    }

    /**
     * Returns the condition under which a value matches a pattern, and puts the names of the pattern into the locals.
     */
    Condition pattern(Node pattern, Value value, State state, Frame frame) {
        return switch (pattern) {
            case TypePatternExpr type -> {
                state.locals().put(type.getNameAsString(), value);
                yield type.getType().isVarType() ? Condition.always() : is(value, type.getTypeAsString(), state, frame);
            }
            case RecordPatternExpr whole -> {
                Condition all = is(value, whole.getTypeAsString(), state, frame);
                Optional<SourceType> type = index.type(whole.getTypeAsString(), frame.type());
                for (int i = 0; i < whole.getPatternList().size(); i++) {
                    int number = i;
                    Value part = type.filter(found -> found.components().size() > number)
                            .map(found -> part(value, found, number, state))
                            .orElseGet(() -> record.unknown("a part of a record", List.of(value)));
                    all = Logic.and(all, pattern(whole.getPatternList().get(i), part, state, frame));
                }
                yield all;
            }
            default -> Condition.always();
        };
    }

    private Value part(Value value, SourceType type, int number, State state) {
        var component = type.components().get(number);
        return Lowering.lift(
                value,
                one -> one instanceof Value.Argument(var path, var declared)
                        ? Value.Argument.part(path, component.getNameAsString(), component.getTypeAsString())
                        : names.member(one, component.getNameAsString(), component, state));
    }

    /** Returns the condition under which a value is of a type. */
    Condition is(Value value, String name, State state, Frame frame) {
        Value truth = Lowering.lift(value, one -> new Value.Truth(isOne(state.content(one), name, frame)));
        return record.lowering().truth(truth);
    }

    private Condition isOne(Value value, String name, Frame frame) {
        Optional<SourceType> wanted = index.type(name, frame.type());
        if (value instanceof Value.Nothing) {
            return Logic.NEVER;
        }
        if (value instanceof Value.Argument(var path, var declared) && declared.equals(name)) {
            return Condition.always();
        }
        if (wanted.isPresent() && value instanceof Value.Instance(var type, var fields)) {
            return Logic.of(type == wanted.get() || index.supertypes(type).contains(wanted.get()));
        }
        if (wanted.isPresent() && value instanceof Value.Argument argument) {
            Optional<SourceType> known = index.type(argument.type(), frame.type());
            List<SourceType> kinds = known.map(index::subtypes).orElse(List.of());
            if (known.equals(wanted)) {
                return Condition.always();
            }
            if (kinds.contains(wanted.get())) {
                return argument.isOfKind(kinds.indexOf(wanted.get()), kinds.size());
            }
        }
        return record.lowering().truth(record.unknown("whether a value is a " + name, List.of(value)));
    }
}
