package moirai.sources.execution;

import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import java.util.List;
import java.util.Set;
import moirai.sources.execution.calls.Bodies;
import moirai.sources.execution.calls.Elements;
import moirai.sources.execution.calls.Interpreter;
import moirai.sources.execution.calls.Names;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.Numbers;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Executes assignments: the target is evaluated once, before the value, which is converted to its type. */
record Assignments(TxnRecord record, Names names, Types types, Interpreter interpreter) {

    /** The types of whole numbers to which a cast may change what it is given. */
    private static final Set<String> NARROW = Set.of("byte", "short", "char");

    /** A target whose parts were evaluated: the object or array, and the index; a name has none of them. */
    private record Place(Expression target, Value object, Value index) {}

    Value declare(VariableDeclarationExpr declaration, State state, Frame frame) {
        Value last = new Value.Nothing();
        for (var variable : declaration.getVariables()) {
            Value value = variable.getInitializer()
                    .map(start -> converted(
                            interpreter.evaluate(start, state, frame),
                            types.of(start, frame.type()),
                            types.of(variable, frame.type())))
                    .orElseGet(Value.Nothing::new);
            state.locals().put(variable.getNameAsString(), value);
            last = value;
        }
        return last;
    }

    Value assign(AssignExpr assignment, State state, Frame frame) {
        Place place = place(assignment.getTarget(), state, frame);
        String to = types.of(assignment.getTarget(), frame.type());
        String from = types.of(assignment.getValue(), frame.type());
        if (assignment.getOperator() == AssignExpr.Operator.ASSIGN) {
            Value value = converted(interpreter.evaluate(assignment.getValue(), state, frame), from, to);
            store(place, value, state, frame);
            return value;
        }
        Value old = read(place, state, frame);
        Value with = interpreter.evaluate(assignment.getValue(), state, frame);
        BinaryExpr.Operator operator =
                assignment.getOperator().toBinaryOperator().orElseThrow();
        return compute(place, operator, old, with, from, state, frame);
    }

    /** Executes {@code ++} or {@code --}. */
    Value step(UnaryExpr unary, BinaryExpr.Operator operator, State state, Frame frame) {
        Place place = place(unary.getExpression(), state, frame);
        Value old = read(place, state, frame);
        Value next = compute(place, operator, old, Operators.ONE, "int", state, frame);
        return unary.isPostfix() ? old : next;
    }

    private Value compute(
            Place place, BinaryExpr.Operator operator, Value old, Value with, String from, State state, Frame frame) {
        String to = types.of(place.target(), frame.type());
        String type = Numbers.promoted(to, from);
        boolean isNumber = !type.equals(Numbers.OPEN);
        Value left = isNumber ? converted(old, to, type) : old;
        Value right = isNumber ? converted(with, from, type) : with;
        Value value = cast(new Operators(record).of(operator, type, left, right), type, to);
        store(place, value, state, frame);
        return value;
    }

    private Place place(Expression target, State state, Frame frame) {
        var none = new Value.Nothing();
        return switch (target) {
            case EnclosedExpr enclosed -> place(enclosed.getInner(), state, frame);
            case FieldAccessExpr access
            when !access.getScope().isThisExpr()
                    && names.type(access.getScope(), state, frame).isEmpty() ->
                new Place(target, interpreter.evaluate(access.getScope(), state, frame), none);
            case ArrayAccessExpr element -> {
                Value array = interpreter.evaluate(element.getName(), state, frame);
                yield new Place(target, array, interpreter.evaluate(element.getIndex(), state, frame));
            }
            default -> new Place(target, none, none);
        };
    }

    private Value read(Place place, State state, Frame frame) {
        return switch (place.target()) {
            case ArrayAccessExpr element -> new Elements(record).of(place.object(), place.index(), state);
            case FieldAccessExpr access
            when !(place.object() instanceof Value.Nothing) ->
                Lowering.lift(place.object(), one -> names.member(one, access.getNameAsString(), access, state));
            default -> interpreter.evaluate(place.target(), state, frame);
        };
    }

    private void store(Place place, Value value, State state, Frame frame) {
        switch (place.target()) {
            case NameExpr name -> {
                boolean isLocal = state.locals().containsKey(name.getNameAsString());
                if (isLocal) {
                    state.locals().put(name.getNameAsString(), value);
                } else {
                    own(name.getNameAsString(), value, state, frame);
                }
            }
            case FieldAccessExpr access
            when access.getScope().isThisExpr() -> own(access.getNameAsString(), value, state, frame);
            case FieldAccessExpr access
            when !(place.object() instanceof Value.Nothing) ->
                part(place.object(), access.getNameAsString(), value, state, access);
            case ArrayAccessExpr element -> {
                if (!new Elements(record).store(place.object(), place.index(), value, state)) {
                    unassigned(element);
                }
            }
            default -> unassigned(place.target());
        }
    }

    private void unassigned(Expression target) {
        record.loss(target + " is assigned", "the assignment is left out");
    }

    /** Assigns a field of the object whose code is executed. */
    private void own(String name, Value value, State state, Frame frame) {
        boolean isInHeap = frame.self() instanceof Value.Reference;
        if (!isInHeap) {
            state.locals().put("this." + name, value);
        } else if (!names.isOwnField(frame.type(), name) || !Bodies.assign(frame.self(), name, value, state)) {
            record.loss(name + " is assigned, which belongs to no object", "the assignment is left out");
        }
    }

    /** Assigns a field of another object; of one of several, in each case. */
    private void part(Value object, String name, Value value, State state, Expression target) {
        List<Value.Option> options = Lowering.options(object, state.path());
        for (Value.Option option : options) {
            Value old = names.member(option.value(), name, target, state);
            Value here = options.size() == 1 ? value : record.merging().choice(option.when(), value, old);
            if (!Bodies.assign(option.value(), name, here, state)) {
                unassigned(target);
            }
        }
    }

    /** Returns a value converted as an assignment does, which keeps a number that is not known. */
    Value converted(Value value, String from, String to) {
        return Lowering.lift(
                value,
                one -> Numbers.converted(one, from, to)
                        .orElseGet(() -> record.unknown("a number taken for " + to, List.of(one))));
    }

    /** Returns a value converted as a cast does: a number that is not known may become another one. */
    Value cast(Value value, String from, String to) {
        boolean isKnown = !from.isEmpty() || NARROW.contains(to);
        boolean isNarrowing = isKnown && Numbers.isWhole(to) && Numbers.isNarrowing(from, to);
        return Lowering.lift(
                value,
                one -> one instanceof Value.Constant
                                || one instanceof Value.Literal
                                || one instanceof Value.Unknown
                                || !isNarrowing
                        ? converted(one, from, to)
                        : record.unknown("a number cast to " + to, List.of(one)));
    }
}
