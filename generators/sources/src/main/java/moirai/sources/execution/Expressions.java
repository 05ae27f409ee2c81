package moirai.sources.execution;

import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.CharLiteralExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.DoubleLiteralExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.LongLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.NullLiteralExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.directed.program.Condition;
import moirai.sources.execution.calls.Calls;
import moirai.sources.execution.calls.Library;
import moirai.sources.execution.calls.Names;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceType;

/** Evaluates expressions of Java. */
record Expressions(TxnRecord record, Names names, Library library, Calls calls, Switches switches) {

    /** The types of numbers to which a cast may change what it is given. */
    private static final Set<String> NARROW = Set.of("byte", "short", "char");

    /** Evaluates an expression as a condition. */
    Condition condition(Expression expression, State state, Frame frame) {
        return record.lowering().truth(evaluate(expression, state, frame));
    }

    Value evaluate(Expression expression, State state, Frame frame) {
        return switch (expression) {
            case EnclosedExpr enclosed -> evaluate(enclosed.getInner(), state, frame);
            case CastExpr cast -> cast(cast, state, frame);
            case NameExpr name -> name(name, state, frame);
            case ThisExpr self -> frame.self();
            case FieldAccessExpr access -> field(access, state, frame);
            case MethodCallExpr call -> call(call, state, frame);
            case ObjectCreationExpr creation -> calls.create(creation, state, frame);
            case BinaryExpr binary -> binary(binary, state, frame);
            case UnaryExpr unary -> unary(unary, state, frame);
            case AssignExpr assignment -> assign(assignment, state, frame);
            case VariableDeclarationExpr declaration -> declare(declaration, state, frame);
            case ConditionalExpr choice -> choose(choice, state, frame);
            case SwitchExpr choice -> switches.evaluate(choice, state, frame);
            case InstanceOfExpr test -> instance(test, state, frame);
            case LambdaExpr lambda -> new Value.Closure(lambda, frame, state.locals());
            case MethodReferenceExpr reference -> new Value.Closure(reference, frame, state.locals());
            case ArrayCreationExpr array
            when array.getInitializer().isPresent() ->
                evaluate(array.getInitializer().get(), state, frame);
            case ArrayInitializerExpr array -> {
                List<Value> elements = array.getValues().stream()
                        .map(element -> evaluate(element, state, frame))
                        .toList();
                yield record.allocate(new Value.Items(elements, true), state);
            }
            case ArrayAccessExpr element -> {
                Value array = evaluate(element.getName(), state, frame);
                Value index = evaluate(element.getIndex(), state, frame);
                yield library.element(array, index, state);
            }
            default -> other(expression, state, frame);
        };
    }

    /** Evaluates a cast: of a number to a type of fewer values it may be another number. */
    private Value cast(CastExpr cast, State state, Frame frame) {
        Value value = evaluate(cast.getExpression(), state, frame);
        boolean isNarrow = NARROW.contains(cast.getTypeAsString());
        return isNarrow && !(value instanceof Value.Constant || value instanceof Value.Literal)
                ? record.unknown("a number cast to " + cast.getTypeAsString(), List.of(value))
                : value;
    }

    /** Evaluates the parts of an expression that is not known, since they may contain calls. */
    private Value other(Expression expression, State state, Frame frame) {
        List<Value> parts = expression.getChildNodes().stream()
                .filter(Expression.class::isInstance)
                .map(child -> evaluate((Expression) child, state, frame))
                .toList();
        return parts.isEmpty() ? literal(expression) : record.unknown(expression.toString(), parts);
    }

    private Value literal(Expression expression) {
        return switch (expression) {
            case NullLiteralExpr nothing -> new Value.Nothing();
            case BooleanLiteralExpr truth -> new Value.Truth(Logic.of(truth.getValue()));
            case TextBlockLiteralExpr text -> new Value.Literal(text.asString());
            case StringLiteralExpr text -> new Value.Literal(text.asString());
            case CharLiteralExpr letter -> new Value.Literal(letter.getValue());
            case IntegerLiteralExpr number -> constant(new BigDecimal(String.valueOf(number.asNumber())));
            case LongLiteralExpr number -> constant(new BigDecimal(String.valueOf(number.asNumber())));
            case DoubleLiteralExpr number -> constant(BigDecimal.valueOf(number.asDouble()));
            default -> record.unknown(expression.toString(), List.of());
        };
    }

    private static Value constant(BigDecimal number) {
        return new Value.Constant(number);
    }

    private Value name(NameExpr name, State state, Frame frame) {
        return names.value(name.getNameAsString(), state, frame)
                .orElseGet(() -> record.unknown(name.getNameAsString(), List.of()));
    }

