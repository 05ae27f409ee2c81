package moirai.sources.execution.calls;

import com.github.javaparser.ast.expr.BinaryExpr;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.Operators;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/**
 * Executes the known methods of Java's library, on numbers, texts, lists and optionals. An optional is its value or
 * nothing.
 */
public record Library(TxnRecord record, Iterations iterations, Interpreter interpreter) {

    private static final Map<String, Integer> CONSTANTS =
            Map.of("BigDecimal.ZERO", 0, "BigDecimal.ONE", 1, "BigInteger.ZERO", 0, "BigInteger.ONE", 1);

    private static final Set<String> SAME = Set.of("""
            valueOf requireNonNull toString of ofNullable copyOf longValueExact toIntExact asList
            unmodifiableList unmodifiableSet unmodifiableCollection
            """.split("\\s+"));

    private static final Set<String> SAME_VALUE = Set.of("""
            intValue longValue doubleValue booleanValue toString toPlainString longValueExact intValueExact
            stripTrailingZeros orElseThrow name intern
            """.split("\\s+"));

    private static final Set<String> PARSING = Set.of("parseInt", "parseLong", "parseDouble");

    /** The methods of lists that leave them as they are. */
    private static final Set<String> READING = Set.of("""
            contains containsAll indexOf lastIndexOf stream parallelStream iterator listIterator toArray subList
            reversed toString hashCode equals
            """.split("\\s+"));

    /** The methods of {@code Collections} that change the list which they are given. */
    private static final Set<String> CHANGING =
            Set.of("addAll", "copy", "fill", "replaceAll", "reverse", "rotate", "shuffle", "sort", "swap");

    /** The methods of collections that change them. */
    private static final Set<String> CHANGING_METHODS = Set.of("""
            add addAll addFirst addLast clear merge offer poll pollFirst pollLast pop push put putAll putIfAbsent remove
            removeAll removeFirst removeIf removeLast replaceAll retainAll set sort
            """.strip().split("\\s+"));

    private static final Pattern COLLECTION =
            Pattern.compile("(\\w+\\.)*\\w*(List|Set|Map|Queue|Deque|Collection|Vector|Stack)(<.*)?");

    /** The name of a method, and its arguments. */
    public record Call(String name, List<Value> arguments) {

        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    public Optional<Value> constant(String name) {
        Integer number = CONSTANTS.get(name.substring(name.lastIndexOf("Big") < 0 ? 0 : name.lastIndexOf("Big")));
        return Optional.ofNullable(number).map(Value.Constant::of);
    }

    /** Executes a static method; empty if it is not known. */
    public Optional<Value> statically(String type, String name, List<Value> arguments, State state) {
        boolean isCollection = Set.of("List", "Set", "Arrays").contains(type);
        if (isCollection && (name.equals("of") || name.equals("asList"))) {
            return Optional.of(record.allocate(new Value.Items(arguments, true), state));
        }
        if (type.equals("DriverManager")) {
            record.noteBoundary();
            Emission.opened(state);
            return Optional.of(new Value.Database(record.name("connection ")));
        }
        if (type.equals("Optional") && name.equals("empty")) {
            return Optional.of(new Value.Nothing());
        }
        if (type.equals("String") && name.equals("format") && !arguments.isEmpty()) {
            return Optional.of(format(arguments.getFirst(), arguments.subList(1, arguments.size())));
        }
        if (type.equals("Collections") && CHANGING.contains(name)) {
            record.loss("Collections." + name + "()", "taken for leaving the list as it is");
        }
        if (arguments.size() == 1 && PARSING.contains(name)) {
            return Optional.of(parsed(arguments.getFirst()));
        }
        if (arguments.size() == 1 && SAME.contains(name)) {
            return Optional.of(numeric(arguments.getFirst()));
        }
        if (arguments.size() == 2 && type.equals("Objects") && name.equals("equals")) {
            return Optional.of(operate(BinaryExpr.Operator.EQUALS, arguments.getFirst(), arguments.getLast()));
        }
        boolean isKnown = arguments.stream().noneMatch(Value.Unknown.class::isInstance);
        if (arguments.size() == 2 && type.equals("Math") && isKnown && (name.equals("min") || name.equals("max"))) {
            Value less = operate(BinaryExpr.Operator.LESS, arguments.getFirst(), arguments.getLast());
            Condition first = record.lowering().truth(less);
            Condition when = name.equals("min") ? first : Logic.not(first);
            return Optional.of(record.merging().choice(when, arguments.getFirst(), arguments.getLast()));
        }
        return Optional.empty();
    }

    /** Returns the number that a text shows, of which texts that differ may show the same. */
    private Value parsed(Value value) {
        return Lowering.lift(
                value,
                one -> one instanceof Value.Argument argument
                        ? Value.Argument.part(argument.path(), "parsed", "long")
                        : numeric(one) instanceof Value.Constant number
                                ? number
                                : record.unknown("the number in a text", List.of(one)));
    }

    /** Returns the number that a text shows; any other value as it is. */
    static Value numeric(Value value) {
        return value instanceof Value.Literal(var text) && text.matches("[+-]?\\d+(\\.\\d+)?")
                ? new Value.Constant(new BigDecimal(text))
                : value;
    }

