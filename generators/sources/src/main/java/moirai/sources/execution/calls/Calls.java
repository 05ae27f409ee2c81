package moirai.sources.execution.calls;

import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.directed.program.Origin;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.Logic;
import moirai.sources.execution.values.Lowering;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Executes calls of methods: methods in the sources in place, those of JDBC and of Java's library by their names. */
public final class Calls {

    /** The methods of a map that is taken for empty. */
    private static final Set<String> CACHED = Set.of("get", "put", "containsKey");

    private final TxnRecord record;
    private final SourceIndex index;
    private final Names names;
    private final Jdbc jdbc;
    private final Library library;
    private final Outside outside;
    private final Bodies bodies;
    private final Logging logging;
    private final StatementCaches caches;
    private final Interpreter interpreter;

    /** True if the result of the call is not used. */
    private boolean isStatement;

    /** Makes the calls from everything that a call may lead to. */
    public Calls(
            TxnRecord record,
            SourceIndex index,
            Names names,
            Jdbc jdbc,
            Library library,
            Outside outside,
            Bodies bodies,
            Interpreter interpreter) {
        this.record = record;
        this.index = index;
        this.names = names;
        this.jdbc = jdbc;
        this.library = library;
        this.outside = outside;
        this.bodies = bodies;
        this.logging = new Logging(outside, index);
        this.caches = new StatementCaches(index);
        this.interpreter = interpreter;
    }

    public Value call(MethodCallExpr call, State state, Frame frame, Origin origin) {
        String name = call.getNameAsString();
        Optional<Expression> scope = call.getScope();
        Optional<Value> ofClass = names.ofClass(call, frame, outside);
        if (ofClass.isPresent()) {
            return ofClass.get();
        }
        if (scope.isEmpty()) {
            List<Value> arguments = arguments(call, state, frame);
            record.moveTo(origin);
            return own(name, arguments, state, frame);
        }
        if (logging.isLogger(scope.get(), frame)) {
            return outside.logged(scope.get() + "." + name, arguments(call, state, frame), state);
        }
        if (scope.get().isSuperExpr()) {
            return above(name, arguments(call, state, frame), state, frame);
        }
        if (CACHED.contains(name) && caches.isCache(scope.get(), frame.type())) {
            arguments(call, state, frame);
            return name.equals("containsKey") ? new Value.Truth(Logic.NEVER) : new Value.Nothing();
        }
        Optional<SourceType> type = names.type(scope.get(), state, frame);
        if (type.isPresent()) {
            List<Value> arguments = arguments(call, state, frame);
            record.moveTo(origin);
            return index.method(type.get(), name, arguments.size())
                    .map(found ->
                            bodies.run(found, new Value.Argument("", index.name(type.get())), arguments, state, frame))
                    .orElseGet(() -> outside.called(
                            scope.get() + "." + name,
                            arguments,
                            state,
                            () -> outside.missing(type.get(), name, arguments.size(), frame)));
        }
        if (isTypeName(scope.get(), state, frame)) {
            List<Value> arguments = arguments(call, state, frame);
            record.moveTo(origin);
            return library.statically(scope.get().toString(), name, arguments, state)
                    .orElseGet(() -> outside.called(
                            scope.get() + "." + name,
                            arguments,
                            state,
                            () -> outside.onType(scope.get().toString(), name, frame)));
        }
        Value receiver = interpreter.evaluate(scope.get(), state, frame);
        List<Value> arguments = arguments(call, state, frame);
        record.moveTo(origin);
        isStatement =
                call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent();
        return on(receiver, name, arguments, state, frame);
    }

    private Value above(String name, List<Value> arguments, State state, Frame frame) {
        return index.supertypes(frame.type()).stream()
                .flatMap(parent -> index.method(parent, name, arguments.size()).stream())
                .findFirst()
                .map(found -> bodies.run(found, frame.self(), arguments, state, frame))
                .orElseGet(() -> outside.called(
                        "super." + name,
                        arguments,
                        state,
                        () -> outside.missing(frame.type(), name, arguments.size(), frame)));
    }

