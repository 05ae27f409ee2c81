package moirai.observation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.TxnType;
import moirai.interception.BoundSql;
import moirai.observation.paths.Behaviour;
import moirai.observation.paths.Meaning;
import moirai.observation.paths.Question;
import moirai.observation.txns.Parameter;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.sql.Column;
import moirai.sources.sql.Constants;
import moirai.sources.sql.Sums;

/** Turns what was observed into a transaction of an abstract program. */
final class TxnLowering {

    /** The largest number of results that go into an unknown number; their sum has to fit. */
    private static final int SOURCES_MAX = 3;

    private static final Expression ZERO = new Expression.Constant(0);

    private final Constants constants;
    private final Diagnostics diagnostics;
    private Origin origin;
    private int unknowns;

    TxnLowering(Constants constants, Diagnostics diagnostics, Origin origin) {
        this.constants = constants;
        this.diagnostics = diagnostics;
        this.origin = origin;
    }

    /** Returns a question as a condition. A number that is subtracted is added on the other side. */
    Condition condition(Question question) {
        if (question.left() instanceof Meaning.Sum left && question.right() instanceof Meaning.Sum right) {
            return new Condition.Compare(
                    sum(Stream.concat(left.added().stream(), right.taken().stream()), left.offset()),
                    question.operator(),
                    sum(Stream.concat(right.added().stream(), left.taken().stream()), right.offset()));
        }
        return new Condition.Compare(expression(question.left()), question.operator(), expression(question.right()));
    }

    private Expression sum(Stream<Expression> added, BigDecimal offset) {
        Expression sum = added.reduce(ZERO, Sums::plus);
        return Sums.plus(sum, constants.number(offset, origin));
    }

    private Expression expression(Meaning meaning) {
        return switch (meaning) {
            case Meaning.Sum(var added, var taken, var offset) -> {
                if (added.isEmpty() && offset.signum() <= 0) {
                    yield Sums.minus(ZERO, sum(taken.stream(), offset.negate()));
                }
                Expression sum = added.stream().reduce(ZERO, Sums::plus);
                for (Expression one : taken) {
                    sum = Sums.minus(sum, one);
                }
                yield Sums.plus(sum, constants.number(offset, origin));
            }
            case Meaning.Fixed(var value) ->
                switch (value) {
                    case BigDecimal number -> constants.number(number, origin);
                    case BoundSql.Absent missing -> {
                        diagnostics.loss(origin, "there is no NULL in abstract programs", "taken for 0");
                        yield ZERO;
                    }
                    default -> constants.text(value.toString(), origin);
                };
            case Meaning.Unknown(var sources) -> {
                Expression sum = new Expression.Any("unknown-" + ++unknowns);
                for (Expression source : sources.stream().limit(SOURCES_MAX).toList()) {
                    sum = sum.plus(source);
                }
                yield sum;
            }
        };
    }

    /** Returns the transaction. */
    TxnType txn(String name, List<Parameter> parameters, List<Flattening.Guarded> statements, Condition commit) {
        Map<String, String> labels = labels(statements);
        var steps = new ArrayList<Step>();
        Map<String, Origin> origins = new TreeMap<>();
        for (Flattening.Guarded guarded : statements) {
            origin = guarded.item().origin();
            for (Statement statement : lowered(guarded, labels)) {
                steps.add(statement);
                origins.put(statement.label(), origin);
            }
        }
        Condition commits = commit.withLeaves(leaf -> labelled(leaf, labels));
        List<String> used = Stream.concat(
                        steps.stream().flatMap(step -> ((Statement) step).expressions()), commits.expressions())
                .flatMap(part -> part instanceof Expression.Parameter(var own) ? Stream.of(own) : Stream.of())
                .toList();
        List<String> names =
                parameters.stream().map(Parameter::name).filter(used::contains).toList();
        return new TxnType(name, names, steps, origins, commits);
    }

    /** Returns new names by letter and number, in the order of the statements. */
    private static Map<String, String> labels(List<Flattening.Guarded> statements) {
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (Flattening.Guarded guarded : statements) {
            for (Statement statement : guarded.item().template().statements()) {
                String letter = statement.label().substring(0, 1);
                labels.put(
                        guarded.item().id() + ":" + statement.label(), letter + numbers.merge(letter, 1, Integer::sum));
            }
        }
        return labels;
    }

