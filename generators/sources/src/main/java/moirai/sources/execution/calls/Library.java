package moirai.sources.execution.calls;

import com.github.javaparser.ast.expr.BinaryExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
public record Library(TxnRecord record, Outside outside, Iterations iterations, Interpreter interpreter) {

    private static final Set<String> SAME = Set.of("""
            valueOf requireNonNull toString of ofNullable copyOf longValueExact toIntExact asList
            unmodifiableList unmodifiableSet unmodifiableCollection
            """.split("\\s+"));

    /** The types of which those give what they are given; of others, a method of that name may do anything. */
    private static final Set<String> PLATFORM_TYPES = Set.of("""
            Integer Long Short Byte Double Float Boolean Character String BigDecimal BigInteger Math Objects Optional
            OptionalInt OptionalLong OptionalDouble List Set Collection Collections Arrays Date Time Timestamp UUID
            """.split("\\s+"));

    private static final Set<String> SAME_VALUE = Set.of("""
            booleanValue toString toPlainString longValueExact intValueExact orElseThrow name intern
            """.split("\\s+"));

    private static final Set<String> PARSING = Set.of("parseInt", "parseLong", "parseDouble");

    /** Methods that give another number in each call, as a caller may. */
    private static final Set<String> GIVEN = Set.of("""
            System.currentTimeMillis System.nanoTime Instant.now LocalDate.now LocalDateTime.now OffsetDateTime.now
            ZonedDateTime.now Math.random UUID.randomUUID ThreadLocalRandom.current
            """.split("\\s+"));

    private static final String RANDOM = "Random";

    /** The methods of lists that leave them as they are. */
    private static final Set<String> READING = Set.of("""
            contains containsAll indexOf lastIndexOf stream parallelStream iterator listIterator toArray subList
            reversed toString hashCode equals
            """.split("\\s+"));

    /** The methods of collections that change them. */
    private static final Set<String> CHANGING_METHODS = Set.of("""
            add addAll addFirst addLast clear merge offer poll pollFirst pollLast pop push put putAll putIfAbsent remove
            removeAll removeFirst removeIf removeLast replaceAll retainAll set sort
            """.strip().split("\\s+"));

    private static final Pattern COLLECTION =
            Pattern.compile("(\\w+\\.)*\\w*(List|Set|Map|Queue|Deque|Collection|Vector|Stack)(<.*)?");

    /** Returns whether a method of this name changes a collection. */
    static boolean isChanging(String method) {
        return CHANGING_METHODS.contains(method);
    }

    /** Returns whether a type of Java's library holds what its methods change. */
    static boolean isCollection(String type) {
        return COLLECTION.matcher(type).matches() || type.matches("StringBu\\w+|Atomic\\w+|\\w+Adder");
    }

    /** The name of a method, and its arguments. */
    public record Call(String name, List<Value> arguments) {

        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** Returns a constant of the platform that is a number. */
    public static Optional<Value> constant(String name) {
        return NumberMethods.constant(name);
    }

    /** Executes a static method; empty if it is not known. */
    public Optional<Value> statically(String type, String name, List<Value> arguments, State state) {
        boolean isCollection = Set.of("List", "Set", "Arrays").contains(type);
        if (isCollection && (name.equals("of") || name.equals("asList"))) {
            if (arguments.size() == 1 && isArray(arguments.getFirst(), state)) {
                return Optional.of(name.equals("of") ? copy(arguments.getFirst(), state) : arguments.getFirst());
            }
            return Optional.of(record.allocate(new Value.Items(arguments, true), state));
        }
        if (type.equals("DriverManager")) {
            record.noteBoundary();
            state.commitEach(true);
            return Optional.of(new Value.Database(record.name("connection ")));
        }
        if (type.equals("Optional") && name.equals("empty")) {
            return Optional.of(new Value.Nothing());
        }
        if (type.equals("String") && name.equals("format") && !arguments.isEmpty()) {
            return Optional.of(format(arguments.getFirst(), arguments.subList(1, arguments.size())));
        }
        if (type.equals("Pattern") && name.equals("compile") && arguments.getFirst() instanceof Value.Literal) {
            return Optional.of(arguments.getFirst());
        }
        if (GIVEN.contains(type + "." + name)) {
            return Optional.of(new Value.Argument(record.name(name), RANDOM));
        }
        if (isCollection && name.equals("copyOf") && arguments.size() == 1) {
            return Optional.of(copy(arguments.getFirst(), state));
        }
        if (arguments.size() == 1 && PARSING.contains(name) && PLATFORM_TYPES.contains(type)) {
            return Optional.of(numbers().parsed(arguments.getFirst()));
        }
        boolean isOfPlatform = type.isEmpty()
                ? name.equals("requireNonNull")
                : PLATFORM_TYPES.contains(type.substring(type.lastIndexOf('.') + 1));
        if (arguments.size() == 1 && SAME.contains(name) && isOfPlatform) {
            return Optional.of(NumberMethods.numeric(arguments.getFirst()));
        }
        if (arguments.size() == 2 && type.equals("Objects") && name.equals("equals")) {
            return Optional.of(Lowering.lift(arguments.getFirst(), arguments.getLast(), numbers()::equal));
        }
        boolean isKnown = arguments.stream().noneMatch(Value.Unknown.class::isInstance);
        if (arguments.size() == 2 && type.equals("Math") && isKnown && (name.equals("min") || name.equals("max"))) {
            Value less = numbers().operate(BinaryExpr.Operator.LESS, arguments.getFirst(), arguments.getLast());
            Condition first = record.lowering().truth(less);
            Condition when = name.equals("min") ? first : Logic.not(first);
            return Optional.of(record.merging().choice(when, arguments.getFirst(), arguments.getLast()));
        }
        return Optional.empty();
    }