    private boolean isTypeName(Expression scope, State state, Frame frame) {
        String last = scope.toString().substring(scope.toString().lastIndexOf('.') + 1);
        boolean isName = scope.isNameExpr() || scope.isFieldAccessExpr();
        return isName
                && (last.matches("[A-Z]\\w*[a-z]\\w*") || outside.isImportedType(last, frame))
                && !(scope instanceof NameExpr name
                        && names.value(name.getNameAsString(), state, frame).isPresent());
    }

    private List<Value> arguments(MethodCallExpr call, State state, Frame frame) {
        return call.getArguments().stream()
                .map(argument -> interpreter.evaluate(argument, state, frame))
                .toList();
    }

    /**
     * Executes a call without a receiver: of a method of the type itself, of a record's component, or of an imported
     * method.
     */
    private Value own(String name, List<Value> arguments, State state, Frame frame) {
        Optional<SourceIndex.Found> found = index.method(frame.type(), name, arguments.size())
                .map(here -> here.method().isPrivate() || here.method().isStatic()
                        ? here
                        : index.method(ownType(state, frame), name, arguments.size())
                                .orElse(here))
                .or(() -> names.staticImports(name, frame.type()).stream()
                        .flatMap(type -> index.method(type, name, arguments.size()).stream())
                        .findFirst());
        if (found.isPresent()) {
            return bodies.run(found.get(), frame.self(), arguments, state, frame);
        }
        if (arguments.isEmpty() && frame.type().component(name).isPresent()) {
            return names.member(frame.self(), name, frame.type().declaration(), state);
        }
        return outside.isImported(name, frame)
                ? library.statically("", name, arguments, state).orElseGet(() -> outside.called(name, arguments, state))
                : on(frame.self(), name, arguments, state, frame);
    }

    /** Returns the method of the sources that closes a resource. */
    public Optional<MethodDeclaration> closing(Value resource, State state, Frame frame) {
        Optional<SourceType> type = switch (state.content(resource)) {
            case Value.Instance(var own, var fields) -> Optional.of(own);
            case Value.Argument(var path, var declared) -> index.type(declared, frame.type());
            default -> Optional.empty();
        };
        return type.flatMap(known -> index.method(known, "close", 0)).map(SourceIndex.Found::method);
    }

    /** Returns the type that the object itself has, whose methods override those of the type whose code runs. */
    private SourceType ownType(State state, Frame frame) {
        Optional<SourceType> own = switch (state.content(frame.self())) {
            case Value.Instance(var type, var fields) -> Optional.of(type);
            case Value.Argument(var path, var declared) -> index.type(declared, frame.type());
            default -> Optional.empty();
        };
        return own.filter(type -> index.isKind(type, frame.type())).orElse(frame.type());
    }

