package moirai.sources.execution.calls;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.ReachedCode;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Looks up names: locals, fields and constants of the sources. */
public record Names(TxnRecord record, SourceIndex index, ReachedCode reached, Interpreter interpreter) {

    /** The annotations of fields that give them no value. */
    private static final Set<String> IDLE = Set.of(
            "Deprecated", "GuardedBy", "NonNull", "NotNull", "Nullable", "SuppressWarnings", "VisibleForTesting");

    /** Returns the type in the sources that an expression names; empty if it names a value. */
    public Optional<SourceType> type(Expression scope, State state, Frame frame) {
        boolean isValue = scope instanceof NameExpr name
                && value(name.getNameAsString(), state, frame).isPresent();
        boolean isName = scope.isNameExpr() || scope.isFieldAccessExpr();
        return isValue || !isName ? Optional.empty() : index.type(scope.toString(), frame.type());
    }

    /**
     * Returns the object of a class of the sources that a method of the own object looks up, as {@code
     * find(Sale.class)} does with {@code <T> T find(Class<T> type)}: some object of that class.
     */
    Optional<Value> ofClass(MethodCallExpr call, Frame frame, Outside outside) {
        boolean isOwn = call.getScope().isEmpty()
                || call.getScope().filter(Expression::isThisExpr).isPresent();
        if (!isOwn || call.getArguments().size() != 1 || !(call.getArgument(0) instanceof ClassExpr wanted)) {
            return Optional.empty();
        }
        boolean isLookup = index.methods(frame.type(), call.getNameAsString())
                .anyMatch(method -> isLookup(method) && !outside.mayRunStatements(method));
        return isLookup
                ? index.type(wanted.getTypeAsString(), frame.type())
                        .map(type -> new Value.Argument("", index.name(type)))
                : Optional.empty();
    }

    private static boolean isLookup(MethodDeclaration method) {
        String made = method.getTypeAsString();
        return method.getTypeParameters().stream()
                        .anyMatch(parameter -> parameter.getNameAsString().equals(made))
                && method.getParameters().size() == 1
                && method.getParameter(0).getTypeAsString().matches("Class<(\\? extends )?" + made + ">");
    }

    /** Returns the value of a simple name; empty for names of types and names that are not in the sources. */
    public Optional<Value> value(String name, State state, Frame frame) {
        Value local = state.locals().get(name);
        if (local == null) {
            local = state.locals().get("this." + name);
        }
        if (local != null) {
            return Optional.of(local);
        }
        if (isOwnField(frame.type(), name)) {
            return Optional.of(member(frame.self(), name, frame.type().declaration(), state));
        }
        return constant(name, frame);
    }

    /** Returns whether a type or one above it declares a field that each object has for itself. */
    public boolean isOwnField(SourceType type, String name) {
        boolean isField = type.field(name).filter(field -> !field.isStatic()).isPresent();
        return isField
                || type.component(name).isPresent()
                || index.supertypes(type).stream().anyMatch(parent -> isOwnField(parent, name));
    }

    /** Returns a field or component of a value. */
    public Value member(Value receiver, String name, Node place, State state) {
        return switch (state.content(receiver)) {
            case Value.Instance(var type, var fields) when fields.containsKey(name) -> fields.get(name);
            case Value.Instance(var type, var fields) ->
                initial(type, name).orElseGet(() -> record.unknown(type.name() + "." + name, List.of(receiver)));
            case Value.Items(var elements, var isExact)
            when isExact && name.equals("length") -> Value.Constant.of(elements.size());
            case Value.Array array when name.equals("length") -> array.length();
            case Value.Argument list
            when name.equals("length") && list.type().endsWith("[]") -> new Value.Numeric(list.size());
            case Value.Argument(var path, var typeName) -> {
                Optional<SourceType> type = index.all().stream()
                        .filter(candidate -> index.name(candidate).equals(raw(typeName)))
                        .findFirst();
                Optional<Value> initial = type.flatMap(found -> initial(found, name));
                yield initial.orElseGet(() -> Value.Argument.part(path, name, declared(type, name)));
            }
            default -> record.unknown(place instanceof Parameter ? name : "field " + name, List.of(receiver));
        };
    }

    private static String raw(String type) {
        int generic = type.indexOf('<');
        return generic < 0 ? type : type.substring(0, generic);
    }

    private String declared(Optional<SourceType> type, String name) {
        return type.flatMap(found -> found.component(name).map(Parameter::getTypeAsString))
                .or(() -> type.flatMap(found -> found.variable(name)).map(VariableDeclarator::getTypeAsString))
                .flatMap(declared -> type.map(found -> index.name(declared, found)))
                .orElse("");
    }

    /**
     * Returns the value that a field has in each transaction: what it is declared with, or what a block gives to it, if
     * nothing assigns it later. A collection is not the one that it is declared with, since others may have filled it.
     */
    private Optional<Value> initial(SourceType type, String name) {
        Optional<VariableDeclarator> variable = type.variable(name);
        if (variable.isEmpty()) {
            return index.supertypes(type).stream()
                    .flatMap(parent -> initial(parent, name).stream())
                    .findFirst();
        }
        boolean isFinal = type.field(name).filter(field -> field.isFinal()).isPresent() || type.isInterface();
        if (!isFinal && (index.isAssigned(type, name) || isInjected(type, name))) {
            return Optional.empty();
        }
        boolean isKnown = record.initials().containsKey(variable.get());
        if (!isKnown) {
            var origin = record.here();
            record.initials().put(variable.get(), Optional.empty()); // While it is found, for those that need it.
            record.initials().put(variable.get(), declared(type, variable.get()));
            record.moveTo(origin);
        }
        Optional<Value> value = record.initials().getOrDefault(variable.get(), Optional.empty());
        boolean isSeen = type.field(name).filter(field -> field.isPrivate()).isEmpty();
        if (!isKnown && !isFinal && isSeen && value.isPresent()) {
            record.diagnostics()
                    .assumed(
                            type.origin(type.declaration()),
                            "fields of " + type.name() + " that are not final are assigned nowhere in the sources",
                            "taken for what they are declared with");
        }
        return value;
    }

