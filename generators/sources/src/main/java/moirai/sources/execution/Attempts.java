package moirai.sources.execution;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.UnionType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.sources.execution.calls.Calls;
import moirai.sources.execution.calls.Interpreter;
import moirai.sources.execution.calls.Outside;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;

/**
 * Executes try: its block, close() of its resources, and finally, on each path that leaves the block, also by a return
 * or a jump. Handlers are not executed: one that does not give up the transaction is a loss. So is what runs after a
 * throw, because the transaction is taken for rolled back there.
 */
record Attempts(TxnRecord record, Outside outside, Calls calls, Interpreter interpreter) {

    /** The conditions under which a connection is there to be rolled back. */
    private static final Pattern OPEN =
            Pattern.compile("\\w+ != null|(\\w+ != null && )?!\\w+\\.(isClosed|getAutoCommit)\\(\\)");

    void run(TryStmt block, State state, Frame frame) {
        for (Expression resource : block.getResources()) {
            interpreter.evaluate(resource, state, frame);
        }
        List<MethodDeclaration> closing = block.getResources().stream()
                .flatMap(resource -> calls.closing(resource(resource, state, frame), state, frame).stream())
                .toList();
        int thrownBefore = record.thrown();
        int givenUpBefore = record.givenUp().size();
        IdentityHashMap<List<State>, Integer> leaving = new IdentityHashMap<>();
        leaving(frame).forEach(states -> leaving.put(states, states.size()));
        boolean mayReturn = block.getCatchClauses().stream().anyMatch(handler -> !throwsAtEnd(handler));
        if (mayReturn) {
            record.enterHandled();
        }
        interpreter.run(block.getTryBlock(), state, frame);
        if (mayReturn) {
            record.leaveHandled();
        }
        List<String> givenUp =
                record.givenUp().subList(givenUpBefore, record.givenUp().size());
        handlers(block, givenUp, !closing.isEmpty() && closing.stream().anyMatch(outside::mayCommit), frame);
        if (record.thrown() > thrownBefore) {
            Stream.concat(closing.stream(), block.getFinallyBlock().stream())
                    .filter(outside::mayRunStatements)
                    .findFirst()
                    .ifPresent(code -> {
                        record.moveTo(frame.type().origin(block));
                        record.loss("statements in finally or close() after a throw", "left out");
                    });
        }
        leaving.forEach((states, before) -> {
            List<State> left = states.subList(before, states.size());
            List<State> ended = new ArrayList<>(left);
            left.clear();
            for (State end : ended) {
                end(block, end, frame);
                if (end.isReached()) {
                    states.add(end);
                }
            }
        });
        end(block, state, frame);
    }

    /** Returns the lists of the states that have left the method, a loop or a switch. */
    private static Stream<List<State>> leaving(Frame frame) {
        return Stream.concat(
                Stream.of(frame.returns()),
                frame.jumps().stream().flatMap(jumps -> Stream.of(jumps.breaks(), jumps.continues())));
    }

    /** Closes the resources, the last one first, and runs finally. */
    private void end(TryStmt block, State state, Frame frame) {
        for (Expression resource : block.getResources().reversed()) {
            if (state.isReached()) {
                Value closed = resource(resource, state, frame);
                if (calls.closing(closed, state, frame).isPresent()) {
                    record.moveTo(frame.type().origin(resource));
                    calls.on(closed, "close", List.of(), state, frame);
                }
            }
        }
        block.getFinallyBlock().ifPresent(last -> interpreter.run(last, state, frame));
    }

    private Value resource(Expression resource, State state, Frame frame) {
        return resource instanceof VariableDeclarationExpr declared
                ? state.locals().getOrDefault(declared.getVariable(0).getNameAsString(), new Value.Nothing())
                : interpreter.evaluate(resource, state, frame);
    }

    /** @param givenUp the types of what the block threw after writes; those that are rolled back are emptied */
    private void handlers(TryStmt block, List<String> givenUp, boolean isCommittedByClosing, Frame frame) {
        givenUp.replaceAll(type -> isRolledBack(block, type) ? "" : type);
        for (CatchClause handler : block.getCatchClauses()) {
            record.moveTo(frame.type().origin(handler));
            String type = handler.getParameter().getTypeAsString();
            if (outside.mayRunStatements(handler.getBody())) {
                record.loss("statements that run after catching " + type, "left out: taken for never thrown");
            } else if (!isGivingUp(block, handler.getBody(), frame)) {
                record.loss("what is done after catching " + type + " is not looked at", "taken for never thrown");
            }
        }
        boolean isCommitted = block.getFinallyBlock().filter(outside::mayCommit).isPresent()
                && !givenUp.stream().allMatch(String::isEmpty);
        if (isCommitted || (isCommittedByClosing && !givenUp.isEmpty())) {
            record.moveTo(frame.type().origin(block));
            record.loss("finally or close() may commit what was written before a throw", "taken for rolled back");
        }
    }

    private static boolean throwsAtEnd(CatchClause handler) {
        return handler.getBody()
                .getStatements()
                .getLast()
                .filter(Statement::isThrowStmt)
                .isPresent();
    }

    /** Decides whether each handler that may catch what is thrown, and one that surely does, surely rolls back. */
    private static boolean isRolledBack(TryStmt block, String thrown) {
        for (CatchClause handler : block.getCatchClauses()) {
            if (!isRollback(handler.getBody())) {
                return false;
            }
            boolean catches = types(handler).anyMatch(List.of("Exception", "Throwable", thrown)::contains);
            if (catches) {
                return true;
            }
        }
        return false;
    }

    private static Stream<String> types(CatchClause handler) {
        return handler.getParameter().getType() instanceof UnionType union
                ? union.getElements().stream().map(Node::toString)
                : Stream.of(handler.getParameter().getTypeAsString());
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
                || (statements.stream().anyMatch(Attempts::isRollback)
                        && frame.depth() == 0
                        && (returns || isLast(block)));
    }

    /** Decides whether a statement rolls all back, perhaps only if there is a connection. */
    private static boolean isRollback(Statement statement) {
        return switch (statement) {
            case IfStmt choice
            when choice.getElseStmt().isEmpty()
                    && OPEN.matcher(choice.getCondition().toString()).matches() -> isRollback(choice.getThenStmt());
            case BlockStmt block -> block.getStatements().stream().anyMatch(Attempts::isRollback);
            case ReturnStmt end ->
                end.getExpression().filter(Attempts::isRollback).isPresent();
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
