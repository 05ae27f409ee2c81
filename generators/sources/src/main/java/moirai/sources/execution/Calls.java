package moirai.sources.execution;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.directed.program.Origin;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Calls of methods: those in the sources are executed in place, those of JDBC and of the library are known by name. */
final class Calls {

    private final Machine machine;

    Calls(Machine machine) {
        this.machine = machine;
    }

    Value call(MethodCallExpr call, State state, Frame frame, Origin origin) {
        String name = call.getNameAsString();
        Optional<Expression> scope = call.getScope();
        if (scope.isEmpty()) {
            List<Value> arguments = arguments(call, state, frame);
            machine.record.moveTo(origin);
            return own(name, arguments, state, frame);
        }
        if (scope.get().isSuperExpr()) {
            List<Value> arguments = arguments(call, state, frame);
            return machine.index.supertypes(frame.type()).stream()
                    .flatMap(parent -> machine.index.method(parent, name, arguments.size()).stream())
                    .findFirst()
                    .map(found -> inline(found, frame.self(), arguments, state, frame))
                    .orElseGet(() -> foreign("super." + name, arguments));
        }
        Optional<SourceType> type = machine.expressions.type(scope.get(), state, frame);
        if (type.isPresent()) {
            List<Value> arguments = arguments(call, state, frame);
            machine.record.moveTo(origin);
            return machine.index
                    .method(type.get(), name, arguments.size())
                    .map(found ->
                            inline(found, new Value.Argument("", type.get().name()), arguments, state, frame))
                    .orElseGet(() -> foreign(scope.get() + "." + name, arguments));
        }
        if (isTypeName(scope.get(), state, frame)) {
            List<Value> arguments = arguments(call, state, frame);
            machine.record.moveTo(origin);
            return machine.library
                    .statically(scope.get().toString(), name, arguments, state)
                    .orElseGet(() -> foreign(scope.get() + "." + name, arguments));
        }
        Value receiver = machine.expressions.evaluate(scope.get(), state, frame);
        List<Value> arguments = arguments(call, state, frame);
        machine.record.moveTo(origin);
        return on(receiver, name, arguments, state, frame);
    }

    private boolean isTypeName(Expression scope, State state, Frame frame) {
        String last = scope.toString().substring(scope.toString().lastIndexOf('.') + 1);
        boolean isName = scope.isNameExpr() || scope.isFieldAccessExpr();
        return isName
                && last.matches("[A-Z]\\w*[a-z]\\w*")
                && !(scope instanceof NameExpr name
                        && machine.names
                                .value(name.getNameAsString(), state, frame)
                                .isPresent());
    }

    private List<Value> arguments(MethodCallExpr call, State state, Frame frame) {
        return call.getArguments().stream()
                .map(argument -> machine.expressions.evaluate(argument, state, frame))
                .toList();
    }

    /** A call without a receiver: of the type itself, of its record's component, or imported. */
    private Value own(String name, List<Value> arguments, State state, Frame frame) {
        Optional<SourceIndex.Found> found = machine.index
                .method(frame.type(), name, arguments.size())
                .or(() -> machine.names.staticImports(name, frame.type()).stream()
                        .flatMap(type -> machine.index.method(type, name, arguments.size()).stream())
                        .findFirst());
        if (found.isPresent()) {
            return inline(found.get(), frame.self(), arguments, state, frame);
        }
        boolean isComponent = frame.type().components().stream()
                .anyMatch(component -> component.getNameAsString().equals(name));
        return isComponent && arguments.isEmpty()
                ? machine.names.member(frame.self(), name, frame.type().declaration())
                : on(frame.self(), name, arguments, state, frame);
    }

    /** A call on a value; on a choice, on each case where it holds. */
    Value on(Value receiver, String name, List<Value> arguments, State state, Frame frame) {
        if (receiver instanceof Value.Choice) {
            return onEach(Lowering.options(receiver, state.path()), name, arguments, state, frame);
        }
        if (receiver instanceof Value.Database) {
            return machine.jdbc.onConnection(name, arguments, state);
        }
        if (receiver instanceof Value.Reference(var address)) {
            Value content = state.heap().getOrDefault(address, receiver);
            return switch (content) {
                case Value.Prepared prepared -> machine.jdbc.onStatement(address, prepared, name, arguments, state);
                case Value.Rows rows -> machine.jdbc.onRows(address, rows, name, arguments, state);
                default -> machine.library.onHeap(address, content, new Library.Call(name, arguments), state, frame);
            };
        }
        if (receiver instanceof Value.Closure closure) {
            return invoke(closure, arguments, state, frame);
        }
        return onObject(receiver, name, arguments, state, frame);
    }