    private Value operate(BinaryExpr.Operator operator, Value left, Value right) {
        return new Operators(record).of(operator, left, right);
    }

    private Value format(Value pattern, List<Value> arguments) {
        if (!(pattern instanceof Value.Literal(var text))) {
            return record.unknown("a formatted text", arguments);
        }
        Value result = new Value.Literal("");
        int used = 0;
        String[] pieces = text.split("%[sd]", -1);
        for (int i = 0; i < pieces.length; i++) {
            result = Operators.text(result, new Value.Literal(pieces[i]));
            if (i < pieces.length - 1 && used < arguments.size()) {
                Value next = arguments.get(used++);
                result = Lowering.lift(result, next, Operators::text);
            }
        }
        return result;
    }

    /** Executes a method of a value that is no choice and not in the heap; empty if the method is not known. */
    public Optional<Value> onValue(Value receiver, String name, List<Value> arguments, State state, Frame frame) {
        if (receiver instanceof Value.Argument(var path, var type)
                && COLLECTION.matcher(type).matches()
                && CHANGING_METHODS.contains(name)) {
            record.loss(name + "() of the collection " + path, "taken for leaving it as it is");
            return Optional.of(record.unknown(name + "()", List.of()));
        }
        return switch (arguments.size()) {
            case 0 -> withoutArgument(receiver, name, state);
            case 1 -> withOne(receiver, name, arguments.getFirst(), state, frame);
            default -> name.equals("formatted") ? Optional.of(format(receiver, arguments)) : Optional.empty();
        };
    }

    private Optional<Value> withoutArgument(Value receiver, String name, State state) {
        if (name.equals("isPresent")) {
            return Optional.of(new Value.Truth(Logic.not(record.lowering().isNull(receiver))));
        }
        boolean isOptional = receiver instanceof Value.Nothing
                || (receiver instanceof Value.Argument(var path, var type) && type.startsWith("Optional"));
        if (name.equals("isEmpty") && isOptional) {
            return Optional.of(new Value.Truth(record.lowering().isNull(receiver)));
        }
        if (name.equals("negate")) {
            return Optional.of(operate(BinaryExpr.Operator.MINUS, Operators.ZERO, receiver));
        }
        if (name.equals("signum")) {
            return Optional.of(comparison(receiver, Operators.ZERO));
        }
        if (receiver instanceof Value.Nothing && (name.equals("get") || name.equals("orElseThrow"))) {
            state.end();
            return Optional.of(receiver);
        }
        if (SAME_VALUE.contains(name) || (name.equals("get") && !(receiver instanceof Value.Argument))) {
            return Optional.of(receiver);
        }
        if (receiver instanceof Value.Literal(var text)) {
            return switch (name) {
                case "isEmpty", "isBlank" -> Optional.of(new Value.Truth(Logic.of(text.isBlank())));
                case "toUpperCase" -> Optional.of(new Value.Literal(text.toUpperCase(Locale.ROOT)));
                case "toLowerCase" -> Optional.of(new Value.Literal(text.toLowerCase(Locale.ROOT)));
                case "trim", "strip" -> Optional.of(new Value.Literal(text.strip()));
                default -> Optional.empty();
            };
        }
        return receiver instanceof Value.Argument argument ? ofArgument(argument, name) : Optional.empty();
    }

    private Optional<Value> ofArgument(Value.Argument argument, String name) {
        if (name.equals("size") || name.equals("length")) {
            return Optional.of(new Value.Numeric(argument.size()));
        }
        if (name.equals("isEmpty") || name.equals("isBlank")) {
            return Optional.of(
                    new Value.Truth(Logic.compare(argument.size(), Operator.EQUAL, new Expression.Constant(0))));
        }
        if (name.matches("(next|poll|pop|take|read|increment|decrement|random)\\w*|getAnd\\w+|getAs\\w+")) {
            // Each call gives another one.
            return Optional.of(new Value.Argument(record.name(Value.Argument.join(argument.path(), name) + "_"), ""));
        }
        boolean isGetter = name.matches("get[A-Z]\\w*");
        String part = isGetter ? name.substring(3, 4).toLowerCase(Locale.ROOT) + name.substring(4) : name;
        return Optional.of(Value.Argument.part(argument.path(), part, part.equals("connection") ? "Connection" : ""));
    }

    private Value comparison(Value left, Value right) {
        return Lowering.lift(
                left,
                right,
                (first, second) -> Operators.isText(first) || Operators.isText(second)
                        ? record.unknown("the order of texts", List.of(first, second))
                        : new Value.Comparison(
                                record.lowering().number(first),
                                record.lowering().number(second)));
    }

