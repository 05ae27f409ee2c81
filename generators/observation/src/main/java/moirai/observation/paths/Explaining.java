package moirai.observation.paths;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.directed.program.Expression;
import moirai.sources.sql.Constants;

/**
 * Finds what a value is made of: a formula that fits in each of several runs, whose sources differ. It tries, in this
 * order: a source; a constant; a source and a small constant; the sum or difference of two sources and a small
 * constant; a text in which sources occur. Cost: O(sources²) for each value and run.
 */
final class Explaining {

    private static final BigDecimal OFFSET_MAX = BigDecimal.valueOf(Constants.NUMBER_MAX);

    private final List<Object> values;
    private final List<Map<Expression, Object>> runs;

    /** Takes the value of each run, and what was seen before it in that run. */
    Explaining(List<Object> values, List<Map<Expression, Object>> runs) {
        this.values = List.copyOf(values);
        this.runs = List.copyOf(runs);
    }

    /** Returns the expected meaning if it fits; otherwise another one. */
    Meaning meaning(Meaning expected) {
        return fits(expected) ? expected : meaning();
    }

    Meaning meaning() {
        Object first = values.getFirst();
        boolean isFixed = values.stream().allMatch(value -> Meaning.same(value, first));
        Optional<Meaning> one = sources().stream()
                .filter(source -> !isFixed || differs(source))
                .map(source -> (Meaning) Meaning.Sum.of(source))
                .filter(this::fits)
                .findFirst();
        if (one.isPresent()) {
            return one.get();
        }
        if (isFixed) {
            return new Meaning.Fixed(first);
        }
        return first instanceof BigDecimal ? sum().orElse(new Meaning.Unknown(List.of())) : text();
    }

    /** Returns whether a source has several values. One that is always the same explains no constant. */
    private boolean differs(Expression source) {
        Object first = runs.getFirst().getOrDefault(source, "");
        return runs.stream().anyMatch(run -> !Meaning.same(run.getOrDefault(source, ""), first));
    }

    private List<Expression> sources() {
        return List.copyOf(runs.getFirst().keySet());
    }

    private boolean fits(Meaning meaning) {
        for (int run = 0; run < runs.size(); run++) {
            Object value = values.get(run);
            if (meaning.value(runs.get(run))
                    .filter(other -> Meaning.same(value, other))
                    .isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private Optional<Meaning> sum() {
        List<Expression> numbers = sources().stream()
                .filter(source -> runs.getFirst().get(source) instanceof BigDecimal)
                .toList();
        for (Expression one : numbers) {
            Optional<Meaning> found = withOffset(List.of(one), List.of()).or(() -> withOffset(List.of(), List.of(one)));
            if (found.isPresent()) {
                return found;
            }
        }
        for (int i = 0; i < numbers.size(); i++) {
            for (int j = 0; j < i; j++) {
                Expression one = numbers.get(j);
                Expression other = numbers.get(i);
                Optional<Meaning> found = withOffset(List.of(one, other), List.of())
                        .or(() -> withOffset(List.of(one), List.of(other)))
                        .or(() -> withOffset(List.of(other), List.of(one)))
                        .or(() -> withOffset(List.of(), List.of(one, other)));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns these sources and the constant that is left in the first run, if it is small and the same in all runs.
     */
    private Optional<Meaning> withOffset(List<Expression> added, List<Expression> taken) {
        Object bare = new Meaning.Sum(added, taken, BigDecimal.ZERO)
                .value(runs.getFirst())
                .orElse("");
        if (!(bare instanceof BigDecimal number) || !(values.getFirst() instanceof BigDecimal value)) {
            return Optional.empty();
        }
        BigDecimal offset = value.subtract(number);
        var meaning = new Meaning.Sum(added, taken, offset.signum() == 0 ? BigDecimal.ZERO : offset);
        return (offset.abs().compareTo(OFFSET_MAX) <= 0 && fits(meaning)) ? Optional.of(meaning) : Optional.empty();
    }

    private Meaning text() {
        var sources = new ArrayList<Expression>();
        for (Expression source : sources().reversed()) {
            boolean isIn = source instanceof Expression.Result;
            for (int run = 0; run < runs.size(); run++) {
                Object part = runs.get(run).getOrDefault(source, "");
                String shown = part instanceof BigDecimal number ? number.toPlainString() : part.toString();
                isIn &= shown.length() > 2 && values.get(run).toString().contains(shown);
            }
            if (isIn) {
                sources.add(source);
            }
        }
        return new Meaning.Unknown(sources);
    }
}
