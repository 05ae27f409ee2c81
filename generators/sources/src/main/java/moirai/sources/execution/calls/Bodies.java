package moirai.sources.execution.calls;

import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.stmt.BlockStmt;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.sources.execution.values.Frame;
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
        Map<String, Value> locals = named(method.getParameters(), arguments);
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

    /** Runs a constructor. The object has the fields that the constructor assigns. */
    Value construct(SourceType type, List<Value> arguments, State state, Frame frame) {
        Optional<ConstructorDeclaration> constructor = type.constructor(arguments.size());
        if (constructor.isEmpty() || frame.depth() >= DEPTH_MAX) {
            return new Value.Instance(type, Map.of());
        }
        Map<String, Value> caller = new HashMap<>(state.locals());
        state.setLocals(named(constructor.get().getParameters(), arguments));
        var inside = new Frame(type, new Value.Instance(type, Map.of()), frame.depth() + 1);
        interpreter.run(constructor.get().getBody(), state, inside);
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
