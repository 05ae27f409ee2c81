package moirai.sources.execution;

import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.sources.index.SourceType;

/** Makes objects: records and classes of the sources, lists, text builders, numbers. */
final class Creation {

    private static final Set<String> LISTS = Set.of("ArrayList", "LinkedList", "ArrayDeque", "HashSet", "TreeSet");

    private final Machine machine;

    Creation(Machine machine) {
        this.machine = machine;
    }

    Value create(ObjectCreationExpr creation, State state, Frame frame) {
        List<Value> arguments = creation.getArguments().stream()
                .map(argument -> machine.expressions.evaluate(argument, state, frame))
                .toList();
        String name = creation.getType().getNameAsString();
        Optional<SourceType> type = machine.index.type(name, frame.type());
        if (creation.getAnonymousClassBody().isPresent()) {
            if (creation.toString().contains("execute")) {
                machine.record.loss("an anonymous class may run statements", "they are left out");
            }
            return machine.record.unknown("new " + name, arguments);
        }
        if (type.isPresent()) {
            return type.get().components().size() == arguments.size()
                            && !type.get().components().isEmpty()
                    ? record(type.get(), arguments)
                    : object(type.get(), arguments, state, frame);
        }
        if (LISTS.contains(name)) {
            boolean copies = arguments.size() == 1 && arguments.getFirst() instanceof Value.Reference;
            Value content = copies && arguments.getFirst() instanceof Value.Reference(var address)
                    ? state.heap().getOrDefault(address, new Value.Items(List.of(), true))
                    : new Value.Items(List.of(), true);
            return machine.library.allocate(content, state);
        }
        if (name.equals("StringBuilder") || name.equals("StringBuffer")) {
            Value start = arguments.isEmpty() ? new Value.Literal("") : arguments.getFirst();
            return machine.library.allocate(start instanceof Value.Constant ? new Value.Literal("") : start, state);
        }
        if (arguments.size() == 1
                && Set.of("BigDecimal", "BigInteger", "String").contains(name)) {
            Value only = arguments.getFirst();
            return only instanceof Value.Literal(var text) && text.matches("[+-]?\\d+(\\.\\d+)?")
                    ? new Value.Constant(new BigDecimal(text))
                    : only;
        }
        arguments.forEach(argument -> machine.calls.given("new " + name, argument));
        return machine.record.unknown("new " + name, arguments);
    }

    private static Value record(SourceType type, List<Value> arguments) {
        Map<String, Value> fields = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            fields.put(type.components().get(i).getNameAsString(), arguments.get(i));
        }
        return new Value.Instance(type, fields);
    }

    /** Runs the constructor; what it assigns to fields is what the object has. */
    private Value object(SourceType type, List<Value> arguments, State state, Frame frame) {
        Optional<ConstructorDeclaration> constructor = type.constructor(arguments.size());
        if (constructor.isEmpty() || frame.depth() >= Machine.DEPTH_MAX) {
            return new Value.Instance(type, Map.of());
        }
        Map<String, Value> caller = new HashMap<>(state.locals());
        Map<String, Value> locals = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            locals.put(constructor.get().getParameter(i).getNameAsString(), arguments.get(i));
        }
        state.setLocals(locals);
        var inside = new Frame(type, new Value.Instance(type, Map.of()), frame.depth() + 1);
        machine.statements.run(constructor.get().getBody(), state, inside);
        Map<String, Value> fields = new LinkedHashMap<>();
        state.locals().forEach((name, value) -> {
            if (name.startsWith("this.")) {
                fields.put(name.substring("this.".length()), value);
            }
        });
        state.setLocals(caller);
        return new Value.Instance(type, fields);
    }
}