    /** Returns whether a value is an array, which a list of any number of arguments is as well. */
    static boolean isArray(Value value, State state) {
        return switch (state.content(value)) {
            case Value.Items items -> true;
            case Value.Array array -> true;
            case Value.Argument(var path, var type) -> type.endsWith("[]");
            default -> false;
        };
    }

    private Value copy(Value list, State state) {
        return list instanceof Value.Reference ? record.allocate(state.content(list), state) : list;
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
        Optional<Value> text = Texts.on(receiver, name, arguments);
        if (text.isPresent()) {
            return text;
        }
        if (receiver instanceof Value.Argument(var path, var type) && type.equals(RANDOM) && name.startsWith("next")) {
            return Optional.of(new Value.Argument(record.name(Value.Argument.join(path, name) + "_"), ""));
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
            return Optional.of(numbers().operate(BinaryExpr.Operator.MINUS, Operators.ZERO, receiver));
        }
        if (name.equals("signum")) {
            return Optional.of(numbers().comparison(receiver, Operators.ZERO));
        }
        if (receiver instanceof Value.Nothing && (name.equals("get") || name.equals("orElseThrow"))) {
            state.end();
            return Optional.of(receiver);
        }
        if (NumberMethods.isConversion(name)) {
            return Optional.of(Lowering.lift(receiver, one -> numbers().converted(one, name)));
        }
        if (name.equals("stripTrailingZeros")) {
            return Optional.of(
                    receiver instanceof Value.Constant(var number)
                            ? new Value.Constant(number.stripTrailingZeros())
                            : receiver);
        }
        if (SAME_VALUE.contains(name) || (name.equals("get") && !(receiver instanceof Value.Argument))) {
            return Optional.of(receiver);
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

    private Optional<Value> withOne(Value receiver, String name, Value argument, State state, Frame frame) {
        return switch (name) {
            case "add", "plus" ->
                receiver instanceof Value.Reference || receiver instanceof Value.Unknown
                        ? Optional.empty()
                        : Optional.of(numbers().operate(BinaryExpr.Operator.PLUS, receiver, argument));
            case "subtract", "minus" -> Optional.of(numbers().operate(BinaryExpr.Operator.MINUS, receiver, argument));
            case "multiply" -> Optional.of(numbers().operate(BinaryExpr.Operator.MULTIPLY, receiver, argument));
            case "equals", "contentEquals" -> Optional.of(Lowering.lift(receiver, argument, numbers()::equal));
            case "compareTo" -> Optional.of(numbers().comparison(receiver, argument));
            case "concat" -> Optional.of(Lowering.lift(receiver, argument, Operators::text));
            case "formatted" -> Optional.of(format(receiver, List.of(argument)));
            case "orElse" ->
                Optional.of(record.merging().choice(record.lowering().isNull(receiver), argument, receiver));
            case "orElseThrow" -> withoutArgument(receiver, "orElseThrow", state);
            case "get" ->
                receiver instanceof Value.Argument list ? Optional.of(elements().at(list, argument)) : Optional.empty();
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
        iterations.each(
                list, true, state, frame, (here, element) -> interpreter.invoke(body, List.of(element), here, frame));
    }

    /** Executes a method of a list or a text builder. */
    public Value onHeap(int address, Value content, Call call, State state, Frame frame) {
        if (content instanceof Value.Items items) {
            return onList(address, items, call, state, frame);
        }
        Optional<Value> changed = Texts.built(content, call.name(), call.arguments(), state);
        if (changed.isPresent()) {
            state.heap().put(address, changed.get());
            return new Value.Reference(address);
        }
        Value result = call.name().equals("toString")
                ? content
                : Lowering.lift(
                        content,
                        text -> Texts.on(text, call.name(), call.arguments())
                                .orElseGet(() -> record.unknown(call.name() + "()", List.of(content))));
        outside.changed(call.name(), new Value.Reference(address), state);
        return result;
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
            case "get" -> elements().of(items, arguments.getFirst(), state);
            case "getFirst" -> elements().of(items, Operators.ZERO, state);
            case "getLast" ->
                elements().of(items, Value.Constant.of(items.elements().size() - 1), state);
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
                var list = new Value.Reference(address);
                yield READING.contains(call.name())
                        ? record.unknown(call.name() + "()", List.of(list, items))
                        : outside.called(call.name(), Calls.join(list, arguments), state);
            }
        };
    }

    private NumberMethods numbers() {
        return new NumberMethods(record);
    }

    private Elements elements() {
        return new Elements(record);
    }
}