    private Optional<Value> withOne(Value receiver, String name, Value argument, State state, Frame frame) {
        return switch (name) {
            case "add", "plus" -> Optional.of(operate(BinaryExpr.Operator.PLUS, receiver, argument));
            case "subtract", "minus" -> Optional.of(operate(BinaryExpr.Operator.MINUS, receiver, argument));
            case "multiply" -> Optional.of(operate(BinaryExpr.Operator.MULTIPLY, receiver, argument));
            case "equals", "contentEquals" -> Optional.of(operate(BinaryExpr.Operator.EQUALS, receiver, argument));
            case "compareTo" -> Optional.of(comparison(receiver, argument));
            case "concat" -> Optional.of(Lowering.lift(receiver, argument, Operators::text));
            case "formatted" -> Optional.of(format(receiver, List.of(argument)));
            case "orElse" ->
                Optional.of(record.merging().choice(record.lowering().isNull(receiver), argument, receiver));
            case "orElseThrow" -> withoutArgument(receiver, "orElseThrow", state);
            case "get" -> receiver instanceof Value.Argument list ? Optional.of(at(list, argument)) : Optional.empty();
            case "forEach", "ifPresent" -> {
                if (!(argument instanceof Value.Closure body)) {
                    yield Optional.empty();
                }
                if (name.equals("ifPresent")) {
                    record.branch(
                            state,
                            record.lowering().isNull(receiver),
                            absent -> {},
                            present -> interpreter.invoke(body, List.of(receiver), present, frame));
                } else if (name.equals("forEach")) {
                    each(receiver, body, state, frame);
                }
                yield Optional.of(new Value.Nothing());
            }
            default -> Optional.empty();
        };
    }

    private void each(Value list, Value.Closure body, State state, Frame frame) {
        iterations.each(list, state, frame, (here, element) -> interpreter.invoke(body, List.of(element), here, frame));
    }

    /** Returns an element of an array or a list. */
    public Value element(Value list, Value index, State state) {
        return switch (state.content(list)) {
            case Value.Items items -> element(items, index, state);
            case Value.Argument argument -> at(argument, index);
            case Value content -> record.unknown("an element of an array", List.of(content));
        };
    }

    private Value at(Value.Argument list, Value index) {
        if (index.index() >= 0) {
            return list.element(index.index());
        }
        record.loss("the index of an element of " + list.path() + " is not constant", "taken for the first");
        return list.element(0);
    }

    /** Executes a method of a list or a text builder. */
    public Value onHeap(int address, Value content, Call call, State state, Frame frame) {
        if (content instanceof Value.Items items) {
            return onList(address, items, call, state, frame);
        }
        boolean isChoice = content instanceof Value.Choice;
        boolean isText = content instanceof Value.Literal || content instanceof Value.Text;
        if (call.name().equals("append")
                && (isChoice || (isText && call.arguments().size() == 1))) {
            state.heap().put(address, Lowering.lift(content, call.arguments().getFirst(), Operators::text));
            return new Value.Reference(address);
        }
        return isChoice || call.name().equals("toString")
                ? content
                : record.unknown(call.name() + "()", List.of(content));
    }

    private Value onList(int address, Value.Items items, Call call, State state, Frame frame) {
        List<Value> arguments = call.arguments();
        return switch (call.name()) {
            case "add", "addLast" -> {
                if (arguments.size() > 1) {
                    record.loss("add() at a place of a list", "taken for add() at its end");
                }
                var longer = new ArrayList<>(items.elements());
                longer.add(arguments.getLast());
                state.heap().put(address, new Value.Items(longer, items.isExact() && arguments.size() == 1));
                yield new Value.Truth(Condition.always());
            }
            case "get" -> element(items, arguments.getFirst(), state);
            case "getFirst" -> element(items, Operators.ZERO, state);
            case "getLast" -> element(items, Value.Constant.of(items.elements().size() - 1), state);
            case "size" ->
                items.isExact()
                        ? Value.Constant.of(items.elements().size())
                        : record.unknown("the size of a list", items.elements());
            case "isEmpty" ->
                items.isExact() || items.elements().isEmpty()
                        ? new Value.Truth(Logic.of(items.elements().isEmpty()))
                        : record.unknown("whether a list is empty", items.elements());
            case "forEach" -> {
                if (arguments.getFirst() instanceof Value.Closure body) {
                    each(items, body, state, frame);
                }
                yield new Value.Nothing();
            }
            default -> {
                if (!READING.contains(call.name())) {
                    record.loss(call.name() + "() of a list", "taken for leaving it as it is");
                }
                yield record.unknown(call.name() + "()", items.elements());
            }
        };
    }

    /** Returns an element of a list. An element that a result set gave exists only if the result set had that row. */
    private Value element(Value.Items items, Value index, State state) {
        if (items.elements().isEmpty()) {
            return record.unknown("an element of an empty list", List.of());
        }
        int number = 0;
        if (index.index() >= 0 && index.index() < items.elements().size()) {
            number = index.index();
        } else {
            record.loss("the index of an element of a list is not constant", "taken for the first element");
        }
        Value element = items.elements().get(number);
        if (!items.isExact() && element instanceof Value.Numeric(Expression.Result(var label, var field, var row))) {
            state.assume(Logic.compare(new Expression.Count(label), Operator.MORE, new Expression.Constant(row)));
        } else if (!items.isExact()) {
            record.loss("which elements a list has depends on the path", "all of them are looked at");
        }
        return element;
    }
}
