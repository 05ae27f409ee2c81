package moirai.sources.execution.calls;

import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.NameExpr;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Reports calls that leave the sources where they might run statements. Such calls are never followed. */
public record Outside(TxnRecord record, SourceIndex index) {

    private static final Pattern RUNS = Pattern.compile(
            "\\b(execute\\w*|addBatch|prepareStatement|prepareCall|createStatement|updateRow|insertRow|deleteRow)\\b");

    private static final Pattern COMMITS = Pattern.compile("\\bcommit\\b|\\bsetAutoCommit\\((?!false\\))");

    private static final Pattern SQL = Pattern.compile("(?is)\\s*(INSERT\\s+INTO|UPDATE\\s+\\S+\\s+SET|DELETE\\s+FROM"
            + "|MERGE\\s+INTO|SELECT\\s.*\\sFROM)\\b.*");

    private static final List<String> HARMLESS =
            List.of("java.", "org.slf4j.", "org.apache.logging.", "org.apache.commons.logging.");

    /** The names of methods that only JDBC has. */
    private static final Set<String> JDBC = Set.of(
            "prepareStatement", "prepareCall", "createStatement", "executeQuery", "executeUpdate", "executeBatch");

    /** The locks of the platform, which keep threads of one process apart. */
    private static final Set<String> LOCKS =
            Set.of("Lock ReentrantLock ReadWriteLock ReentrantReadWriteLock ReadLock WriteLock StampedLock Semaphore"
                    .split(" "));

    /** The methods that all objects, records and enums have without declaring them. */
    private static final Set<String> OF_ALL = Set.of(
            "toString hashCode equals getClass name ordinal compareTo getDeclaringClass values valueOf".split(" "));

    /** Returns the result of a call of something that is not in the sources. */
    public Value called(String name, List<Value> arguments, State state) {
        return called(name, arguments, state, () -> {});
    }

    /** Does the same, and runs a report on the call itself if none of its arguments was reported. */
    public Value called(String name, List<Value> arguments, State state, Runnable report) {
        long reported = arguments.stream()
                .filter(argument -> given(name, argument, state))
                .count();
        if (reported == 0) {
            report.run();
        }
        new Effects(record, index).called(name, arguments, state);
        return record.unknown(name + "()", arguments);
    }

    /**
     * Reports a loss if code outside of the sources is given a value to run statements with; returns whether it did.
     */
    public boolean given(String name, Value argument, State state) {
        if (isGivenAccess(name, argument, state)) {
            return true;
        }
        if (SQL.matcher(text(argument)).matches()) {
            record.loss(name + " is not in the sources and is given SQL", "taken for no statement");
            return true;
        }
        return false;
    }

    /** Returns the result of a call of a log, which changes nothing but what it is given to run. */
    Value logged(String name, List<Value> arguments, State state) {
        arguments.forEach(argument -> isGivenAccess(name, argument, state));
        return record.unknown(name + "()", arguments);
    }

    private boolean isGivenAccess(String name, Value argument, State state) {
        String what = name + " is not in the sources and is given ";
        Held held = held(argument, state);
        if (held == Held.CONNECTION) {
            record.loss(what + "the connection", "taken for no statement");
        } else if (held == Held.STATEMENT) {
            record.loss(what + "a statement or its rows", "taken for nothing that is done with them");
        } else if (argument instanceof Value.Closure closure && mayRunStatements(closure, state)) {
            record.loss(what + "statements to run", "they are left out");
        } else {
            return false;
        }
        return true;
    }

    /** Reports code of the sources that is given away and assigns what stands around it. */
    void changes(String name, Node code) {
        new Effects(record, index).report(name, code);
    }

    /** Notes what a method that is not followed does to a text in the heap. */
    void changed(String method, Value.Reference text, State state) {
        new Effects(record, index).changed(method, text, state);
    }

    private static String text(Value value) {
        return switch (value) {
            case Value.Literal(var text) -> text;
            case Value.Text(var pieces) -> pieces.stream().map(Outside::text).collect(Collectors.joining());
            default -> "?";
        };
    }

    private enum Held {
        CONNECTION,
        STATEMENT,
        NOTHING
    }

    private Held held(Value value, State state) {
        return held(value, state, new HashSet<>());
    }

    private Held held(Value value, State state, Set<Value> seen) {
        return switch (value) {
            case Value.Database database -> Held.CONNECTION;
            case Value.Prepared prepared -> Held.STATEMENT;
            case Value.Rows rows -> Held.STATEMENT;
            case Value.Instance(var type, var fields) -> held(fields.values().stream(), state, seen);
            case Value.Items(var elements, var isExact) -> held(elements.stream(), state, seen);
            case Value.Array array -> held(array.elements().values().stream(), state, seen);
            case Value.Choice(var options) -> held(options.stream().map(Value.Option::value), state, seen);
            case Value.Reference reference when seen.add(reference) -> held(state.content(reference), state, seen);
            default -> Held.NOTHING;
        };
    }

