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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.directed.program.Condition;
import moirai.sources.execution.calls.Bodies;
import moirai.sources.execution.calls.Calls;
import moirai.sources.execution.calls.Creations;
import moirai.sources.execution.calls.Elements;
import moirai.sources.execution.calls.Library;
import moirai.sources.execution.calls.Names;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.Numbers;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceType;

/** Evaluates expressions of Java. */
record Expressions(
        TxnRecord record,
        Names names,
        Types types,
        Calls calls,
        Creations creations,
        Assignments assignments,
        Switches switches) {

    /** Types of which equal values may be different objects, beside those that box numbers. */
    private static final Set<String> OBJECTS = Set.of("String", "BigDecimal", "BigInteger");

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
            case ObjectCreationExpr creation -> creations.create(creation, state, frame);
            case BinaryExpr binary -> binary(binary, state, frame);
            case UnaryExpr unary -> unary(unary, state, frame);
            case AssignExpr assignment -> assignments.assign(assignment, state, frame);
            case VariableDeclarationExpr declaration -> assignments.declare(declaration, state, frame);
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
            case ArrayCreationExpr array -> array(array, state, frame);
            case ArrayAccessExpr element -> {
                Value array = evaluate(element.getName(), state, frame);
                Value index = evaluate(element.getIndex(), state, frame);
                yield new Elements(record).of(array, index, state);
            }
            default -> other(expression, state, frame);
        };
    }

    /** Makes an array of which each element has its first value. Those of several dimensions are not known. */
    private Value array(ArrayCreationExpr array, State state, Frame frame) {
        List<Value> lengths = array.getLevels().stream()
                .flatMap(level -> level.getDimension().stream())
                .map(length -> evaluate(length, state, frame))
                .toList();
        return lengths.size() == 1 && array.getLevels().size() == 1
                ? record.allocate(
                        new Value.Array(lengths.getFirst(), Bodies.first(array.getElementType()), Map.of(), true),
                        state)
                : record.unknown(array.toString(), lengths);
    }

    private Value cast(CastExpr cast, State state, Frame frame) {
        Value value = evaluate(cast.getExpression(), state, frame);
        return assignments.cast(value, types.of(cast.getExpression(), frame.type()), cast.getTypeAsString());
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
            case BooleanLiteralExpr truth -> new Value.Truth(Logic.sure(truth.getValue()));
            case TextBlockLiteralExpr text -> new Value.Literal(text.asString());
            case StringLiteralExpr text -> new Value.Literal(text.asString());
            case CharLiteralExpr letter -> new Value.Literal(String.valueOf(letter.asChar()));
            case IntegerLiteralExpr number -> constant(new BigDecimal(String.valueOf(number.asNumber())));
            case LongLiteralExpr number -> constant(new BigDecimal(String.valueOf(number.asNumber())));
            // A float is the double that equals it.
            case DoubleLiteralExpr number
            when Types.isFloat(number) ->
                constant(BigDecimal.valueOf(Float.parseFloat(number.getValue().replace("_", ""))));
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
                    .orElseGet(() -> names.member(frame.self(), access.getNameAsString(), access, state));
        }
        Optional<SourceType> type = names.type(access.getScope(), state, frame);
        if (type.isPresent()) {
            return names.constant(access.getNameAsString(), type.get())
                    .orElseGet(() -> record.unknown(access.toString(), List.of()));
        }
        Optional<Value> known = Library.constant(access.toString());
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
        return Lowering.lift(receiver, one -> names.member(one, access.getNameAsString(), access, state));
    }

    private Value call(MethodCallExpr call, State state, Frame frame) {
        var origin = frame.type().origin(call);
        record.pass(call);
        Value value = calls.call(call, state, frame, origin);
        record.moveTo(origin);
        return value;
    }

    private Value choose(ConditionalExpr choice, State state, Frame frame) {
        Condition condition = condition(choice.getCondition(), state, frame);
        record.noteWays(state, condition, List.of(choice.getThenExpr()), List.of(choice.getElseExpr()));
        return record.choose(
                        state,
                        condition,
                        then -> evaluate(choice.getThenExpr(), then, frame),
                        other -> evaluate(choice.getElseExpr(), other, frame))
                .orElseGet(Value.Nothing::new);
    }

    private Value instance(InstanceOfExpr test, State state, Frame frame) {
        Value value = evaluate(test.getExpression(), state, frame);
        Condition holds = test.getPattern().isPresent()
                ? switches.pattern(test.getPattern().get(), value, state, frame)
                : switches.is(value, test.getTypeAsString(), state, frame);
        return new Value.Truth(holds);
    }

    private Value unary(UnaryExpr unary, State state, Frame frame) {
        return switch (unary.getOperator()) {
            case PREFIX_INCREMENT, POSTFIX_INCREMENT -> assignments.step(unary, BinaryExpr.Operator.PLUS, state, frame);
            case PREFIX_DECREMENT, POSTFIX_DECREMENT ->
                assignments.step(unary, BinaryExpr.Operator.MINUS, state, frame);
            case LOGICAL_COMPLEMENT -> new Value.Truth(Logic.not(condition(unary.getExpression(), state, frame)));
            case PLUS, MINUS, BITWISE_COMPLEMENT -> {
                String from = types.of(unary.getExpression(), frame.type());
                String type = Numbers.promoted(from, "int");
                Value value = assignments.converted(evaluate(unary.getExpression(), state, frame), from, type);
                yield switch (unary.getOperator()) {
                    case PLUS -> value;
                    case MINUS -> new Operators(record).of(BinaryExpr.Operator.MINUS, type, Operators.ZERO, value);
                    default -> record.unknown(unary.toString(), List.of(value));
                };
            }
        };
    }

    /** Evaluates an operator, with the type of its operands. Whether two references are the same is not known. */
    private Value operate(BinaryExpr binary, Value left, Value right, State state, Frame frame) {
        BinaryExpr.Operator operator = binary.getOperator();
        String first = types.of(binary.getLeft(), frame.type());
        String second = types.of(binary.getRight(), frame.type());
        boolean isSame = operator == BinaryExpr.Operator.EQUALS || operator == BinaryExpr.Operator.NOT_EQUALS;
        if (isSame && isObject(first) && isObject(second)) {
            return record.unknown("whether two references are the same", List.of(left, right));
        }
        String type = Numbers.promoted(first, second);
        boolean isNumber = !type.equals(Numbers.OPEN) && !(isSame && first.equals(second));
        Value one = isNumber ? assignments.converted(left, first, type) : left;
        Value other = isNumber ? assignments.converted(right, second, type) : right;
        return operator == BinaryExpr.Operator.PLUS
                ? new Operators(record).of(operator, type, text(one, state), text(other, state))
                : new Operators(record).of(operator, type, one, other);
    }

    /** Returns whether values of a type are objects of which several may be equal. */
    private static boolean isObject(String type) {
        return OBJECTS.contains(type) || (Numbers.isBox(type) && !type.equals("Boolean"));
    }

    private Value binary(BinaryExpr binary, State state, Frame frame) {
        Value left = evaluate(binary.getLeft(), state, frame);
        BinaryExpr.Operator operator = binary.getOperator();
        if (operator != BinaryExpr.Operator.AND && operator != BinaryExpr.Operator.OR) {
            return operate(binary, left, evaluate(binary.getRight(), state, frame), state, frame);
        }
        // The right side is evaluated only where the left one does not decide; it may move a cursor.
        Condition first = record.lowering().truth(left);
        boolean isAnd = operator == BinaryExpr.Operator.AND;
        return record.choose(
                        state,
                        isAnd ? first : Logic.not(first),
                        more -> new Value.Truth(condition(binary.getRight(), more, frame)),
                        decided -> new Value.Truth(Logic.sure(!isAnd)))
                .orElseGet(() -> new Value.Truth(Logic.NEVER));
    }

    /** Returns the text in a builder; any other value as it is. */
    private static Value text(Value value, State state) {
        Value content = state.content(value);
        return content instanceof Value.Literal || content instanceof Value.Text ? content : value;
    }
}