    private List<Statement> lowered(Flattening.Guarded guarded, Map<String, String> labels) {
        Behaviour.Item item = guarded.item();
        Map<String, Expression> values = new HashMap<>();
        if (item.template().emitted().columns().stream().anyMatch(column -> column.source() instanceof Column.Summed)) {
            // A loss and no bound: two rows are within the bounds of any analysis.
            diagnostics.loss(item.origin(), "a sum over rows", "taken for the value in the first row");
        }
        if (item.template().emitted().columns().stream()
                .anyMatch(column -> column.source() instanceof Column.Unknown)) {
            diagnostics.loss(item.origin(), "a computed column", "taken for any number; what it is made of is read");
        }
        item.meanings().forEach((name, meaning) -> {
            if (meaning instanceof Meaning.Unknown(var sources)) {
                diagnostics.loss(
                        item.origin(),
                        "a value of the statement is made of something else than arguments and rows",
                        sources.isEmpty()
                                ? "taken for any number"
                                : "taken for any number not below what was read and goes into it");
            }
            values.put(name, expression(meaning));
        });
        Condition guard = guarded.guard().withLeaves(leaf -> labelled(leaf, labels));
        return item.template().statements().stream()
                .map(statement -> lowered(item, statement, values, guard, labels))
                .toList();
    }

    private Statement lowered(
            Behaviour.Item item,
            Statement statement,
            Map<String, Expression> values,
            Condition guard,
            Map<String, String> labels) {
        String label = labels.getOrDefault(item.id() + ":" + statement.label(), statement.label());
        var place = new Place(item.id(), values, labels);
        Condition inner = place.of(statement.guard());
        Condition when = Condition.and(guard, inner);
        Condition where = place.of(statement.where());
        List<Assignment> assigned = statement.assignments().stream()
                .map(assignment -> new Assignment(assignment.field(), stored(place.of(assignment.value()))))
                .toList();
        return statement.with(label, assigned, where, when);
    }

    /** Returns a number as it is stored; negative numbers do not exist. */
    private Expression stored(Expression number) {
        if (!Sums.isNegative(number)) {
            return number;
        }
        diagnostics.loss(origin, "a negative number is stored", "taken for any number");
        return new Expression.Any("negative-" + ++unknowns);
    }

    private static Expression labelled(Expression leaf, Map<String, String> labels) {
        return switch (leaf) {
            case Expression.Result(var label, var field, var row) ->
                new Expression.Result(labels.getOrDefault(label, label), field, row);
            case Expression.Count(var label) -> new Expression.Count(labels.getOrDefault(label, label));
            default -> leaf;
        };
    }

    /** Replaces the parameters of a template by values, and its local names by names of its own. */
    private record Place(String id, Map<String, Expression> values, Map<String, String> labels) {

        Condition of(Condition condition) {
            return condition.withExpressions(this::of);
        }

        Expression of(Expression expression) {
            return switch (expression) {
                case Expression.Arithmetic(var operation, var left, var right) -> arithmetic(operation, left, right);
                case Expression.Parameter(var name) ->
                    labelled(Optional.ofNullable(values.get(name)).orElse(expression));
                case Expression.Any(var name) -> new Expression.Any(id + ":" + name);
                case Expression.Result(var label, var field, var row) ->
                    labelled(new Expression.Result(id + ":" + label, field, row));
                case Expression.Count(var label) -> labelled(new Expression.Count(id + ":" + label));
                default -> expression;
            };
        }

        private Expression labelled(Expression expression) {
            return expression.withLeaves(leaf -> TxnLowering.labelled(leaf, labels));
        }

        private Expression arithmetic(Operation operation, Expression left, Expression right) {
            return switch (operation) {
                case PLUS -> Sums.plus(of(left), of(right));
                case MINUS -> Sums.minus(of(left), of(right));
                case TIMES -> Sums.times(of(left), of(right));
            };
        }
    }
}
