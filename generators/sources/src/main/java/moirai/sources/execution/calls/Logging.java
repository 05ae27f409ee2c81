package moirai.sources.execution.calls;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.sources.execution.values.Frame;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** Recognises loggers, which run no statements, and code that runs only for them. */
public record Logging(Outside outside, SourceIndex index) {

    private static final Pattern LOGGER = Pattern.compile("(\\w+\\.)*(System\\.)?(Logger|Log)");

    private static final Pattern QUESTION = Pattern.compile("is\\w*(Enabled|Loggable)");

    /** Returns whether an expression names a field that is a logger. */
    boolean isLogger(Expression scope, Frame frame) {
        return scope instanceof NameExpr name && isLogger(name.getNameAsString(), frame.type());
    }

    private boolean isLogger(String field, SourceType type) {
        Optional<VariableDeclarator> declared = type.variable(field);
        return declared.isPresent()
                ? LOGGER.matcher(declared.get().getTypeAsString()).matches()
                        && index.type(declared.get().getTypeAsString(), type).isEmpty()
                : index.supertypes(type).stream().anyMatch(parent -> isLogger(field, parent))
                        || index.enclosing(type)
                                .filter(outer -> isLogger(field, outer))
                                .isPresent();
    }

    /**
     * Returns whether a statement asks a logger whether it is on, and does nothing but make its text if so: it leaves
     * nothing to what follows.
     */
    public boolean isOnlyLogging(IfStmt choice, Frame frame) {
        boolean isQuestion = choice.getCondition() instanceof MethodCallExpr call
                && QUESTION.matcher(call.getNameAsString()).matches()
                && call.getScope().filter(scope -> isLogger(scope, frame)).isPresent();
        Statement then = choice.getThenStmt();
        return isQuestion && choice.getElseStmt().isEmpty() && !leaves(then) && !outside.mayRunStatements(then);
    }

    private static boolean leaves(Statement code) {
        Set<String> own = code.findAll(VariableDeclarator.class).stream()
                .map(NodeWithSimpleName::getNameAsString)
                .collect(Collectors.toSet());
        return code.findFirst(Node.class, Logging::isJump).isPresent()
                || !own.containsAll(SourceIndex.assigned(code))
                || code.findAll(AssignExpr.class).stream()
                        .anyMatch(assigned -> !assigned.getTarget().isNameExpr())
                || code.findAll(MethodCallExpr.class).stream()
                        .filter(call -> Library.isChanging(call.getNameAsString()))
                        .anyMatch(call -> call.getScope()
                                .filter(scope -> !own.contains(scope.toString()))
                                .isPresent());
    }

    private static boolean isJump(Node node) {
        return node instanceof Statement statement
                && (statement.isReturnStmt()
                        || statement.isThrowStmt()
                        || statement.isBreakStmt()
                        || statement.isContinueStmt());
    }
}
