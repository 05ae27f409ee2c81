package moirai.sources.execution.calls;

import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Executes the bodies of methods and constructors of the sources where they are called. */
public final class Bodies {

    /** The greatest depth of calls within calls. */
    private static final int DEPTH_MAX = 16;

    private final TxnRecord record;
    private final Set<MethodDeclaration> called;
    private final Outside outside;
    private final Interpreter interpreter;

    /** @param called the methods that were executed, to which others are added */
    public Bodies(TxnRecord record, Set<MethodDeclaration> called, Outside outside, Interpreter interpreter) {
        this.record = record;
        this.called = called;
        this.outside = outside;
        this.interpreter = interpreter;
    }

    /** Executes a method of the sources in place of its call. */
    Value run(SourceIndex.Found found, Value self, List<Value> arguments, State state, Frame frame) {
        MethodDeclaration method = found.method();
        if (frame.depth() >= DEPTH_MAX) {
            record.loss(method.getNameAsString() + " is called too deep or by itself", "the call is left out");
            return record.unknown(method.getNameAsString(), arguments);
        }
        outside.inlined(found.type(), method, self);
        called.add(method);
        Map<String, Value> locals = named(method.getParameters(), packed(method, arguments, state));
        var callee = new Frame(found.type(), self, frame.depth() + 1);
        return run(method.getBody().orElseThrow(), callee, locals, state, self.equals(frame.self()));
    }

    /**
     * Runs a body with its own locals. It shares the fields of the object with the caller if both have the same object.
     */
    Value run(BlockStmt body, Frame callee, Map<String, Value> locals, State state, boolean isSame) {
        Map<String, Value> caller = new HashMap<>(state.locals());
        if (isSame) {
            copyFields(caller, locals);
        }
        Map<String, Value> before = Map.copyOf(locals);
        state.setLocals(locals);
        interpreter.run(body, state, callee);
        for (State end : callee.returns().reversed()) {
            record.merging().into(state, end);
        }
        Value result = state.locals().getOrDefault(Frame.RESULT, new Value.Nothing());
        if (isSame) {
            copyFields(state.locals(), caller);
        } else {
            reportFields(before, state.locals());
        }
        state.setLocals(caller);
        return result;
    }

    /** Reports fields that a method of another object assigned: the object stays as it is. */
    private void reportFields(Map<String, Value> before, Map<String, Value> after) {
        after.forEach((name, value) -> {
            if (name.startsWith("this.") && !value.equals(before.get(name))) {
                record.loss(
                        "field " + name.substring("this.".length()) + " of another object is assigned",
                        "taken for what it was");
            }
        });
    }

    private static void copyFields(Map<String, Value> from, Map<String, Value> to) {
        from.forEach((name, value) -> {
            if (name.startsWith("this.")) {
                to.put(name, value);
            }
        });
    }

    /** Returns whether the components of a record are its arguments as they are. */
    static boolean isPlainRecord(SourceType type, int arguments) {
        return isRecord(type, arguments) && compact(type).isEmpty();
    }

    /** Returns whether so many arguments are the components of a record, whose constructor is not written out. */
    private static boolean isRecord(SourceType type, int arguments) {
        return arguments > 0
                && type.components().size() == arguments
                && type.declaration().getConstructors().stream()
                        .noneMatch(written -> written.getParameters().size() == arguments);
    }

    private static Optional<BlockStmt> compact(SourceType type) {
        return type.declaration() instanceof RecordDeclaration record
                ? record.getCompactConstructors().stream().findFirst().map(CompactConstructorDeclaration::getBody)
                : Optional.empty();
    }

    /** Gives a record its components, which a compact constructor may have replaced before. */
    private void components(SourceType type, Value self, List<Value> arguments, State state, Frame frame) {
        Map<String, Value> caller = new HashMap<>(state.locals());
        Map<String, Value> given = named(type.components(), arguments);
        state.setLocals(given);
        var inside = new Frame(type, new Value.Argument("", type.name()), frame.depth() + 1);
        compact(type).ifPresent(body -> interpreter.run(body, state, inside));
        Map<String, Value> left = new HashMap<>(state.locals());
        given.forEach((name, value) -> assign(self, name, left.getOrDefault(name, value), state));
        state.setLocals(caller);
    }

    /** Returns a record with these components. */
    static Value record(SourceType type, List<Value> arguments) {
        return new Value.Instance(type, named(type.components(), arguments));
    }