    private Value onEach(List<Value.Option> options, String name, List<Value> arguments, State state, Frame frame) {
        Value.Option first = options.getFirst();
        if (options.size() == 1) {
            return on(first.value(), name, arguments, state, frame);
        }
        String result = "value of " + name;
        machine.record.branch(
                state,
                first.when(),
                then -> then.locals().put(result, on(first.value(), name, arguments, then, frame)),
                other -> other.locals()
                        .put(result, onEach(options.subList(1, options.size()), name, arguments, other, frame)));
        Value value = state.locals().remove(result);
        return value == null ? new Value.Nothing() : value;
    }

    private Value onObject(Value receiver, String name, List<Value> arguments, State state, Frame frame) {
        Optional<SourceType> type = switch (receiver) {
            case Value.Instance(var own, var fields) -> Optional.of(own);
            case Value.Argument(var path, var declared) -> machine.index.type(declared, frame.type());
            default -> Optional.empty();
        };
        Optional<SourceIndex.Found> found = type.flatMap(known -> machine.index.method(known, name, arguments.size()));
        if (found.isPresent()) {
            return inline(found.get(), receiver, arguments, state, frame);
        }
        if (type.isPresent() && type.get().method(name, arguments.size()).isPresent()) {
            List<SourceType> kinds = machine.index.subtypes(type.get());
            if (!kinds.isEmpty() && receiver instanceof Value.Argument(var path, var declared)) {
                return dispatch(path, kinds, new Library.Call(name, arguments), state, frame);
            }
        }
        boolean isComponent = type.isPresent()
                && arguments.isEmpty()
                && type.get().components().stream()
                        .anyMatch(component -> component.getNameAsString().equals(name));
        if (isComponent) {
            return machine.names.member(receiver, name, type.get().declaration());
        }
        return machine.library
                .onValue(receiver, name, arguments, state, frame)
                .orElseGet(() -> foreign(name, arguments.isEmpty() ? List.of(receiver) : join(receiver, arguments)));
    }

    private static List<Value> join(Value receiver, List<Value> arguments) {
        var all = new ArrayList<Value>();
        all.add(receiver);
        all.addAll(arguments);
        return all;
    }

    /** A call that each subtype answers in its way; a parameter says which one it is. */
    private Value dispatch(String path, List<SourceType> kinds, Library.Call call, State state, Frame frame) {
        var options = new ArrayList<Value.Option>();
        for (int i = 0; i < kinds.size(); i++) {
            options.add(new Value.Option(
                    Switches.kind(path, i, kinds.size()),
                    new Value.Argument(path, kinds.get(i).name())));
        }
        return onEach(options, call.name(), call.arguments(), state, frame);
    }

