package moirai.sources.execution;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.sources.index.SourceType;

/** What leaves the sources, and might run statements there: it is reported where it may, never followed. */
final class Outside {

    private static final Pattern RUNS = Pattern.compile(
            "\\b(execute\\w*|addBatch|prepareStatement|prepareCall|createStatement|updateRow|insertRow|deleteRow)\\b");

    private static final List<String> HARMLESS = List.of("java.", "javax.", "org.slf4j.", "org.apache.logging.");

    private final Machine machine;

    Outside(Machine machine) {
        this.machine = machine;
    }

    /** A call of something that is not in the sources. */
    Value called(String name, List<Value> arguments, State state) {
        arguments.forEach(argument -> given(name, argument, state));
        return machine.record.unknown(name + "()", arguments);
    }

    /** Says what is lost where something that is not in the sources is given a value: it may run statements. */
    void given(String name, Value argument, State state) {
        switch (held(argument, state)) {
            case CONNECTION ->
                machine.record.loss(
                        name + " is not in the sources and is given the connection", "taken for no statement");
            case STATEMENT ->
                machine.record.loss(
                        name + " is not in the sources and is given a statement or its rows",
                        "taken for nothing that is done with them");
            case NOTHING -> {}
        }
        if (argument instanceof Value.Closure closure && mayRunStatements(closure, state)) {
            machine.record.loss(name + " is not in the sources and is given statements to run", "they are left out");
        }
    }

    private enum Held {
        CONNECTION,
        STATEMENT,
        NOTHING
    }

    private Held held(Value value, State state) {
        return switch (value) {
            case Value.Database database -> Held.CONNECTION;
            case Value.Prepared prepared -> Held.STATEMENT;
            case Value.Rows rows -> Held.STATEMENT;
            case Value.Instance(var type, var fields) -> held(fields.values().stream(), state);
            case Value.Items(var elements, var isExact) -> held(elements.stream(), state);
            case Value.Choice(var options) -> held(options.stream().map(Value.Option::value), state);
            case Value.Reference(var address) -> held(state.heap().getOrDefault(address, new Value.Nothing()), state);
            default -> Held.NOTHING;
        };
    }

    private Held held(Stream<Value> values, State state) {
        return values.map(value -> held(value, state)).sorted().findFirst().orElse(Held.NOTHING);
    }

    private boolean mayRunStatements(Value.Closure closure, State state) {
        return mayRunStatements(closure.code())
                || closure.code().findAll(NameExpr.class).stream()
                        .map(name -> closure.locals().get(name.getNameAsString()))
                        .anyMatch(value -> value != null && held(value, state) != Held.NOTHING);
    }

    /** Whether code runs statements, itself or by a method of the sources with a name that it calls. */
    boolean mayRunStatements(Node code) {
        return mayRunStatements(code, new HashSet<>());
    }

    private boolean mayRunStatements(Node code, Set<String> seen) {
        if (RUNS.matcher(code.toString()).find()) {
            return true;
        }
        Stream<String> calls = code.findAll(MethodCallExpr.class).stream().map(MethodCallExpr::getNameAsString);
        Stream<String> references =
                code.findAll(MethodReferenceExpr.class).stream().map(MethodReferenceExpr::getIdentifier);
        return Stream.concat(calls, references)
                .filter(seen::add)
                .flatMap(name -> machine.index.all().stream()
                        .flatMap(type -> type.declaration().getMethodsByName(name).stream()))
                .flatMap(method -> method.getBody().stream())
                .anyMatch(body -> mayRunStatements(body, seen));
    }

    /** Reports a call on an object whose type nobody has shown: it may have a connection of its own. */
    void onObject(Value receiver, String name, boolean isStatement, Frame frame) {
        if (receiver instanceof Value.Argument(var path, var type)
                && isUnknown(type, frame)
                && (isStatement || !name.matches("(get|is|has)[A-Z]\\w*"))) {
            machine.record.loss(type + "." + name + " is not in the sources", "taken for no statement");
        }
    }

    private boolean isUnknown(String type, Frame frame) {
        String raw = type.replaceAll("<.*|\\[.*|\\.\\.\\.", "");
        if (raw.length() <= 2 || !Character.isUpperCase(raw.charAt(raw.lastIndexOf('.') + 1))) {
            return false; // A primitive type, a variable of a type, or nothing that is known.
        }
        if (raw.contains(".")) {
            return HARMLESS.stream().noneMatch(raw::startsWith);
        }
        Optional<CompilationUnit> unit = frame.type().declaration().findCompilationUnit();
        List<ImportDeclaration> imports =
                unit.map(file -> List.copyOf(file.getImports())).orElse(List.of());
        for (ImportDeclaration imported : imports) {
            if (imported.getNameAsString().endsWith("." + raw)) {
                return HARMLESS.stream().noneMatch(imported.getNameAsString()::startsWith);
            }
        }
        return Stream.concat(
                        Stream.of("java.lang"),
                        imports.stream().filter(ImportDeclaration::isAsterisk).map(ImportDeclaration::getNameAsString))
                .filter(name -> HARMLESS.stream().anyMatch((name + ".")::startsWith))
                .noneMatch(name -> isThere(name + "." + raw));
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    /** Reports that another method may be the one that is called. */
    void inlined(SourceType type, MethodDeclaration method, Value self) {
        String name = method.getNameAsString();
        int parameters = method.getParameters().size();
        long same = type.declaration().getMethodsByName(name).stream()
                .filter(other -> other.getParameters().size() == parameters)
                .count();
        if (same > 1) {
            machine.record.loss(
                    name + " is declared " + same + " times with so many parameters", "taken for the first");
        }
        if (self instanceof Value.Argument(var path, var declared)
                && machine.index.type(declared, type).stream()
                        .flatMap(known -> machine.index.subtypes(known).stream())
                        .anyMatch(sub -> sub.method(name, parameters).isPresent())) {
            machine.record.loss(name + " is declared again by a subtype of " + declared, "taken for that of " + type);
        }
    }
}
