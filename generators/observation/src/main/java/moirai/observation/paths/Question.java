package moirai.observation.paths;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;

/** A question that decides between two ways. */
public record Question(Meaning left, Operator operator, Meaning right) {

    /** Returns the question whether a statement's number of rows is so related to a number. */
    public static Question rows(String label, Operator operator, int count) {
        return new Question(
                Meaning.Sum.of(new Expression.Count(label)), operator, new Meaning.Fixed(BigDecimal.valueOf(count)));
    }

    /** Returns whether the answer is yes; false as well if it is not known. */
    public boolean isYes(Map<Expression, Object> facts) {
        Object first = left.value(facts).orElse("unknown");
        Object second = right.value(facts).orElse("not known");
        int order = (first instanceof BigDecimal one && second instanceof BigDecimal other)
                ? one.compareTo(other)
                : (first.equals(second) ? 0 : 1);
        boolean isKnown = left.value(facts).isPresent() && right.value(facts).isPresent();
        return isKnown && operator.holds(order);
    }

    /** Returns the sources in the question. */
    public List<Expression> sources() {
        return Stream.of(left, right)
                .flatMap(side -> side instanceof Meaning.Sum(var added, var taken, var offset)
                        ? Stream.concat(added.stream(), taken.stream())
                        : Stream.of())
                .toList();
    }
}