    private Held held(Stream<Value> values, State state, Set<Value> seen) {
        return values.map(value -> held(value, state, seen))
                .sorted()
                .findFirst()
                .orElse(Held.NOTHING);
    }

    private boolean mayRunStatements(Value.Closure closure, State state) {
        return mayRunStatements(closure.code())
                || closure.code().findAll(NameExpr.class).stream()
                        .map(name -> closure.locals().get(name.getNameAsString()))
                        .anyMatch(value -> value != null && held(value, state) != Held.NOTHING);
    }

    /** Decides whether code runs statements, itself or through a method of the sources whose name it calls. */
    public boolean mayRunStatements(Node code) {
        return RUNS.matcher(code.toString()).find()
                || SourceIndex.called(code).anyMatch(index.leadingTo(RUNS)::contains);
    }

    /** Decides whether code commits, itself or through a method of the sources whose name it calls. */
    public boolean mayCommit(Node code) {
        return COMMITS.matcher(code.toString()).find()
                || SourceIndex.called(code).anyMatch(index.leadingTo(COMMITS)::contains);
    }

    /** Reports a call on an object of unknown type, which may have a connection of its own. */
    public void onObject(Value receiver, String name, boolean isStatement, Frame frame) {
        String type = switch (receiver) {
            case Value.Argument(var path, var declared) -> declared;
            case Value.Unknown unknown
            when unknown.what().startsWith("new ") -> unknown.what().substring("new ".length());
            default -> "";
        };
        String raw = raw(type);
        if (isCode(raw)) {
            record.loss("what " + type + "." + name + " does is the caller's", "taken for no statement");
            return;
        }
        if (JDBC.contains(name)) {
            record.loss(name + " of what is not known to be of JDBC", "taken for no statement");
            return;
        }
        if (LOCKS.contains(raw.substring(raw.lastIndexOf('.') + 1)) && !isImportedElsewhere(raw, frame)) {
            takeForSeveralProcesses("a lock of java.util.concurrent");
            return;
        }
        if (raw.equals("Random") && name.startsWith("next") && !isImportedElsewhere(raw, frame)) {
            return;
        }
        // A short name is that of a variable of a type.
        if (raw.length() > 2 && isOutside(raw, frame) && (isStatement || !isGetter(name))) {
            record.loss(type + "." + name + " is not in the sources", "taken for no statement");
        }
    }

    /** Notes that what keeps threads apart is taken for nothing: the application may run more than once. */
    public void takeForSeveralProcesses(String what) {
        record.diagnostics()
                .assumed(
                        record.here(),
                        what + " keeps apart the threads of one process alone",
                        "the application runs in several");
    }

    /** Returns whether a file imports a type of this name that is not of the platform. */
    private static boolean isImportedElsewhere(String raw, Frame frame) {
        return imports(frame)
                .map(ImportDeclaration::getNameAsString)
                .anyMatch(name -> name.endsWith("." + raw) && !isHarmless(name));
    }

    /** Reports a call of a static method of a type that is not in the sources. */
    public void onType(String type, String name, Frame frame) {
        if (isOutside(raw(type), frame)) {
            record.loss(type + "." + name + " is not in the sources", "taken for no statement");
        }
    }

    /** Reports a call of a method that a type in the sources declares elsewhere or with other parameters. */
    public void missing(SourceType type, String name, int parameters, Frame frame) {
        if (OF_ALL.contains(name)) {
            return;
        }
        if (isDeclared(type, name)) {
            record.loss(
                    name + " is not in the sources with a body and " + parameters + " parameters",
                    "taken for no statement");
        } else if (inheritsOutside(type, frame)) {
            record.loss(name + " is inherited from outside the sources", "taken for no statement");
        }
    }

    /** Decides whether a name is imported. An import from a type outside of the platform is reported. */
    public boolean isImported(String name, Frame frame) {
        Optional<ImportDeclaration> imported = imports(frame)
                .filter(declared -> declared.isStatic() && !declared.isAsterisk())
                .filter(declared -> declared.getNameAsString().endsWith("." + name))
                .findFirst();
        imported.map(declared -> declared.getNameAsString().replaceFirst("\\.\\w+$", ""))
                .filter(from -> !isHarmless(from))
                .ifPresent(from -> record.loss(from + "." + name + " is not in the sources", "taken for no statement"));
        return imported.isPresent();
    }