    private static Map<String, Value> named(List<Parameter> parameters, List<Value> arguments) {
        Map<String, Value> named = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            named.put(parameters.get(i).getNameAsString(), arguments.get(i));
        }
        return named;
    }

    /** Puts the arguments at the end into an array, if the code takes any number of them. */
    private List<Value> packed(CallableDeclaration<?> code, List<Value> arguments, State state) {
        if (!SourceType.isVariable(code)) {
            return arguments;
        }
        int fixed = code.getParameters().size() - 1;
        boolean isArray = arguments.size() == fixed + 1
                && (arguments.getLast() instanceof Value.Nothing || Library.isArray(arguments.getLast(), state));
        if (isArray) {
            return arguments;
        }
        var all = new ArrayList<>(arguments.subList(0, fixed));
        all.add(record.allocate(new Value.Items(arguments.subList(fixed, arguments.size()), true), state));
        return all;
    }

    /** Makes an object of a class: with the values of its fields, which its initialisers and constructor assign. */
    Value construct(SourceType type, List<Value> arguments, State state, Frame frame) {
        if (frame.depth() >= DEPTH_MAX) {
            return record.unknown("new " + type.name(), arguments);
        }
        Value self = record.allocate(new Value.Instance(type, Map.of()), state);
        construct(type, self, arguments, state, frame);
        return self;
    }

    /** Assigns what a type and those above it give to the fields of an object, and runs their constructors. */
    void construct(SourceType type, Value self, List<Value> arguments, State state, Frame frame) {
        Optional<ConstructorDeclaration> constructor = type.constructor(arguments.size());
        outside.chosen(type, constructor);
        Optional<ExplicitConstructorInvocationStmt> other = constructor
                .flatMap(code -> code.getBody().getStatements().getFirst())
                .filter(ExplicitConstructorInvocationStmt.class::isInstance)
                .map(ExplicitConstructorInvocationStmt.class::cast);
        if (other.isEmpty() && frame.depth() < DEPTH_MAX) {
            above(type, self, List.of(), state, new Frame(type, self, frame.depth() + 1));
        }
        if (other.filter(ExplicitConstructorInvocationStmt::isThis).isEmpty()) {
            fields(type, self, state, frame);
        }
        if (constructor.isPresent()) {
            var inside = new Frame(type, self, frame.depth() + 1);
            List<Value> all = packed(constructor.get(), arguments, state);
            Map<String, Value> locals = named(constructor.get().getParameters(), all);
            run(constructor.get().getBody(), inside, locals, state, false);
        } else if (isRecord(type, arguments.size())) {
            components(type, self, arguments, state, frame);
        }
    }

    /** Runs the constructor of the type above; one outside of the sources has no fields that they know. */
    void above(SourceType type, Value self, List<Value> arguments, State state, Frame frame) {
        outside.parent(type).ifPresent(parent -> construct(parent, self, arguments, state, frame));
    }

    /** Gives all fields that a type declares their first values. */
    private void fields(SourceType type, Value self, State state, Frame frame) {
        var inside = new Frame(type, self, frame.depth() + 1);
        Map<String, Value> caller = new HashMap<>(state.locals());
        state.setLocals(Map.of());
        for (BodyDeclaration<?> member : type.declaration().getMembers()) {
            if (member instanceof FieldDeclaration field && !field.isStatic()) {
                field.getVariables().forEach(variable -> {
                    Value value = variable.getInitializer()
                            .map(start -> interpreter.evaluate(start, state, inside))
                            .orElseGet(() -> first(variable.getType()));
                    assign(self, variable.getNameAsString(), value, state);
                });
            } else if (member instanceof InitializerDeclaration block && !block.isStatic()) {
                interpreter.run(block.getBody(), state, inside);
            }
        }
        state.setLocals(caller);
    }

    /** Returns the value of a variable that nobody has assigned. */
    public static Value first(Type type) {
        return switch (type.asString()) {
            case "boolean" -> new Value.Truth(Logic.NEVER);
            case "byte", "short", "char", "int", "long", "float", "double" -> Value.Constant.of(0);
            default -> new Value.Nothing();
        };
    }

    /** Assigns a field of an object in the heap; returns false if the object is not there. */
    public static boolean assign(Value object, String field, Value value, State state) {
        if (!(object instanceof Value.Reference(var address))
                || !(state.content(object) instanceof Value.Instance(var type, var fields))) {
            return false;
        }
        Map<String, Value> changed = new LinkedHashMap<>(fields);
        changed.put(field, value);
        state.heap().put(address, new Value.Instance(type, changed));
        return true;
    }
}