    /** Returns whether a field has an annotation by which something else may give it a value. */
    private static boolean isInjected(SourceType type, String field) {
        return type.field(field).stream()
                .flatMap(declared -> declared.getAnnotations().stream())
                .anyMatch(annotation -> !IDLE.contains(annotation.getName().getIdentifier()));
    }

    private Optional<Value> declared(SourceType type, VariableDeclarator variable) {
        var state = new State(record.initialHeap());
        var frame = new Frame(type, new Value.Argument("", index.name(type)), 0);
        Optional<Value> value;
        if (variable.getInitializer().isPresent()) {
            Expression start = variable.getInitializer().get();
            if (start instanceof ObjectCreationExpr made
                    && index.type(made.getType().getNameAsString(), type).isEmpty()
                    && Library.isCollection(made.getType().getNameAsString())) {
                return Optional.empty();
            }
            value = Optional.of(interpreter.evaluate(start, state, frame));
        } else {
            String name = "this." + variable.getNameAsString();
            type.declaration().getMembers().stream()
                    .filter(InitializerDeclaration.class::isInstance)
                    .map(member -> ((InitializerDeclaration) member).getBody())
                    .filter(body -> SourceIndex.assigned(body).contains(variable.getNameAsString()))
                    .forEach(body -> interpreter.run(body, state, frame));
            value = Optional.ofNullable(state.locals().get(name));
        }
        boolean isFilled = value.filter(Value.Reference.class::isInstance).isPresent()
                && value.filter(found -> state.content(found) instanceof Value.Instance)
                        .isEmpty()
                && isFilled(variable.getNameAsString(), variable.getTypeAsString());
        state.heap().replaceAll((address, content) -> lasting(content));
        record.initialHeap().putAll(state.heap());
        return isFilled ? Optional.empty() : value;
    }

    /** Returns whether the content of an array or a collection in a field may be another one than at first. */
    private boolean isFilled(String field, String type) {
        return reached.fills(field, type) || reached.fillsAnywhere(field, Effects::isPure);
    }

    /** Returns an object that was made before the transaction, without what others may have assigned since. */
    private Value lasting(Value content) {
        if (!(content instanceof Value.Instance(var type, var fields))) {
            return content;
        }
        Map<String, Value> lasting = new LinkedHashMap<>(fields);
        lasting.replaceAll((field, value) -> {
            boolean isOpen = reached.changes(type, field)
                    || isInjected(type, field)
                    || (value instanceof Value.Reference && isFilled(field, declared(Optional.of(type), field)));
            if (!isOpen && index.isAssigned(type, field) && !index.isMadeOnly(type, field)) {
                record.diagnostics()
                        .assumed(
                                type.origin(type.declaration()),
                                field + " of " + type.name() + " is assigned by code that no transaction calls",
                                "taken for what the object was made with");
            }
            return isOpen ? Value.Argument.part(type.name(), field, declared(Optional.of(type), field)) : value;
        });
        return new Value.Instance(type, lasting);
    }

    /**
     * Returns the constant of this name in the type, around it, above it, or imported; constants of enums are texts.
     */
    public Optional<Value> constant(String name, Frame frame) {
        return constant(name, frame.type()).or(() -> imported(name, frame));
    }

    /** Returns the constant of this name that a type has or inherits. */
    public Optional<Value> constant(String name, SourceType type) {
        if (type.declaration() instanceof EnumDeclaration declared
                && declared.getEntries().stream()
                        .anyMatch(entry -> entry.getNameAsString().equals(name))) {
            return Optional.of(new Value.Literal(name));
        }
        boolean isStatic = type.field(name).filter(field -> field.isStatic()).isPresent() || type.isInterface();
        Optional<Value> own = isStatic ? initial(type, name) : Optional.empty();
        if (own.isEmpty() && isStatic && type.field(name).isPresent()) {
            own = Optional.of(Value.Argument.part("", name, declared(Optional.of(type), name)));
        }
        return own.or(() -> index.supertypes(type).stream()
                        .flatMap(parent -> constant(name, parent).stream())
                        .findFirst())
                .or(() -> index.enclosing(type).flatMap(outer -> constant(name, outer)));
    }

    private Optional<Value> imported(String name, Frame frame) {
        return staticImports(name, frame.type()).stream()
                .flatMap(type -> constant(name, type).stream())
                .findFirst();
    }

    /** Returns the types in the sources from which a name may be imported statically. */
    public List<SourceType> staticImports(String name, SourceType type) {
        Optional<CompilationUnit> unit = type.declaration().findCompilationUnit();
        return unit.stream()
                .flatMap(file -> file.getImports().stream())
                .filter(imported -> imported.isStatic())
                .flatMap(imported -> {
                    String path = imported.getNameAsString();
                    boolean isNamed = path.endsWith("." + name);
                    String from = imported.isAsterisk() ? path : path.substring(0, path.lastIndexOf('.'));
                    return imported.isAsterisk() || isNamed
                            ? index.type(from, type).stream()
                            : Stream.<SourceType>empty();
                })
                .toList();
    }
}