    private Value field(FieldAccessExpr access, State state, Frame frame) {
        if (access.getScope().isThisExpr()) {
            return names.value("this." + access.getNameAsString(), state, frame)
                    .orElseGet(() -> names.member(frame.self(), access.getNameAsString(), access));
        }
        Optional<SourceType> type = names.type(access.getScope(), state, frame);
        if (type.isPresent()) {
            return names.constant(access.getNameAsString(), type.get())
                    .orElseGet(() -> record.unknown(access.toString(), List.of()));
        }
        Optional<Value> known = library.constant(access.toString());
        if (known.isPresent()) {
            return known.get();
        }
        boolean isTypeName = access.getScope().toString().matches("([a-z_]\\w*\\.)*[A-Z]\\w*")
                && access.getScope() instanceof NameExpr scope
                && names.value(scope.getNameAsString(), state, frame).isEmpty();
        if (isTypeName) {
            boolean isConstant = access.getNameAsString().matches("[A-Z][A-Z0-9_]*");
            return isConstant
                    ? new Value.Literal(access.getNameAsString())
                    : record.unknown(access.toString(), List.of());
        }
        Value receiver = evaluate(access.getScope(), state, frame);
        return Lowering.lift(receiver, one -> names.member(one, access.getNameAsString(), access));
    }

    private Value call(MethodCallExpr call, State state, Frame frame) {
        var origin = frame.type().origin(call);
        record.pass(call);
        Value value = calls.call(call, state, frame, origin);
        record.moveTo(origin);
        return value;
    }

    private Value choose(ConditionalExpr choice, State state, Frame frame) {
        return record.choose(
                        state,
                        condition(choice.getCondition(), state, frame),
                        then -> evaluate(choice.getThenExpr(), then, frame),
                        other -> evaluate(choice.getElseExpr(), other, frame))
                .orElseGet(Value.Nothing::new);
    }

    private Value instance(InstanceOfExpr test, State state, Frame frame) {
        Value value = evaluate(test.getExpression(), state, frame);
        Condition holds = test.getPattern().isPresent()
                ? switches.pattern(test.getPattern().get(), value, state, frame)
                : switches.is(value, test.getTypeAsString(), frame);
        return new Value.Truth(holds);
    }

    private Value declare(VariableDeclarationExpr declaration, State state, Frame frame) {
        Value last = new Value.Nothing();
        for (var variable : declaration.getVariables()) {
            Value value = variable.getInitializer()
                    .map(start -> evaluate(start, state, frame))
                    .orElseGet(Value.Nothing::new);
            state.locals().put(variable.getNameAsString(), value);
            last = value;
        }
        return last;
    }

    private Value assign(AssignExpr assignment, State state, Frame frame) {
        Value value = evaluate(assignment.getValue(), state, frame);
        if (assignment.getOperator() != AssignExpr.Operator.ASSIGN) {
            Value old = evaluate(assignment.getTarget(), state, frame);
            BinaryExpr.Operator operator =
                    assignment.getOperator().toBinaryOperator().orElseThrow();
            value = new Operators(record).of(operator, old, value);
        }
        store(assignment.getTarget(), value, state, frame);
        return value;
    }

    private void store(Expression target, Value value, State state, Frame frame) {
        if (target instanceof NameExpr name) {
            boolean isLocal = state.locals().containsKey(name.getNameAsString());
            state.locals().put(isLocal ? name.getNameAsString() : "this." + name.getNameAsString(), value);
        } else if (target instanceof FieldAccessExpr access && access.getScope().isThisExpr()) {
            state.locals().put("this." + access.getNameAsString(), value);
        } else {
            if (target instanceof ArrayAccessExpr element) {
                evaluate(element.getIndex(), state, frame);
            }
            record.loss(target + " is assigned", "the assignment is left out");
        }
    }

    private Value unary(UnaryExpr unary, State state, Frame frame) {
        Value value = evaluate(unary.getExpression(), state, frame);
        var operators = new Operators(record);
        return switch (unary.getOperator()) {
            case LOGICAL_COMPLEMENT ->
                new Value.Truth(Logic.not(record.lowering().truth(value)));
            case MINUS -> operators.of(BinaryExpr.Operator.MINUS, Operators.ZERO, value);
            case PLUS -> value;
            case PREFIX_INCREMENT, POSTFIX_INCREMENT -> {
                Value next = operators.of(BinaryExpr.Operator.PLUS, value, Operators.ONE);
                store(unary.getExpression(), next, state, frame);
                yield unary.isPostfix() ? value : next;
            }
            case PREFIX_DECREMENT, POSTFIX_DECREMENT -> {
                Value next = operators.of(BinaryExpr.Operator.MINUS, value, Operators.ONE);
                store(unary.getExpression(), next, state, frame);
                yield unary.isPostfix() ? value : next;
            }
            case BITWISE_COMPLEMENT -> record.unknown(unary.toString(), List.of(value));
        };
    }

    private Value binary(BinaryExpr binary, State state, Frame frame) {
        Value left = evaluate(binary.getLeft(), state, frame);
        BinaryExpr.Operator operator = binary.getOperator();
        if (operator != BinaryExpr.Operator.AND && operator != BinaryExpr.Operator.OR) {
            return new Operators(record).of(operator, left, evaluate(binary.getRight(), state, frame));
        }
        // The right side is evaluated only where the left one does not decide; it may move a cursor.
        Condition first = record.lowering().truth(left);
        boolean isAnd = operator == BinaryExpr.Operator.AND;
        return record.choose(
                        state,
                        isAnd ? first : Logic.not(first),
                        more -> new Value.Truth(condition(binary.getRight(), more, frame)),
                        decided -> new Value.Truth(Logic.of(!isAnd)))
                .orElseGet(() -> new Value.Truth(Logic.NEVER));
    }
}
