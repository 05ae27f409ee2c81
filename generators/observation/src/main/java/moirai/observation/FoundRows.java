package moirai.observation;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.observation.paths.Meaning;
import moirai.observation.paths.Question;

/**
 * The numbers of rows that statements are known to have found at a place of a tree. A question about the value of a
 * missing row has the answer no. In an abstract program, though, the value of a missing row is some number. So a
 * condition asks for the row first, unless the row is known to exist.
 *
 * @param least by label
 */
record FoundRows(Map<String, Integer> least) {

    /** The state in which nothing is known. */
    static final FoundRows UNKNOWN = new FoundRows(Map.of());

    FoundRows {
        least = Map.copyOf(least);
    }

    /** Returns the condition that those rows exist which a question concerns, and which are not known to exist. */
    Condition asked(Question question) {
        List<Condition> rows = question.sources().stream()
                .filter(Expression.Result.class::isInstance)
                .map(Expression.Result.class::cast)
                .filter(result -> least.getOrDefault(result.statement(), 0) <= result.row())
                .map(FoundRows::isThere)
                .distinct()
                .toList();
        return Condition.and(rows.toArray(Condition[]::new));
    }

    private static Condition isThere(Expression.Result result) {
        var count = new Expression.Count(result.statement());
        return result.row() == 0
                ? new Condition.Compare(count, Operator.MORE, new Expression.Constant(0))
                : new Condition.Compare(count, Operator.AT_LEAST, new Expression.Constant(result.row() + 1));
    }

    /** Returns the knowledge after the answer yes: the rows that the question concerns exist as well. */
    FoundRows yes(Question question) {
        Map<String, Integer> more = new TreeMap<>(least);
        for (Expression source : question.sources()) {
            if (source instanceof Expression.Result(var label, var field, var row)) {
                more.merge(label, row + 1, Math::max);
            }
        }
        return new FoundRows(more).counted(question, question.operator());
    }

    /** Returns the knowledge after the answer no. */
    FoundRows no(Question question) {
        return counted(question, question.operator().opposite());
    }

    private FoundRows counted(Question question, Operator operator) {
        boolean isCount = question.left() instanceof Meaning.Sum(var added, var taken, var offset)
                && added.size() == 1
                && taken.isEmpty()
                && offset.signum() == 0
                && added.getFirst() instanceof Expression.Count;
        if (!isCount
                || !(question.right() instanceof Meaning.Fixed(var value))
                || !(value instanceof BigDecimal number)) {
            return this;
        }
        int rows = switch (operator) {
            case EQUAL, AT_LEAST -> number.intValue();
            case MORE -> number.intValue() + 1;
            case DIFFERENT, LESS, AT_MOST -> 0;
        };
        String label = ((Expression.Count) question.sources().getFirst()).statement();
        Map<String, Integer> more = new TreeMap<>(least);
        more.merge(label, rows, Math::max);
        return new FoundRows(more);
    }
}
