package moirai.sources.signs;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Operator;

/**
 * A comparison of a sum of numbers with a constant, to which others come down: {@code a + b > a} is {@code b > 0}.
 *
 * @param terms the factor of each number by its name; none is 0, and the first is positive
 * @param isEquality whether it asks for equality; otherwise whether the sum is more
 */
record Question(Map<String, Integer> terms, boolean isEquality, int limit) {

    /** A question and whether its answer is the opposite of the comparison's. */
    record Asked(Question question, boolean isOpposite) {}

    Question {
        terms = new TreeMap<>(terms);
    }

    /**
     * Returns what a comparison comes down to; empty if the same holds of all numbers.
     *
     * @param names the name of each number that is no sum
     */
    static Optional<Asked> of(Condition.Compare compare, Function<Expression, String> names) {
        var sum = new Sum(names);
        sum.add(compare.left(), 1);
        sum.add(compare.right(), -1);
        Operator operator = compare.operator();
        int limit = -sum.constant;
        sum.terms.values().removeIf(factor -> factor == 0);
        if (sum.terms.isEmpty()) {
            return Optional.empty();
        }
        if (sum.terms.firstEntry().getValue() < 0) {
            sum.terms.replaceAll((name, factor) -> -factor);
            limit = -limit;
            operator = operator.mirrored();
        }
        boolean isEquality = operator == Operator.EQUAL || operator == Operator.DIFFERENT;
        boolean isOpposite =
                operator == Operator.DIFFERENT || operator == Operator.LESS || operator == Operator.AT_MOST;
        boolean isAtLimit = operator == Operator.LESS || operator == Operator.AT_LEAST;
        return Optional.of(new Asked(new Question(sum.terms, isEquality, isAtLimit ? limit - 1 : limit), isOpposite));
    }

    private static final class Sum {

        private final Function<Expression, String> names;
        private final TreeMap<String, Integer> terms = new TreeMap<>();
        private int constant;

        Sum(Function<Expression, String> names) {
            this.names = names;
        }

        void add(Expression part, int factor) {
            switch (part) {
                case Expression.Constant(var value) -> constant += factor * value;
                case Expression.Arithmetic(var operation, var left, var right)
                when operation != Operation.TIMES -> {
                    add(left, factor);
                    add(right, operation == Operation.PLUS ? factor : -factor);
                }
                case Expression.Arithmetic(var operation, Expression.Constant(var value), var right) ->
                    add(right, factor * value);
                case Expression.Arithmetic(var operation, var left, Expression.Constant(var value)) ->
                    add(left, factor * value);
                default -> terms.merge(names.apply(part), factor, Integer::sum);
            }
        }
    }

    boolean isAnsweredYes(int sum) {
        return isEquality ? sum == limit : sum > limit;
    }

    /** Returns the same question of another number, if it is of one. */
    Question of(String name) {
        return new Question(Map.of(name, terms.values().iterator().next()), isEquality, limit);
    }

    /** Returns whether the answer stays the same if the same number is added to all of these. */
    boolean isOfDifferences() {
        return terms.values().stream().mapToInt(Integer::intValue).sum() == 0;
    }

    /** Returns whether it compares a number with another one or with a constant. */
    boolean isOfTwo() {
        return terms.values().stream().allMatch(factor -> Math.abs(factor) == 1)
                && (terms.size() == 1 || (terms.size() == 2 && isOfDifferences()));
    }

    /** Returns whether it asks whether two numbers are the same, or a number is a constant. */
    boolean isOfIdentity() {
        return isEquality && isOfTwo() && (terms.size() == 1 ? limit >= 0 : limit == 0);
    }

    /** Returns the question as in SQL, such as {@code a - b > 3}. */
    String text() {
        String sum = terms.entrySet().stream()
                .map(term -> (term.getValue() < 0 ? " - " : " + ")
                        + (Math.abs(term.getValue()) == 1 ? "" : Math.abs(term.getValue()) + " * ")
                        + term.getKey())
                .collect(Collectors.joining())
                .substring(" + ".length());
        return sum + (isEquality ? " = " : " > ") + limit;
    }
}