    /** Executes a call on a value; of a choice, on each case where its condition holds. */
    public Value on(Value receiver, String name, List<Value> arguments, State state, Frame frame) {
        if (receiver instanceof Value.Choice) {
            return onEach(Lowering.options(receiver, state.path()), name, arguments, state, frame);
        }
        if (receiver instanceof Value.Database connection) {
            return jdbc.onConnection(connection, name, arguments, state);
        }
        if (receiver instanceof Value.Reference(var address)) {
            Value content = state.content(receiver);
            return switch (content) {
                case Value.Instance object -> onObject(receiver, name, arguments, state, frame);
                case Value.Prepared prepared -> jdbc.onStatement(address, prepared, name, arguments, state);
                case Value.Rows rows -> jdbc.onRows(address, rows, name, arguments, state);
                case Value.Unknown unknown -> onObject(receiver, name, arguments, state, frame);
                default -> library.onHeap(address, content, new Library.Call(name, arguments), state, frame);
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
        return record.choose(
                        state,
                        first.when(),
                        then -> on(first.value(), name, arguments, then, frame),
                        other -> onEach(options.subList(1, options.size()), name, arguments, other, frame))
                .orElseGet(Value.Nothing::new);
    }

    private Value onObject(Value receiver, String name, List<Value> arguments, State state, Frame frame) {
        Optional<SourceType> type = switch (state.content(receiver)) {
            case Value.Instance(var own, var fields) -> Optional.of(own);
            case Value.Argument(var path, var declared) -> index.type(declared, frame.type());
            default -> Optional.empty();
        };
        Optional<SourceIndex.Found> found = type.flatMap(known -> index.method(known, name, arguments.size()));
        if (found.isPresent()) {
            if (hasBodiesOfConstants(found.get().type(), name)) {
                record.loss(
                        "constants of " + found.get().type().name() + " have bodies of their own for " + name,
                        "taken for that of the enum");
            }
            return bodies.run(found.get(), receiver, arguments, state, frame);
        }
        if (type.isPresent() && type.get().method(name, arguments.size()).isPresent()) {
            List<SourceType> kinds = index.subtypes(type.get());
            if (!kinds.isEmpty() && receiver instanceof Value.Argument argument) {
                return dispatch(argument, kinds, new Library.Call(name, arguments), state, frame);
            }
        }
        if (type.isPresent()
                && arguments.isEmpty()
                && type.get().component(name).isPresent()) {
            return names.member(receiver, name, type.get().declaration(), state);
        }
        if (type.isEmpty()) {
            outside.onObject(state.content(receiver), name, isStatement, frame);
        } else {
            outside.missing(type.get(), name, arguments.size(), frame);
        }
        return library.onValue(receiver, name, arguments, state, frame)
                .orElseGet(() -> outside.called(
                        name, arguments.isEmpty() ? List.of(receiver) : join(receiver, arguments), state));
    }

    private static boolean hasBodiesOfConstants(SourceType type, String method) {
        return type.declaration() instanceof EnumDeclaration constants
                && constants.getEntries().stream()
                        .flatMap(constant -> constant.getClassBody().stream())
                        .anyMatch(member -> member instanceof MethodDeclaration own
                                && own.getNameAsString().equals(method));
    }

    static List<Value> join(Value receiver, List<Value> arguments) {
        var all = new ArrayList<Value>();
        all.add(receiver);
        all.addAll(arguments);
        return all;
    }

    /**
     * Executes a call that each subtype answers in its own way. A parameter of the program says which subtype it is.
     */
    private Value dispatch(
            Value.Argument argument, List<SourceType> kinds, Library.Call call, State state, Frame frame) {
        var options = new ArrayList<Value.Option>();
        for (int i = 0; i < kinds.size(); i++) {
            options.add(new Value.Option(
                    argument.isOfKind(i, kinds.size()), new Value.Argument(argument.path(), index.name(kinds.get(i)))));
        }
        return onEach(options, call.name(), call.arguments(), state, frame);
    }

    /** Calls a lambda or a reference to a method. */
    public Value invoke(Value.Closure closure, List<Value> arguments, State state, Frame frame) {
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
            Value value = interpreter.evaluate(expression.getExpression(), state, home);
            state.setLocals(caller);
            return value;
        }
        return bodies.run((BlockStmt) lambda.getBody(), home, locals, state, false);
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
        Optional<SourceType> type = index.type(scope.toString(), home.type());
        Optional<SourceIndex.Found> found = type.flatMap(known -> index.method(known, name, arguments.size()));
        if (found.isPresent()) {
            return bodies.run(found.get(), new Value.Argument("", index.name(type.get())), arguments, state, home);
        }
        return arguments.isEmpty()
                ? outside.called(reference.toString(), arguments, state)
                : on(arguments.getFirst(), name, arguments.subList(1, arguments.size()), state, home);
    }

    /** Runs another constructor of the same object, or one of the type above. */
    public void construct(ExplicitConstructorInvocationStmt other, State state, Frame frame) {
        List<Value> arguments = other.getArguments().stream()
                .map(argument -> interpreter.evaluate(argument, state, frame))
                .toList();
        if (other.isThis()) {
            bodies.construct(frame.type(), frame.self(), arguments, state, frame);
        } else {
            bodies.above(frame.type(), frame.self(), arguments, state, frame);
        }
    }
}
