package moirai.sources.execution.calls;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Looks up names: locals, fields and constants of the sources. */
public record Names(TxnRecord record, SourceIndex index, Interpreter interpreter) {

    /** Returns the type in the sources that an expression names; empty if it names a value. */
    public Optional<SourceType> type(Expression scope, State state, Frame frame) {
        boolean isValue = scope instanceof NameExpr name
                && value(name.getNameAsString(), state, frame).isPresent();
        boolean isName = scope.isNameExpr() || scope.isFieldAccessExpr();
        return isValue || !isName ? Optional.empty() : index.type(scope.toString(), frame.type());
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
            return Optional.of(member(frame.self(), name, frame.type().declaration()));
        }
        return constant(name, frame);
    }

    private boolean isOwnField(SourceType type, String name) {
        boolean isField = type.field(name).filter(field -> !field.isStatic()).isPresent();
        return isField || type.component(name).isPresent();
    }

    /** Returns a field or component of a value. */
    public Value member(Value receiver, String name, Node place) {
        return switch (receiver) {
            case Value.Instance(var type, var fields) when fields.containsKey(name) -> fields.get(name);
            case Value.Instance(var type, var fields) ->
                initial(type, name).orElseGet(() -> record.unknown(type.name() + "." + name, List.of(receiver)));
            case Value.Argument(var path, var typeName) -> {
                Optional<SourceType> type = index.all().stream()
                        .filter(candidate -> candidate.name().equals(raw(typeName)))
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

    private static String declared(Optional<SourceType> type, String name) {
        return type.flatMap(found -> found.component(name).map(Parameter::getTypeAsString))
                .or(() -> type.flatMap(found -> found.variable(name)).map(VariableDeclarator::getTypeAsString))
                .orElse("");
    }

    /** Returns the value that a field is declared with. */
    private Optional<Value> initial(SourceType type, String name) {
        boolean isFixed = type.field(name).filter(field -> field.isFinal()).isPresent() || type.isInterface();
        return type.variable(name)
                .filter(variable -> isFixed)
                .flatMap(VariableDeclarator::getInitializer)
                .map(start -> interpreter.evaluate(
                        start, new State(), new Frame(type, new Value.Argument("", type.name()), 0)));
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
