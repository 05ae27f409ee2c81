package moirai.observation.txns;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The arguments of a transaction.
 *
 * @param values by the names of parameters: numbers are BigDecimal, texts and choices String, times LocalDateTime,
 *     dates LocalDate, flags BigDecimal of 0 or 1, and unique identifiers UUID
 */
public record Arguments(Map<String, Object> values) {

    public Arguments {
        values = Map.copyOf(values);
    }

    /** Returns these arguments and some more. */
    public Arguments with(Map<String, Object> more) {
        Map<String, Object> both = new HashMap<>(values);
        both.putAll(more);
        return new Arguments(both);
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

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public LocalDate date(String name) {
        return value(name, LocalDate.class);
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public boolean flag(String name) {
        return decimal(name).signum() != 0;
    }

    /** Returns the argument of a parameter of this kind; throws IllegalArgumentException if there is none. */
    public UUID uuid(String name) {
        return value(name, UUID.class);
    }
}
