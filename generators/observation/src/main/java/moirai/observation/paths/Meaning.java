package moirai.observation.paths;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.directed.program.Expression;

/** The meaning of a value in terms of what was seen before. */
public sealed interface Meaning {

    /** A sum of sources, less other sources, and a number. A source alone may be a text as well. */
    public record Sum(List<Expression> added, List<Expression> taken, BigDecimal offset) implements Meaning {

        public Sum {
            added = List.copyOf(added);
            taken = List.copyOf(taken);
        }

        /** Returns the meaning of one source as it is. */
        static Sum of(Expression source) {
            return new Sum(List.of(source), List.of(), BigDecimal.ZERO);
        }
    }

    /** A value that is the same in all runs. */
    public record Fixed(Object value) implements Meaning {}

    /** An unknown value, in whose text these sources occur. */
    public record Unknown(List<Expression> sources) implements Meaning {

        public Unknown {
            sources = List.copyOf(sources);
        }
    }

    /** Returns the value among these facts; empty if it is not known. */
    default Optional<Object> value(Map<Expression, Object> facts) {
        return switch (this) {
            case Fixed(var value) -> Optional.of(value);
            case Unknown unknown -> Optional.empty();
            case Sum(var added, var taken, var offset)
            when added.size() == 1 && taken.isEmpty() && offset.signum() == 0 ->
                Optional.ofNullable(facts.get(added.getFirst()));
            case Sum(var added, var taken, var offset) -> {
                BigDecimal sum = offset;
                for (Expression source :
                        Stream.concat(added.stream(), taken.stream()).toList()) {
                    if (!(facts.get(source) instanceof BigDecimal)) {
                        yield Optional.empty();
                    }
                }
                for (Expression source : added) {
                    sum = sum.add((BigDecimal) facts.getOrDefault(source, BigDecimal.ZERO));
                }
                for (Expression source : taken) {
                    sum = sum.subtract((BigDecimal) facts.getOrDefault(source, BigDecimal.ZERO));
                }
                yield Optional.of(sum);
            }
        };
    }

    /** Returns whether two plain values are the same; compares numbers by size. */
    static boolean same(Object left, Object right) {
        return (left instanceof BigDecimal one && right instanceof BigDecimal other)
                ? one.compareTo(other) == 0
                : left.equals(right);
    }
}
