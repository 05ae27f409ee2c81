package moirai.observation.txns;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Map;

/**
 * The arguments of a transaction.
 *
 * @param values by the names of parameters: numbers are BigDecimal, texts String, times LocalDateTime
 */
public record Arguments(Map<String, Object> values) {

    public Arguments {
        values = Map.copyOf(values);
    }

    private <T> T value(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("parameter '" + name + "' is no " + type.getSimpleName()
                    + "; accepted: the name of a parameter of this kind, of " + values.keySet());
        }
        return type.cast(value);
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public int integer(String name) {
        return decimal(name).intValueExact();
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public long longInteger(String name) {
        return decimal(name).longValueExact();
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public BigDecimal decimal(String name) {
        return value(name, BigDecimal.class);
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public String text(String name) {
        return value(name, String.class);
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public LocalDateTime time(String name) {
        return value(name, LocalDateTime.class);
    }
}
