package moirai.programs.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * The numbers that a query returned, by key: the operands of assertions. Keys are lists of whole numbers. A key without
 * a number counts as zero.
 */
public final class Tally {

    private static final Comparator<List<Long>> KEYS =
            Comparator.comparing(key -> key.stream().mapToLong(Long::longValue).toArray(), Arrays::compare);

    private final TreeMap<List<Long>, BigDecimal> numbers = new TreeMap<>(KEYS);

    /**
     * Executes a query for numbers.
     *
     * @param sql a query whose last column is the number, and whose other columns are the key; numbers of equal keys
     *    are added
     */
    public static Tally of(Connection connection, String sql) throws SQLException {
        var tally = new Tally();
        try (var statement = connection.prepareStatement(sql);
                var rows = statement.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                BigDecimal number = rows.getBigDecimal(columns);
                tally.add(key(rows, columns - 1), number == null ? BigDecimal.ZERO : number);
            }
        }
        return tally;
    }

    /** Returns the tally of numbers that were counted elsewhere. */
    public static Tally of(Map<List<Long>, BigDecimal> counted) {
        var tally = new Tally();
        counted.forEach(tally::add);
        return tally;
    }

    private static List<Long> key(ResultSet rows, int columns) throws SQLException {
        var key = new ArrayList<Long>(columns);
        for (int column = 1; column <= columns; column++) {
            key.add(rows.getLong(column));
        }
        return List.copyOf(key);
    }

    private void add(List<Long> key, BigDecimal number) {
        numbers.merge(key, number, BigDecimal::add);
    }

    /** Returns the keys that have a number. */
    public List<List<Long>> keys() {
        return List.copyOf(numbers.keySet());
    }

    /** Returns the number of a key; zero if it has none. */
    public BigDecimal at(List<Long> key) {
        return numbers.getOrDefault(key, BigDecimal.ZERO);
    }

    /** Returns the sum of all numbers. */
    public BigDecimal total() {
        return numbers.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    public Tally plus(Tally other) {
        return combined(other, BigDecimal::add);
    }

    public Tally minus(Tally other) {
        return combined(other, BigDecimal::subtract);
    }

    private Tally combined(Tally other, BinaryOperator<BigDecimal> operator) {
        var result = new Tally();
        for (List<Long> key : union(other)) {
            result.add(key, operator.apply(at(key), other.at(key)));
        }
        return result;
    }

    /** Returns the numbers of the keys that the other tally has as well. */
    public Tally where(Tally other) {
        var result = new Tally();
        numbers.forEach((key, number) -> {
            if (other.numbers.containsKey(key)) {
                result.add(key, number);
            }
        });
        return result;
    }

    /** Returns the numbers under other keys; numbers whose keys become equal are added. */
    public Tally by(UnaryOperator<List<Long>> rename) {
        var result = new Tally();
        numbers.forEach((key, number) -> result.add(rename.apply(key), number));
        return result;
    }

    /** Returns the results of a function of the numbers, under the same keys. */
    public Tally mapped(UnaryOperator<BigDecimal> function) {
        var result = new Tally();
        numbers.forEach((key, number) -> result.add(key, function.apply(number)));
        return result;
    }

    /**
     * Returns a text about the first key whose numbers differ; empty if there is none.
     *
     * @param what the text before the number of this tally
     * @param otherWhat the text between the two numbers
     */
    public Optional<String> differenceFrom(Tally other, String what, String otherWhat) {
        for (List<Long> key : union(other)) {
            if (at(key).compareTo(other.at(key)) != 0) {
                return Optional.of(what + at(key).toPlainString() + otherWhat
                        + other.at(key).toPlainString() + " for " + key);
            }
        }
        return Optional.empty();
    }

    private SortedSet<List<Long>> union(Tally other) {
        var keys = new TreeSet<>(KEYS);
        keys.addAll(numbers.keySet());
        keys.addAll(other.numbers.keySet());
        return keys;
    }
}
