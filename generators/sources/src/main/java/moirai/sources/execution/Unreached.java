package moirai.sources.execution;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.EmptyStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.LocalClassDeclarationStmt;
import com.github.javaparser.ast.stmt.LocalRecordDeclarationStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.program.Origin;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.execution.calls.Outside;
import moirai.sources.execution.values.TxnRecord;

/**
 * Reports code of a transaction that no path reached, although one reached the code around it. Values are natural
 * numbers, objects are known in part, and loops are cut: what seems never to run may run in the application. Code that
 * only throws, returns or logs is no loss: without it, more is looked at. Nor is code from which constants of Java keep
 * each path, as a flag does that the caller gives.
 */
final class Unreached {

    /** Methods that change nothing that a transaction could use. */
    private static final Set<String> IDLE = Set.of(
            "rollback",
            "close",
            "print",
            "println",
            "printf",
            "trace",
            "debug",
            "info",
            "warn",
            "warning",
            "error",
            "printStackTrace");

    private final Map<Node, Origin> passed;
    private final Map<Node, Boolean> missed;
    private final Diagnostics diagnostics;
    private final Outside outside;

    Unreached(TxnRecord record, Diagnostics diagnostics, Outside outside) {
        this.passed = record.passed();
        this.missed = record.missed();
        this.diagnostics = diagnostics;
        this.outside = outside;
    }

    /** Reports the outermost statements that were not reached, and calls that would run SQL. O(code). */
    void report() {
        passed.forEach((node, origin) -> {
            for (Node inner : inside(node)) {
                if (!passed.containsKey(inner) && !missed.getOrDefault(inner, false) && isLost(inner)) {
                    int line = inner.getBegin().map(begin -> begin.line).orElse(origin.line());
                    diagnostics.loss(
                            new Origin(origin.file(), line),
                            "no path that is looked at leads here",
                            "taken for what never runs");
                }
            }
        });
    }

    private boolean isLost(Node code) {
        return code instanceof Statement statement ? !isLeaving(statement) : outside.mayRunStatements(code);
    }

    /**
     * Returns the nearest statements and calls inside, without what others run or report: lambdas, local types,
     * handlers and finally.
     */
    private static List<Node> inside(Node node) {
        var found = new ArrayList<Node>();
        for (Node child : node.getChildNodes()) {
            boolean isOther = child instanceof LambdaExpr
                    || child instanceof TypeDeclaration<?>
                    || child instanceof LocalClassDeclarationStmt
                    || child instanceof LocalRecordDeclarationStmt
                    || child instanceof CatchClause
                    || (node instanceof TryStmt block
                            && block.getFinallyBlock()
                                    .filter(last -> last.equals(child))
                                    .isPresent());
            if (child instanceof Statement || child instanceof MethodCallExpr) {
                found.addAll(isOther ? List.of() : List.of(child));
            } else if (!isOther) {
                found.addAll(inside(child));
            }
        }
        return found;
    }

    private static boolean isLeaving(Statement statement) {
        return switch (statement) {
            case BlockStmt block -> block.getStatements().stream().allMatch(Unreached::isLeaving);
            case ThrowStmt thrown -> true;
            case ReturnStmt end -> true;
            case BreakStmt end -> true;
            case ContinueStmt next -> true;
            case EmptyStmt empty -> true;
            case ExpressionStmt only -> isIdle(only.getExpression());
            default -> false;
        };
    }

    private static boolean isIdle(Expression expression) {
        return expression instanceof MethodCallExpr call && IDLE.contains(call.getNameAsString());
    }
}
