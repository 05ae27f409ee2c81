package moirai.sources.execution;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.stmt.AssertStmt;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
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
import moirai.sources.execution.calls.Logging;
import moirai.sources.execution.calls.Outside;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/** Executes statements of Java. After a return or a throw, the path has the opposite of its condition. */
record Statements(
        TxnRecord record,
        Outside outside,
        Logging logging,
        Expressions expressions,
        Loops loops,
        Switches switches,
        Attempts attempts) {

    void run(Statement statement, State state, Frame frame) {
        if (!state.isReached()) {
            record.miss(statement, state.isSurelyLeft());
            return;
        }
        record.moveTo(frame.type().origin(statement));
        record.pass(statement);
        if (isSynchronized(statement) && outside.mayRunStatements(statement)) {
            outside.takeForSeveralProcesses("synchronized");
        }
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
            case TryStmt block -> attempts.run(block, state, frame);
            case SwitchStmt choice -> switches.run(choice, state, frame);
            case YieldStmt end -> {
                Value value = expressions.evaluate(end.getExpression(), state, frame);
                state.locals().put(Frame.RESULT, value);
                leave(state, frame.nearest().orElseThrow().breaks());
            }
            case BreakStmt end ->
                leave(state, jumps(end.getLabel(), frame.nearest(), frame).breaks());
            case ContinueStmt next ->
                leave(state, jumps(next.getLabel(), frame.loop(), frame).continues());
            case SynchronizedStmt block -> run(block.getBody(), state, frame);
            case LabeledStmt labelled -> label(labelled, state, frame);
            case ExplicitConstructorInvocationStmt other -> expressions.calls().construct(other, state, frame);
            case AssertStmt claim
            when outside.mayRunStatements(claim) ->
                record.loss("an assertion that may run statements", "taken for one that is not looked at");
            default -> {} // Empty statements, other assertions and declarations of local types do nothing.
        }
        if (hasScope(statement)) {
            forget(statement, state);
        }
    }

    private static boolean isSynchronized(Statement statement) {
        return statement.isSynchronizedStmt()
                || statement
                        .getParentNode()
                        .filter(parent -> parent instanceof MethodDeclaration method && method.isSynchronized())
                        .isPresent();
    }

    private static boolean hasScope(Statement statement) {
        return statement.isBlockStmt()
                || statement.isForStmt()
                || statement.isForEachStmt()
                || statement.isTryStmt()
                || statement.isSwitchStmt();
    }

    /** Forgets the locals that a statement declares, so that their names mean fields again. */
    private static void forget(Statement statement, State state) {
        statement
                .findAll(VariableDeclarator.class)
                .forEach(local -> state.locals().remove(local.getNameAsString()));
    }

    private void label(LabeledStmt labelled, State state, Frame frame) {
        frame.label(labelled.getLabel().asString());
        Statement inner = labelled.getStatement();
        if (inner.isForStmt() || inner.isForEachStmt() || inner.isWhileStmt() || inner.isDoStmt()) {
            run(inner, state, frame);
            frame.label("");
            return;
        }
        Frame.Jumps jumps = frame.enter(Frame.Left.BLOCK);
        run(inner, state, frame);
        frame.jumps().pop();
        jumps.breaks().reversed().forEach(left -> record.merging().into(state, left));
    }

    /** Returns to where a jump leads: to what has the label, or without a label to the nearest loop or switch. */
    private static Frame.Jumps jumps(Optional<SimpleName> label, Optional<Frame.Jumps> nearest, Frame frame) {
        return label.map(name -> frame.labelled(name.asString()))
                .orElse(nearest)
                .orElseThrow(() -> new IllegalStateException("a jump leads nowhere"));
    }

    private static void leave(State state, List<State> to) {
        to.add(state.copy());
        state.end();
    }

    private void choose(IfStmt choice, State state, Frame frame) {
        if (logging.isOnlyLogging(choice, frame)) {
            record.miss(choice.getThenStmt(), true);
            return;
        }
        Condition condition = expressions.condition(choice.getCondition(), state, frame);
        record.noteWays(
                state,
                condition,
                List.of(choice.getThenStmt()),
                choice.getElseStmt().stream().toList());
        record.branch(
                state,
                condition,
                then -> run(choice.getThenStmt(), then, frame),
                otherwise -> choice.getElseStmt().ifPresent(other -> run(other, otherwise, frame)));
    }

    private void end(Optional<Expression> value, State state, Frame frame) {
        if (value.isPresent()) {
            boolean isRollback = value.get().toString().toLowerCase(Locale.ROOT).contains("rollback");
            int before = record.givenUp().size();
            Value result = expressions.evaluate(value.get(), state, frame);
            if (isRollback && record.hasWritten() && record.givenUp().size() == before) {
                record.loss("it is not known whether " + value.get() + " gives up the transaction", "taken for no");
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
        boolean isSilent = isSilent(thrown.getExpression(), state, frame);
        record.giveUp(
                state,
                thrown.getExpression() instanceof ObjectCreationExpr made ? made.getTypeAsString() : "?",
                isSilent);
        state.end();
    }

    /** Decides whether what is thrown is made of constants and of values that no statement returned. */
    private boolean isSilent(Expression thrown, State state, Frame frame) {
        return thrown instanceof ObjectCreationExpr made
                && made.getAnonymousClassBody().isEmpty()
                && made.getArguments().stream()
                        .allMatch(argument -> argument.findAll(Expression.class).stream()
                                .allMatch(part -> part instanceof LiteralExpr
                                        || part instanceof BinaryExpr
                                        || (part instanceof NameExpr name
                                                && !TxnRecord.isFromResults(
                                                        expressions.evaluate(name, state, frame)))));
    }
}
