package moirai.observation.txns;

/**
 * A value that the application compares with, which no run would find by chance.
 *
 * @param name a parameter, or {@code table.column}; not case-sensitive
 * @param value a text or a number
 */
public record Hint(String name, Object value) {}
