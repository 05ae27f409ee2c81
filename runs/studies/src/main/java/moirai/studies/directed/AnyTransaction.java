package moirai.studies.directed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;

/**
 * A transformation of all transactions of a program into a single one, whose first argument selects the transaction. So
 * one formula covers all combinations of transactions, as CLOTHO's does. Names become {@code transaction.name}.
 */
final class AnyTransaction {

    private static final Expression WHICH = new Expression.Parameter("which");

    private AnyTransaction() {}

    /** Returns the program with one transaction, whose loops are repeated this often. */
    static Program of(Program program, int loopMax) {
        var parameters = new ArrayList<String>(List.of("which"));
        var steps = new ArrayList<Step>();
        for (int number = 0; number < program.txns().size(); number++) {
            TxnType txn = program.txns().get(number);
            txn.parameters().forEach(parameter -> parameters.add(txn.name() + "." + parameter));
            var isThis = new Condition.Compare(WHICH, Operator.EQUAL, new Expression.Constant(number));
            for (Statement statement : txn.statements(loopMax)) {
                steps.add(named(statement, txn.name() + ".", isThis));
            }
        }
        return program.with(program.tables(), List.of(new TxnType("any", parameters, steps)));
    }

    private static Statement named(Statement statement, String prefix, Condition isThis) {
        UnaryOperator<Expression> leaf = expression -> leaf(expression, prefix);
        String label = prefix + statement.label();
        Condition where = statement.where().withLeaves(leaf);
        Condition guard = Condition.and(isThis, statement.guard().withLeaves(leaf));
        List<Assignment> values = statement.assignments().stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(leaf)))
                .toList();
        return statement.with(label, values, where, guard);
    }

    private static Expression leaf(Expression expression, String prefix) {
        return switch (expression) {
            case Expression.Parameter(var name) -> new Expression.Parameter(prefix + name);
            case Expression.Any(var name) -> new Expression.Any(prefix + name);
            case Expression.Result(var statement, var field, var row) ->
                new Expression.Result(prefix + statement, field, row);
            case Expression.Count(var statement) -> new Expression.Count(prefix + statement);
            case Expression.Each(var statement, var field) -> new Expression.Each(prefix + statement, field);
            case Expression.Constant constant -> constant;
            case Expression.Field field -> field;
            case Expression.Arithmetic arithmetic -> arithmetic;
        };
    }
}
