package moirai.sources.execution.calls;

import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Creates objects: those of the sources by their constructors, lists, text builders and numbers by their names. */
public record Creations(TxnRecord record, SourceIndex index, Outside outside, Bodies bodies, Interpreter interpreter) {

    private static final Set<String> LISTS = Set.of("ArrayList", "LinkedList", "ArrayDeque", "HashSet", "TreeSet");

    /** Creates an object: a record or class of the sources, a list, a text builder, or a number. */
    public Value create(ObjectCreationExpr creation, State state, Frame frame) {
        List<Value> arguments = creation.getArguments().stream()
                .map(argument -> interpreter.evaluate(argument, state, frame))
                .toList();
        String name = creation.getType().getNameAsString();
        Optional<SourceType> type = index.type(name, frame.type());
        if (creation.getAnonymousClassBody().isPresent()) {
            if (outside.mayRunStatements(creation)) {
                record.loss("an anonymous class may run statements", "they are left out");
            }
            outside.changes("new " + name, creation);
            List<Value> around = creation.findAll(NameExpr.class).stream()
                    .flatMap(used -> Stream.ofNullable(state.locals().get(used.getNameAsString())))
                    .toList();
            return record.unknown(
                    "new " + name,
                    Stream.concat(arguments.stream(), around.stream()).toList());
        }
        if (type.isPresent()) {
            return Bodies.isPlainRecord(type.get(), arguments.size())
                    ? Bodies.record(type.get(), arguments)
                    : bodies.construct(type.get(), arguments, state, frame);
        }
        if (LISTS.contains(name)) {
            return list(name, arguments, state);
        }
        if (name.equals("StringBuilder") || name.equals("StringBuffer")) {
            Value start = arguments.isEmpty() ? new Value.Literal("") : state.content(arguments.getFirst());
            return record.allocate(start instanceof Value.Constant ? new Value.Literal("") : start, state);
        }
        if (name.equals("Random") || name.equals("SecureRandom") || (name.equals("Date") && arguments.isEmpty())) {
            return new Value.Argument(record.name(name.toLowerCase(Locale.ROOT)), "Random");
        }
        if (arguments.size() == 1
                && Set.of("BigDecimal", "BigInteger", "String", "Timestamp", "Date")
                        .contains(name)) {
            boolean isFraction = name.equals("BigDecimal")
                    && arguments.getFirst() instanceof Value.Constant(var number)
                    && number.stripTrailingZeros().scale() > 0;
            return isFraction ? record.unknown("new " + name, arguments) : NumberMethods.numeric(arguments.getFirst());
        }
        long reported = arguments.stream()
                .filter(argument -> outside.given("new " + name, argument, state))
                .count();
        Value made = record.unknown(reported > 0 ? "what was made with it" : "new " + name, arguments);
        return Library.isCollection(name) ? record.allocate(made, state) : made;
    }

    /** Makes a list: an empty one, perhaps of some capacity, or a copy. */
    private Value list(String name, List<Value> arguments, State state) {
        if (arguments.isEmpty() || arguments.getFirst() instanceof Value.Constant) {
            return record.allocate(new Value.Items(List.of(), true), state);
        }
        Value copied = state.content(arguments.getFirst());
        if (copied instanceof Value.Argument) {
            return copied;
        }
        if (!(copied instanceof Value.Items(var elements, var isExact))) {
            return record.unknown("new " + name, arguments);
        }
        if (name.endsWith("Set") && elements.size() > 1) {
            record.loss("the order of a set and what it has twice", "taken for those of a list");
        }
        return record.allocate(copied, state);
    }
}
