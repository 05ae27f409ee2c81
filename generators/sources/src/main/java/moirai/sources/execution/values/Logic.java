package moirai.sources.execution.values;

import java.util.ArrayList;
import java.util.List;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.sources.signs.Signs;

/** Makes conditions in a form in which opposites are recognised. Values are natural numbers. */
public final class Logic {

    public static final Condition NEVER = new Condition.Or(List.of());

    /**
     * The opposites that constants of Java decide. They equal the usual ones; their identity says that the source never
     * goes the other way, whatever its numbers are.
     */
    private static final Condition SURELY = new Condition.And(List.of());

    private static final Condition SURELY_NOT = new Condition.Or(List.of());

    private Logic() {}

    public static boolean isNever(Condition condition) {
        return condition.equals(NEVER);
    }

    public static boolean isAlways(Condition condition) {
        return condition.equals(Condition.always());
    }

    /** Returns the condition that constants of Java decide. */
    public static Condition sure(boolean value) {
        return value ? SURELY : SURELY_NOT;
    }

    /** Returns whether constants of Java decide that the condition does not hold. */
    @SuppressWarnings("ReferenceEquality") // Only the identity tells how it was decided.
    public static boolean isSurelyNot(Condition condition) {
        return condition == SURELY_NOT;
    }

    @SuppressWarnings("ReferenceEquality") // Only the identity tells how it was decided.
    private static boolean isSurely(Condition condition) {
        return condition == SURELY;
    }

    public static Condition of(boolean value) {
        return value ? Condition.always() : NEVER;
    }

    /** Returns the comparison, decided where both sides are constants or the same. */
    public static Condition compare(Expression left, Operator operator, Expression right) {
        if (left instanceof Expression.Constant(var first) && right instanceof Expression.Constant(var second)) {
            return of(operator.holds(Integer.compare(first, second)));
        }
        if (left instanceof Expression.Constant) {
            return compare(right, operator.mirrored(), left);
        }
        if (left.equals(right)) {
            return of(operator.holds(0));
        }
        if (right instanceof Expression.Constant(var number) && number <= 1) {
            return compareSmall(left, operator, number);
        }
        return new Condition.Compare(left, operator, right);
    }

    /**
     * Compares with 0 or 1. Of the several ways to say the same, this chooses those with 0. What is the same of natural
     * numbers alone stays apart, except of numbers of rows, so that {@link moirai.sources.signs.Signs} sees both.
     */
    private static Condition compareSmall(Expression left, Operator operator, int number) {
        boolean isCount = left.parts().allMatch(Signs::isNatural);
        Condition none = small(left, Operator.EQUAL);
        Condition some = small(left, Operator.MORE);
        Condition same = new Condition.Compare(left, operator, new Expression.Constant(number));
        return switch (operator) {
            case EQUAL -> same;
            case DIFFERENT -> isCount && number == 0 ? some : same;
            case MORE -> same;
            case LESS -> number == 0 ? NEVER : isCount ? none : small(left, Operator.AT_MOST);
            case AT_MOST -> isCount && number == 0 ? none : same;
            case AT_LEAST -> number == 0 ? Condition.always() : some;
        };
    }

    private static Condition small(Expression left, Operator operator) {
        return new Condition.Compare(left, operator, new Expression.Constant(0));
    }

    /** Returns the opposite, without a NOT. */
    public static Condition not(Condition condition) {
        if (isSurely(condition) || isSurelyNot(condition)) {
            return sure(isSurelyNot(condition));
        }
        return switch (condition) {
            case Condition.Compare(var left, var operator, var right) -> compare(left, operator.opposite(), right);
            case Condition.And(var parts) ->
                parts.stream().map(Logic::not).reduce(Logic::or).orElse(NEVER);
            case Condition.Or(var parts) ->
                parts.stream().map(Logic::not).reduce(Logic::and).orElse(Condition.always());
            case Condition.Not(var part) -> part;
        };
    }

    /** Returns the conjunction; never, if one condition contradicts a part of the other. */
    public static Condition and(Condition first, Condition second) {
        if (isSurely(first) || isSurelyNot(second)) {
            return second;
        }
        if (isSurely(second) || isSurelyNot(first)) {
            return first;
        }
        var parts = new ArrayList<>(first.conjuncts());
        for (Condition part : second.conjuncts()) {
            if (parts.contains(not(part))) {
                return NEVER;
            }
            if (!parts.contains(part)) {
                parts.add(part);
            }
        }
        return parts.contains(NEVER) ? NEVER : parts.size() == 1 ? parts.getFirst() : new Condition.And(parts);
    }

    /** Returns the disjunction, in which a part that both have stands once. */
    public static Condition or(Condition first, Condition second) {
        if (isSurely(first) || isSurelyNot(second)) {
            return first;
        }
        if (isNever(first)) {
            return second;
        }
        if (isNever(second)) {
            return first;
        }
        var common = new ArrayList<>(first.conjuncts());
        common.retainAll(second.conjuncts());
        List<Condition> left = without(first, common);
        List<Condition> right = without(second, common);
        for (Condition part : List.copyOf(left)) {
            Condition opposite = not(part);
            if (right.contains(opposite) && left.size() == 1) {
                right.remove(opposite); // c or (not c and d) is c or d.
            } else if (right.contains(opposite) && right.size() == 1) {
                left.remove(part);
            }
        }
        if (left.isEmpty() || right.isEmpty() || isOpposite(left, right)) {
            return all(common);
        }
        return and(all(common), either(all(left), all(right)));
    }

    private static boolean isOpposite(List<Condition> left, List<Condition> right) {
        return left.size() == 1 && right.size() == 1 && not(left.getFirst()).equals(right.getFirst());
    }

    private static Condition either(Condition first, Condition second) {
        var parts = new ArrayList<Condition>(first instanceof Condition.Or(var some) ? some : List.of(first));
        for (Condition part : second instanceof Condition.Or(var some) ? some : List.of(second)) {
            if (parts.contains(not(part))) {
                return Condition.always();
            }
            if (!parts.contains(part)) {
                parts.add(part);
            }
        }
        return new Condition.Or(parts);
    }

    /** Returns the parts of a condition that are not among these. */
    static List<Condition> without(Condition condition, List<Condition> common) {
        var rest = new ArrayList<>(condition.conjuncts());
        rest.removeAll(common);
        return rest;
    }

    public static Condition all(List<Condition> parts) {
        return parts.size() == 1 ? parts.getFirst() : new Condition.And(parts);
    }
}