    /** Returns whether a type of this name is imported. Its name may be all in capitals, as those of constants are. */
    public boolean isImportedType(String name, Frame frame) {
        return imports(frame)
                .anyMatch(declared ->
                        !declared.isStatic() && declared.getNameAsString().endsWith("." + name));
    }

    /** Returns the class in the sources that a class extends. One that extends another may have fields of its own. */
    Optional<SourceType> parent(SourceType type) {
        return index.supertypes(type).stream()
                .filter(parent -> !parent.isInterface())
                .findFirst();
    }

    private boolean isDeclared(SourceType type, String name) {
        return !type.declaration().getMethodsByName(name).isEmpty()
                || index.supertypes(type).stream().anyMatch(parent -> isDeclared(parent, name))
                || index.enclosing(type)
                        .filter(outer -> isDeclared(outer, name))
                        .isPresent();
    }

    private boolean inheritsOutside(SourceType type, Frame frame) {
        return index.supertypeNames(type).stream()
                        .anyMatch(name -> index.type(name, type).isEmpty() && isOutside(name, frame))
                || index.supertypes(type).stream().anyMatch(parent -> inheritsOutside(parent, frame))
                || index.enclosing(type)
                        .filter(outer -> inheritsOutside(outer, frame))
                        .isPresent();
    }

    /** Returns whether a value of this type is a piece of code that the caller gives. */
    private static boolean isCode(String raw) {
        return raw.equals("Runnable") || raw.equals("Callable") || isThere("java.util.function." + raw);
    }

    private static boolean isGetter(String name) {
        return name.matches("(get|is|has)[A-Z]\\w*");
    }

    private static String raw(String type) {
        return type.replaceAll("<.*|\\[.*|\\.\\.\\.", "");
    }

    private static Stream<ImportDeclaration> imports(Frame frame) {
        return frame.type().declaration().findCompilationUnit().stream().flatMap(file -> file.getImports().stream());
    }

    /** Returns whether a name is that of a type that is not in the sources and not known to run no statements. */
    private boolean isOutside(String raw, Frame frame) {
        if (raw.isEmpty() || raw.startsWith("java.") || raw.startsWith("javax.")) {
            return !raw.isEmpty() && !isHarmless(raw);
        }
        String first = raw.substring(0, Math.max(raw.indexOf('.'), 0));
        if (raw.contains(".") && !Character.isUpperCase(first.charAt(0))) {
            return !isHarmless(raw);
        }
        String outer = raw.contains(".") ? first : raw;
        if (!Character.isUpperCase(outer.charAt(0))) {
            return false; // A primitive type, or nothing that is known.
        }
        Optional<ImportDeclaration> imported = imports(frame)
                .filter(declared -> declared.getNameAsString().endsWith("." + outer))
                .findFirst();
        if (imported.isPresent()) {
            return !isHarmless(imported.get().getNameAsString());
        }
        return Stream.concat(
                        Stream.of("java.lang"),
                        imports(frame).filter(ImportDeclaration::isAsterisk).map(ImportDeclaration::getNameAsString))
                .noneMatch(name -> isHarmless(name + "." + outer) && isThere(name + "." + outer));
    }

    /**
     * Returns whether a type runs no statements. Of the extensions, those are harmless that the platform has; the
     * others are interfaces of libraries.
     */
    private static boolean isHarmless(String name) {
        return HARMLESS.stream().anyMatch(name::startsWith) || (name.startsWith("javax.") && isThere(name));
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    /**
     * Records a loss if the call could mean another method than this one: one of the same name with as many parameters
     * or, on an argument, one that a subtype declares again.
     */
    public void inlined(SourceType type, MethodDeclaration method, Value self) {
        String name = method.getNameAsString();
        int parameters = method.getParameters().size();
        long same = type.declaration().getMethodsByName(name).stream()
                .filter(other -> other.getParameters().size() == parameters)
                .count();
        if (same > 1) {
            record.loss(name + " is declared " + same + " times with so many parameters", "taken for the first");
        }
        if (self instanceof Value.Argument(var path, var declared)
                && index.type(declared, type)
                        .filter(known -> index.isOverridden(known, name, parameters))
                        .isPresent()) {
            record.loss(name + " is declared again by a subtype of " + declared, "taken for that of " + type);
        }
    }

    /** Records a loss if a call could mean another constructor than this one, with as many parameters. */
    public void chosen(SourceType type, Optional<ConstructorDeclaration> constructor) {
        long same = type.declaration().getConstructors().stream()
                .filter(other -> constructor
                        .filter(taken -> taken.getParameters().size()
                                == other.getParameters().size())
                        .isPresent())
                .count();
        if (same > 1) {
            record.loss(
                    "a constructor of " + type + " is declared " + same + " times with so many parameters",
                    "taken for the first");
        }
    }
}
