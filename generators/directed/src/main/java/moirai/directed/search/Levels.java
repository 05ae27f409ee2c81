package moirai.directed.search;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.directed.levels.Level;

/**
 * The level of each transaction of a program.
 *
 * @param special those of some transactions, by name
 * @param usual that of all others
 */
public record Levels(Level usual, Map<String, Level> special) {

    /** Copies the map, sorted. */
    public Levels {
        special = Collections.unmodifiableMap(new TreeMap<>(special));
    }

    /** All transactions at one level. */
    public static Levels all(Level level) {
        return new Levels(level, Map.of());
    }

    /** The level of the transaction with this name. */
    public Level of(String txn) {
        return special.getOrDefault(txn, usual);
    }

    /** In words, as {@code EC; payment at SER}. */
    public String text() {
        return usual.name()
                + special.entrySet().stream()
                        .map(entry -> "; " + entry.getKey() + " at "
                                + entry.getValue().name())
                        .collect(Collectors.joining());
    }
}
