package moirai.sources.execution;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.stmt.AssertStmt;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import com.github.javaparser.ast.stmt.YieldStmt;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import moirai.directed.program.Condition;
import moirai.sources.execution.calls.Outside;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Executes statements of Java. After a return or a throw, the path has the opposite of its condition. */
record Statements(TxnRecord record, Outside outside, Expressions expressions, Loops loops, Switches switches) {

    private static final String ROLLBACK = "the transaction is given up after it has written";
    private static final String WRITES_STAY = "what it wrote is taken for written";

    void run(Statement statement, State state, Frame frame) {
        if (!state.isReached()) {
            return;
        }
        record.moveTo(frame.type().origin(statement));
        record.pass(statement);
        switch (statement) {
            case BlockStmt block -> block.getStatements().forEach(inner -> run(inner, state, frame));
            case ExpressionStmt expression -> expressions.evaluate(expression.getExpression(), state, frame);
            case IfStmt choice -> choose(choice, state, frame);
            case WhileStmt loop -> loops.run(loop, state, frame);
            case DoStmt loop -> loops.run(loop, state, frame);
            case ForStmt loop -> loops.run(loop, state, frame);
            case ForEachStmt loop -> loops.run(loop, state, frame);
            case ReturnStmt end -> end(end.getExpression(), state, frame);
            case ThrowStmt thrown -> fail(thrown, state, frame);
            case TryStmt block -> attempt(block, state, frame);
            case SwitchStmt choice -> switches.run(choice, state, frame);
            case YieldStmt end -> {
                Value value = expressions.evaluate(end.getExpression(), state, frame);
                state.locals().put(Frame.RESULT, value);
                leave(state, frame.jumps().element().breaks());
            }
            case BreakStmt end ->
                leave(
                        state,
                        jumps(end.getLabel(), frame.jumps().element(), frame).breaks());
            case ContinueStmt next ->
                leave(state, jumps(next.getLabel(), frame.loop(), frame).continues());
            case SynchronizedStmt block -> run(block.getBody(), state, frame);
            case LabeledStmt labelled -> {
                frame.label(labelled.getLabel().asString());
                run(labelled.getStatement(), state, frame);
                frame.label("");
            }
            case ExplicitConstructorInvocationStmt other ->
                record.loss("another constructor is called", "the call is left out");
            case AssertStmt claim
            when outside.mayRunStatements(claim) ->
                record.loss("an assertion that may run statements", "taken for one that is not looked at");
            default -> {} // Empty statements, other assertions and declarations of local types do nothing.
        }
    }

    /** Returns the loop or switch to which a jump leads: the one with the label, or without a label the nearest. */
    private Frame.Jumps jumps(Optional<SimpleName> label, Frame.Jumps nearest, Frame frame) {
        if (label.isEmpty()) {
            return nearest;
        }
        String name = label.get().asString();
        return frame.labelled(name).orElseGet(() -> {
            record.loss("a jump to " + name, "taken for one to the nearest loop or switch");
            return nearest;
        });
    }

    private static void leave(State state, List<State> to) {
        to.add(state.copy());
        state.end();
    }

    private void choose(IfStmt choice, State state, Frame frame) {
        Condition condition = expressions.condition(choice.getCondition(), state, frame);
        record.branch(
                state,
                condition,
                then -> run(choice.getThenStmt(), then, frame),
                otherwise -> choice.getElseStmt().ifPresent(other -> run(other, otherwise, frame)));
    }

    private void end(Optional<Expression> value, State state, Frame frame) {
        if (value.isPresent()) {
            boolean isRollback = value.get().toString().toLowerCase(Locale.ROOT).contains("rollback");
            Value result = expressions.evaluate(value.get(), state, frame);
            if (isRollback && record.hasWritten()) {
                record.loss(ROLLBACK, WRITES_STAY);
            }
            if (!state.isReached()) {
                return;
            }
            state.locals().put(Frame.RESULT, result);
        }
        leave(state, frame.returns());
    }

    private void fail(ThrowStmt thrown, State state, Frame frame) {
        expressions.evaluate(thrown.getExpression(), state, frame);
        if (record.hasWritten()) {
            record.loss(ROLLBACK, WRITES_STAY);
        }
        state.end();
    }

    private void attempt(TryStmt block, State state, Frame frame) {
        for (Expression resource : block.getResources()) {
            expressions.evaluate(resource, state, frame);
        }
        run(block.getTryBlock(), state, frame);
        for (CatchClause handler : block.getCatchClauses()) {
            record.moveTo(frame.type().origin(handler));
            if (outside.mayRunStatements(handler.getBody())) {
                record.loss(
                        "statements that run after catching "
                                + handler.getParameter().getTypeAsString(),
                        "left out: taken for never thrown");
            } else if (!isGivingUp(block, handler.getBody(), frame)) {
                record.loss(
                        "what is done after catching " + handler.getParameter().getTypeAsString() + " is not looked at",
                        "taken for never thrown");
            }
        }
        block.getFinallyBlock().ifPresent(last -> {
            if (state.isReached()) {
                run(last, state, frame);
            } else if (outside.mayRunStatements(last)) {
                record.moveTo(frame.type().origin(last));
                record.loss("statements in finally after a return", "left out");
            }
        });
    }

    /**
     * Decides whether a handler gives up the transaction: it commits nothing, rolls all back or throws, and no
     * statement follows, in the method of the transaction itself.
     */
    private boolean isGivingUp(TryStmt block, BlockStmt handler, Frame frame) {
        List<Statement> statements = handler.getStatements();
        boolean commits = handler.findAll(MethodCallExpr.class).stream()
                .anyMatch(call -> call.getNameAsString().equals("commit"));
        if (commits || statements.isEmpty()) {
            return false;
        }
        boolean returns = statements.getLast().isReturnStmt();
        return statements.getLast().isThrowStmt()
                || (statements.stream().anyMatch(Statements::isRollback)
                        && frame.depth() == 0
                        && (returns || isLast(block)));
    }

    /** Decides whether a statement rolls all back, perhaps only if there is a connection. */
    private static boolean isRollback(Statement statement) {
        return switch (statement) {
            case IfStmt choice when choice.getElseStmt().isEmpty() -> isRollback(choice.getThenStmt());
            case BlockStmt block -> block.getStatements().stream().anyMatch(Statements::isRollback);
            case ReturnStmt end ->
                end.getExpression().filter(Statements::isRollback).isPresent();
            case ExpressionStmt call -> isRollback(call.getExpression());
            default -> false;
        };
    }

    private static boolean isRollback(Expression expression) {
        return expression instanceof MethodCallExpr call
                && call.getNameAsString().equals("rollback")
                && call.getArguments().isEmpty();
    }

    /** Decides whether no statement runs SQL after this one until the method returns. */
    private boolean isLast(Statement statement) {
        Node inner = statement;
        Optional<Node> outer = inner.getParentNode();
        while (outer.isPresent() && !(outer.get() instanceof MethodDeclaration)) {
            boolean isPlain = outer.get() instanceof BlockStmt || outer.get() instanceof TryStmt;
            if (!isPlain || (outer.get() instanceof BlockStmt block && runsAfter(block, inner))) {
                return false;
            }
            inner = outer.get();
            outer = inner.getParentNode();
        }
        return outer.isPresent();
    }

    private boolean runsAfter(BlockStmt block, Node inner) {
        List<Statement> statements = block.getStatements();
        int place = 0;
        while (!statements.get(place).equals(inner)) {
            place++;
        }
        return statements.subList(place + 1, statements.size()).stream().anyMatch(outside::mayRunStatements);
    }
}
