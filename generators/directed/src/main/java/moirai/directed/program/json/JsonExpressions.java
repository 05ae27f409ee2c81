package moirai.directed.program.json;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Operator;

/** A reader of expressions and conditions: numbers, and objects with one member that names their kind. */
final class JsonExpressions {

    private static final List<String> EXPRESSIONS = Stream.concat(
                    Stream.of("parameter", "field", "result", "each", "count", "any"),
                    Arrays.stream(Operation.values()).map(Operation::sign))
            .toList();

    private static final List<String> CONDITIONS = Stream.concat(
                    Stream.of("and", "or", "not"),
                    Arrays.stream(Operator.values()).map(Operator::sign))
            .toList();

    private JsonExpressions() {}

    static Expression expression(JsonPlace place) {
        if (place.node().isNumber()) {
            return new Expression.Constant(place.number());
        }
        String kind = kind(place, EXPRESSIONS, "a number, or ");
        JsonPlace value = place.member(kind);
        return switch (kind) {
            case "parameter" -> new Expression.Parameter(value.text());
            case "field" -> new Expression.Field(value.text());
            case "result" -> result(value);
            case "each" -> {
                value.onlyMembers(Set.of("statement", "field"));
                yield new Expression.Each(
                        value.member("statement").text(), value.member("field").text());
            }
            case "count" -> new Expression.Count(value.text());
            case "any" -> new Expression.Any(value.text());
            default -> {
                List<Expression> pair = pair(value);
                yield new Expression.Arithmetic(Operation.of(kind).orElseThrow(), pair.get(0), pair.get(1));
            }
        };
    }

    private static Expression result(JsonPlace value) {
        value.onlyMembers(Set.of("statement", "field", "row"));
        JsonPlace row = value.member("row");
        return new Expression.Result(
                value.member("statement").text(), value.member("field").text(), row.isMissing() ? 0 : row.number());
    }

    static Condition condition(JsonPlace place) {
        String kind = kind(place, CONDITIONS, "");
        JsonPlace value = place.member(kind);
        return switch (kind) {
            case "and" -> new Condition.And(value.list(JsonExpressions::condition));
            case "or" -> new Condition.Or(value.list(JsonExpressions::condition));
            case "not" -> new Condition.Not(condition(value));
            default -> {
                List<Expression> pair = pair(value);
                yield new Condition.Compare(pair.get(0), Operator.of(kind).orElseThrow(), pair.get(1));
            }
        };
    }

    private static List<Expression> pair(JsonPlace place) {
        List<Expression> pair = place.list(JsonExpressions::expression);
        if (pair.size() != 2) {
            throw place.wrong("an array of two expressions");
        }
        return pair;
    }

    private static String kind(JsonPlace place, List<String> kinds, String also) {
        List<String> found = kinds.stream().filter(place::has).toList();
        if (found.size() != 1 || place.node().size() != 1) {
            throw place.wrong(also + "an object with exactly one of "
                    + kinds.stream().collect(Collectors.joining(", ", "[", "]")));
        }
        return found.getFirst();
    }
}