    /** Executes a method of the sources here. */
    private Value inline(SourceIndex.Found found, Value self, List<Value> arguments, State state, Frame frame) {
        MethodDeclaration method = found.method();
        if (frame.depth() >= Machine.DEPTH_MAX) {
            machine.record.loss(method.getNameAsString() + " is called too deep or by itself", "the call is left out");
            return machine.record.unknown(method.getNameAsString(), arguments);
        }
        Map<String, Value> locals = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            locals.put(method.getParameter(i).getNameAsString(), arguments.get(i));
        }
        var callee = new Frame(found.type(), self, frame.depth() + 1);
        return execute(method.getBody().orElseThrow(), callee, locals, state, self.equals(frame.self()));
    }

    /** Calls a lambda or a reference to a method. */
    Value invoke(Value.Closure closure, List<Value> arguments, State state, Frame frame) {
        Frame home = new Frame(
                closure.frame().type(),
                closure.frame().self(),
                Math.max(frame.depth(), closure.frame().depth()) + 1);
        if (closure.code() instanceof MethodReferenceExpr reference) {
            return reference(reference, closure, arguments, state, home);
        }
        LambdaExpr lambda = (LambdaExpr) closure.code();
        Map<String, Value> locals = new HashMap<>(closure.locals());
        for (int i = 0; i < Math.min(arguments.size(), lambda.getParameters().size()); i++) {
            locals.put(lambda.getParameter(i).getNameAsString(), arguments.get(i));
        }
        if (lambda.getBody() instanceof ExpressionStmt expression) {
            Map<String, Value> caller = Map.copyOf(state.locals());
            state.setLocals(locals);
            Value value = machine.expressions.evaluate(expression.getExpression(), state, home);
            state.setLocals(caller);
            return value;
        }
        return execute((BlockStmt) lambda.getBody(), home, locals, state, false);
    }

    private Value reference(
            MethodReferenceExpr reference, Value.Closure closure, List<Value> arguments, State state, Frame home) {
        Expression scope = reference.getScope();
        String name = reference.getIdentifier();
        if (scope.isThisExpr()) {
            return own(name, arguments, state, home);
        }
        Value receiver = closure.locals().get(scope.toString());
        if (receiver != null) {
            return on(receiver, name, arguments, state, home);
        }
        Optional<SourceType> type = machine.index.type(scope.toString(), home.type());
        Optional<SourceIndex.Found> found = type.flatMap(known -> machine.index.method(known, name, arguments.size()));
        if (found.isPresent()) {
            return inline(found.get(), new Value.Argument("", type.get().name()), arguments, state, home);
        }
        return arguments.isEmpty()
                ? foreign(reference.toString(), arguments)
                : on(arguments.getFirst(), name, arguments.subList(1, arguments.size()), state, home);
    }

    /** Runs a body with its own locals; the fields of the object are shared if it is the same one. */
    private Value execute(BlockStmt body, Frame callee, Map<String, Value> locals, State state, boolean isSame) {
        Map<String, Value> caller = new HashMap<>(state.locals());
        if (isSame) {
            caller.forEach((name, value) -> {
                if (name.startsWith("this.")) {
                    locals.put(name, value);
                }
            });
        }
        state.setLocals(locals);
        machine.statements.run(body, state, callee);
        for (State end : callee.returns().reversed()) {
            machine.record.merging().into(state, end);
        }
        Value result = state.locals().getOrDefault(Frame.RESULT, new Value.Nothing());
        if (isSame) {
            state.locals().forEach((name, value) -> {
                if (name.startsWith("this.")) {
                    caller.put(name, value);
                }
            });
        }
        state.setLocals(caller);
        return result;
    }

    /** A call of something that is not in the sources. */
    private Value foreign(String name, List<Value> arguments) {
        arguments.forEach(argument -> given(name, argument));
        return machine.record.unknown(name + "()", arguments);
    }

    /** Says what is lost where something that is not in the sources is given a value: it may run statements. */
    void given(String name, Value argument) {
        if (holdsConnection(argument)) {
            machine.record.loss(name + " is not in the sources and is given the connection", "taken for no statement");
        }
        if (argument instanceof Value.Closure closure && mayRunStatements(closure)) {
            machine.record.loss(name + " is not in the sources and is given statements to run", "they are left out");
        }
    }

    private static boolean holdsConnection(Value value) {
        return value instanceof Value.Database
                || (value instanceof Value.Instance(var type, var fields)
                        && fields.values().stream().anyMatch(Calls::holdsConnection));
    }

    /** In its own text, or in a method of the sources that it calls without naming an object. */
    private boolean mayRunStatements(Value.Closure closure) {
        return closure.code().toString().contains("execute")
                || (closure.code() instanceof MethodReferenceExpr reference && isOfSources(reference, closure))
                || closure.code().findAll(MethodCallExpr.class).stream()
                        .anyMatch(call -> call.getScope().isEmpty()
                                && machine.index
                                        .method(
                                                closure.frame().type(),
                                                call.getNameAsString(),
                                                call.getArguments().size())
                                        .isPresent());
    }

    private boolean isOfSources(MethodReferenceExpr reference, Value.Closure closure) {
        String scope = reference.getScope().toString();
        return reference.getScope().isThisExpr()
                || closure.locals().containsKey(scope)
                || machine.index.type(scope, closure.frame().type()).isPresent();
    }
}
