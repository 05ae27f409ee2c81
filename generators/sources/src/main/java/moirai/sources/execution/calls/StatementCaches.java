package moirai.sources.execution.calls;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ForEachStmt;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/**
 * Recognises private maps that keep each prepared statement by its text, so that none is prepared twice:
 *
 * <pre>
 * PreparedStatement statement = statements.get(sql);
 * if (statement == null) {
 *     statement = connection.prepareStatement(sql);
 *     statements.put(sql, statement);
 * }
 * </pre>
 *
 * <p>A statement from there does what a new one does, so that such a map is taken for empty. That holds if only
 * statements of one connection go into it, each by its own text, and nothing is left in a statement but values that are
 * bound again: no batch and no limit of rows.
 */
final class StatementCaches {

    private static final Pattern TYPE = Pattern.compile("\\w*Map<String, ?PreparedStatement>");

    /** What stays in a statement beside its bound values. */
    private static final Set<String> STAYING =
            Set.of("addBatch", "setMaxRows", "setLargeMaxRows", "setMaxFieldSize", "setEscapeProcessing");

    private static final Set<String> ASKING = Set.of("get", "containsKey", "isEmpty", "size", "clear");

    private final SourceIndex index;
    private final IdentityHashMap<FieldDeclaration, Boolean> known = new IdentityHashMap<>();

    StatementCaches(SourceIndex index) {
        this.index = index;
    }

    /** Returns whether a value is such a map: a field of this type's own, by its name. */
    boolean isCache(Expression map, SourceType type) {
        Optional<String> name = ownName(map);
        Optional<FieldDeclaration> field = name.flatMap(type::field);
        return field.isPresent()
                && known.computeIfAbsent(field.get(), declared -> keepsStatements(declared, name.get(), type));
    }

    private boolean keepsStatements(FieldDeclaration field, String name, SourceType type) {
        Node file = type.declaration().findCompilationUnit().orElseThrow();
        boolean isOwn = field.isPrivate() && field.isFinal() && !field.isStatic();
        return isOwn
                && TYPE.matcher(field.getCommonType().asString()).matches()
                && type.variable(name).flatMap(VariableDeclarator::getInitializer).stream()
                        .allMatch(start -> start instanceof ObjectCreationExpr made
                                && made.getArguments().isEmpty()
                                && made.getAnonymousClassBody().isEmpty())
                && locals(file).filter(name::equals).count() == 1
                && uses(file, name).allMatch(use -> isKeeping(use, name, type))
                && index.all().stream()
                        .flatMap(other -> SourceIndex.called(other.declaration()))
                        .noneMatch(STAYING::contains);
    }

    private static Stream<Expression> uses(Node file, String name) {
        return Stream.concat(
                file.findAll(NameExpr.class).stream()
                        .filter(use -> use.getNameAsString().equals(name)),
                file.findAll(FieldAccessExpr.class).stream()
                        .filter(use -> use.getNameAsString().equals(name)));
    }

    /** Decides whether a use of the map leaves it with statements by their own texts alone. */
    private static boolean isKeeping(Expression use, String name, SourceType type) {
        if (!(use.getParentNode().orElse(null) instanceof MethodCallExpr call)
                || call.getArguments().contains(use)
                || call.getScope().filter(use::equals).isEmpty()) {
            return false;
        }
        return switch (call.getNameAsString()) {
            case "put" ->
                call.getArgument(0) instanceof NameExpr key
                        && call.getArgument(1) instanceof NameExpr statement
                        && around(call)
                                .filter(code -> isPrepared(statement, key, code, name, type))
                                .isPresent();
            case "values" ->
                call.getParentNode().orElse(null) instanceof ForEachStmt loop
                        && SourceIndex.called(loop.getBody()).allMatch("close"::equals);
            default -> ASKING.contains(call.getNameAsString());
        };
    }

    private static Optional<CallableDeclaration<?>> around(Node node) {
        return node.getParentNode()
                .flatMap(outer -> outer instanceof CallableDeclaration<?> code ? Optional.of(code) : around(outer));
    }

    /** Decides whether a local is never anything but the statement of this text. */
    private static boolean isPrepared(
            NameExpr statement, NameExpr key, CallableDeclaration<?> code, String map, SourceType type) {
        Stream<Expression> declared = code.findAll(VariableDeclarator.class).stream()
                .filter(local -> local.getNameAsString().equals(statement.getNameAsString()))
                .flatMap(local -> local.getInitializer().stream());
        Stream<Expression> assigned = code.findAll(AssignExpr.class).stream()
                .filter(assignment -> assignment.getTarget().equals(statement))
                .map(AssignExpr::getValue);
        boolean isLocal = locals(code).anyMatch(statement.getNameAsString()::equals);
        boolean isFixed = locals(code).filter(key.getNameAsString()::equals).count() == 1
                && !SourceIndex.assigned(code).contains(key.getNameAsString());
        return isLocal
                && isFixed
                && code.getParameters().stream()
                        .noneMatch(given -> given.getName().equals(statement.getName()))
                && Stream.concat(declared, assigned)
                        .allMatch(value -> value.isNullLiteralExpr()
                                || (value instanceof MethodCallExpr made
                                        && made.getArguments().size() == 1
                                        && made.getArgument(0).equals(key)
                                        && (isPreparing(made, code, type) || isAsking(made, map))));
    }

    private static boolean isAsking(MethodCallExpr call, String map) {
        return call.getNameAsString().equals("get")
                && call.getScope()
                        .flatMap(StatementCaches::ownName)
                        .filter(map::equals)
                        .isPresent();
    }

    /** Decides whether a call prepares a statement on the connection that the object has for ever. */
    private static boolean isPreparing(MethodCallExpr call, CallableDeclaration<?> code, SourceType type) {
        Optional<String> connection = call.getScope().flatMap(StatementCaches::ownName);
        return call.getNameAsString().equals("prepareStatement")
                && connection
                        .flatMap(type::field)
                        .filter(field -> field.isFinal() && !field.isStatic())
                        .isPresent()
                && locals(code).noneMatch(connection.get()::equals);
    }

    private static Stream<String> locals(Node code) {
        return Stream.concat(
                code.findAll(VariableDeclarator.class).stream().map(VariableDeclarator::getNameAsString),
                code.findAll(Parameter.class).stream().map(Parameter::getNameAsString));
    }

    private static Optional<String> ownName(Expression expression) {
        return switch (expression) {
            case NameExpr name -> Optional.of(name.getNameAsString());
            case FieldAccessExpr access when access.getScope().isThisExpr() -> Optional.of(access.getNameAsString());
            default -> Optional.empty();
        };
    }
}
