package moirai.directed.search;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.encoding.Instance;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;

/**
 * The level of each transaction of a program.
 *
 * @param usual the level of all transactions without one of their own
 * @param special the levels of some transactions, by name
 * @param pairs the transactions that are serializable in each other's company, whatever their levels: selective
 *    serializability
 */
public record Levels(Promises usual, Map<String, Promises> special, Set<Pair> pairs) {

    /** Copies the map and the set, sorted. */
    public Levels {
        special = Collections.unmodifiableMap(new TreeMap<>(special));
        pairs = Collections.unmodifiableSet(new TreeSet<>(pairs));
    }

    /** An unordered pair of transactions, perhaps twice the same one. */
    public record Pair(String first, String second) implements Comparable<Pair> {

        /** Orders the names. */
        public Pair {
            if (first.compareTo(second) > 0) {
                String swapped = first;
                first = second;
                second = swapped;
            }
        }

        @Override
        public int compareTo(Pair other) {
            int byFirst = first.compareTo(other.first);
            return byFirst == 0 ? second.compareTo(other.second) : byFirst;
        }

        private Stream<String> partners(String txn) {
            return Stream.concat(
                    first.equals(txn) ? Stream.of(second) : Stream.empty(),
                    second.equals(txn) ? Stream.of(first) : Stream.empty());
        }
    }

    /** Creates levels of which some transactions have their own, without pairs. */
    public Levels(Promises usual, Map<String, Promises> special) {
        this(usual, special, Set.of());
    }

    /** Returns one level for all transactions. */
    public static Levels all(Promises level) {
        return new Levels(level, Map.of());
    }

    /** Returns the levels with another one for these transactions, and the others as before. */
    public Levels with(Collection<String> txns, Promises level) {
        Map<String, Promises> changed = new TreeMap<>(special);
        txns.forEach(txn -> changed.put(txn, level));
        return new Levels(usual, changed, pairs);
    }

    /** Returns the level of the transaction with this name. */
    public Promises of(String txn) {
        return special.getOrDefault(txn, usual);
    }

    /** Returns one call of a transaction at its level. */
    public Instance instance(TxnType type) {
        Set<String> partners =
                pairs.stream().flatMap(pair -> pair.partners(type.name())).collect(Collectors.toSet());
        return new Instance(type, of(type.name()), partners);
    }

    /** Returns the levels of all transactions of a program, in its order. */
    public List<Promises> of(Program program) {
        return program.txns().stream().map(type -> of(type.name())).toList();
    }

    /** Throws IllegalArgumentException if a transaction is named that the program does not have. */
    public void requireTxnsOf(Program program) {
        special.keySet().forEach(program::txn);
        pairs.forEach(pair -> {
            program.txn(pair.first());
            program.txn(pair.second());
        });
    }

    /** Returns the levels in words, as {@code EC; payment at SER; addCourse with addCourse serializable}. */
    public String text() {
        Stream<String> levels = special.entrySet().stream()
                .map(entry -> "; " + entry.getKey() + " at " + entry.getValue().name());
        Stream<String> together =
                pairs.stream().map(pair -> "; " + pair.first() + " with " + pair.second() + " serializable");
        return usual.name() + Stream.concat(levels, together).collect(Collectors.joining());
    }
}
