package moirai.directed.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A transformation of loops into guarded statements. */
record Unrolling(int loopMax) {

    List<Statement> of(List<Step> steps) {
        var statements = new ArrayList<Statement>();
        for (Step step : steps) {
            switch (step) {
                case Statement statement -> statements.add(statement);
                case Loop loop -> {
                    for (int i = 1; i <= loopMax; i++) {
                        statements.addAll(iteration(loop, i));
                    }
                }
            }
        }
        return statements;
    }

    /**
     * Returns the statements of one iteration. Inner loops are unrolled first: their labels get the inner number, then
     * the outer one.
     */
    private List<Statement> iteration(Loop loop, int number) {
        List<Statement> body = of(loop.steps());
        Set<String> own = body.stream().map(Statement::label).collect(Collectors.toSet());
        UnaryOperator<String> label = name -> own.contains(name) ? name + "#" + number : name;
        UnaryOperator<Expression> leaf = expression -> leaf(expression, label, number);
        Condition reached = new Condition.Compare(
                loop.times().withLeaves(leaf), Operator.AT_LEAST, new Expression.Constant(number));
        return body.stream()
                .map(statement -> renamed(statement, label, leaf, reached))
                .toList();
    }

    private static Expression leaf(Expression expression, UnaryOperator<String> label, int number) {
        return switch (expression) {
            case Expression.Result(var statement, var field, var row) ->
                new Expression.Result(label.apply(statement), field, row);
            case Expression.Each(var statement, var field) ->
                new Expression.Result(label.apply(statement), field, number - 1);
            case Expression.Count(var statement) -> new Expression.Count(label.apply(statement));
            case Expression.Any(var name) -> new Expression.Any(name + "#" + number);
            case Expression.Constant constant -> constant;
            case Expression.Parameter parameter -> parameter;
            case Expression.Field field -> field;
            case Expression.Arithmetic arithmetic -> arithmetic;
        };
    }

    private static Statement renamed(
            Statement statement, UnaryOperator<String> label, UnaryOperator<Expression> leaf, Condition reached) {
        String name = label.apply(statement.label());
        Condition where = statement.where().withLeaves(leaf);
        Condition guard = Condition.and(reached, statement.guard().withLeaves(leaf));
        List<Assignment> assignments = statement.assignments().stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(leaf)))
                .toList();
        return statement.with(name, assignments, where, guard);
    }

    /** Returns the labels of all steps, loops included, in their order. */
    static Stream<String> labels(List<Step> steps) {
        return steps.stream()
                .flatMap(step -> step instanceof Loop loop
                        ? Stream.concat(Stream.of(loop.label()), labels(loop.steps()))
                        : Stream.of(step.label()));
    }
}
