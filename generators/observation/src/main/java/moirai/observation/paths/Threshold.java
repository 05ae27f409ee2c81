package moirai.observation.paths;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.observation.rehearsals.Plan;
import moirai.observation.rehearsals.Runner;

/** Finds by bisection the number at which a transaction does something else, and what that number is made of. */
record Threshold(Runner runner, Plan plan, Behaviour behaviour, BigDecimal unit) {

    /**
     * Returns the question whose answer is yes for values that lead elsewhere; empty if only numbers below 0 do.
     *
     * @param runs what could be known at that place, by seed
     */
    Optional<Question> of(Expression source, boolean isHigh, List<Map<Expression, Object>> runs) {
        var last = new ArrayList<Object>();
        var beyond = new ArrayList<Object>();
        var others = new ArrayList<Map<Expression, Object>>();
        for (int seed = 0; seed < runs.size(); seed++) {
            Plan.Wish extreme = isHigh ? new Plan.Wish.High() : new Plan.Wish.Low();
            Object start = runs.get(seed).getOrDefault(source, "");
            Object end = runner.run(plan.with(new Plan.Steer.Value(source, extreme)), seed)
                    .facts()
                    .getOrDefault(source, "");
            if (start instanceof BigDecimal from && end instanceof BigDecimal to) {
                BigDecimal found = lastAlike(source, seed, from, to);
                last.add(found);
                beyond.add(isHigh ? found.add(unit) : found.subtract(unit));
                var other = new LinkedHashMap<>(runs.get(seed));
                other.remove(source);
                others.add(other);
            }
        }
        if (last.isEmpty()) {
            return Optional.empty();
        }
        Meaning strict = new Explaining(last, others).meaning();
        Meaning wide = new Explaining(beyond, others).meaning();
        boolean isWide = !isPlain(strict) && (isPlain(wide) || strict instanceof Meaning.Unknown);
        Operator operator =
                isWide ? (isHigh ? Operator.AT_LEAST : Operator.AT_MOST) : (isHigh ? Operator.MORE : Operator.LESS);
        var question = new Question(Meaning.Sum.of(source), operator, isWide ? wide : strict);
        return isNever(question) ? Optional.empty() : Optional.of(question);
    }

    /** Returns whether a meaning has no constant, or is a whole number. */
    private static boolean isPlain(Meaning meaning) {
        return switch (meaning) {
            case Meaning.Sum(var added, var taken, var offset) -> offset.signum() == 0;
            case Meaning.Fixed(var value) ->
                value instanceof BigDecimal number
                        && number.stripTrailingZeros().scale() <= 0;
            case Meaning.Unknown unknown -> false;
        };
    }

    private static boolean isNever(Question question) {
        boolean isBelow = question.operator() == Operator.LESS || question.operator() == Operator.AT_MOST;
        int zero = question.operator() == Operator.LESS ? 1 : 0;
        return isBelow
                && switch (question.right()) {
                    case Meaning.Fixed(var value) -> value instanceof BigDecimal number && number.signum() < zero;
                    case Meaning.Sum(var added, var taken, var offset) -> added.isEmpty() && offset.signum() < zero;
                    case Meaning.Unknown unknown -> false;
                };
    }

    /** Returns the last number on the way to another number with which the transaction still does the same. */
    private BigDecimal lastAlike(Expression source, int seed, BigDecimal from, BigDecimal to) {
        BigInteger alike = BigInteger.ZERO;
        BigInteger other = to.subtract(from).divideToIntegralValue(unit).toBigInteger();
        while (other.subtract(alike).abs().compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = alike.add(other).divide(BigInteger.TWO);
            BigDecimal value = from.add(unit.multiply(new BigDecimal(middle)));
            var steer = new Plan.Steer.Value(source, new Plan.Wish.Exactly(value));
            if (behaviour.difference(runner.run(plan.with(steer), seed)) < 0) {
                alike = middle;
            } else {
                other = middle;
            }
        }
        return from.add(unit.multiply(new BigDecimal(alike)));
    }
}
