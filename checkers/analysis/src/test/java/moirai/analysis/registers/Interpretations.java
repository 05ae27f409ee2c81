package moirai.analysis.registers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * All interpretations of a small history of registers that have no aborted and no intermediate read: which transactions
 * of unknown outcome took effect, and a total order of each key's versions. Slow, and close to the definitions.
 */
final class Interpretations {

    /** A read by which a transaction is seen to have found a version; the writer is -1 for the initial one. */
    record Found(int txn, long key, int writer, boolean beforeOwnWrite) {}

    private final List<Txn> txns = new ArrayList<>();
    private final Set<Assumption> assumptions;

    Interpretations(History history, Set<Assumption> assumptions) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            txns.add(history.txn(txn));
        }
        this.assumptions = assumptions;
    }

    /** Decides whether each interpretation that satisfies the assumptions satisfies the predicate. */
    boolean allMatch(Predicate<SerialGraph> predicate) {
        int choices = 1 << txns.size();
        for (int choice = 0; choice < choices; choice++) {
            if (isPossible(choice)) {
                Set<Integer> effective = new TreeSet<>();
                for (int txn = 0; txn < txns.size(); txn++) {
                    if ((choice >> txn & 1) == 1) {
                        effective.add(txn);
                    }
                }
                List<Found> reads = reads(effective);
                if (effective.containsAll(sources(effective))
                        && !orders(
                                effective, reads, new ArrayList<>(keys(effective)), new LinkedHashMap<>(), predicate)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isPossible(int choice) {
        for (int txn = 0; txn < txns.size(); txn++) {
            boolean chosen = (choice >> txn & 1) == 1;
            boolean possible = switch (txns.get(txn).outcome()) {
                case Outcome.Committed committed -> chosen;
                case Outcome.Aborted aborted -> !chosen;
                case Outcome.Indeterminate unknown -> true;
            };
            if (!possible) {
                return false;
            }
        }
        return true;
    }

    private Set<Long> keys(Set<Integer> effective) {
        var keys = new TreeSet<Long>();
        effective.forEach(txn -> txns.get(txn).ops().forEach(op -> {
            if (op instanceof Op.Write write) {
                keys.add(write.key());
            }
        }));
        return keys;
    }

    /** Returns what transactions wrote last, by key; each writer of a key once. */
    private List<Integer> writers(Set<Integer> effective, long key) {
        return effective.stream()
                .filter(txn -> txns.get(txn).ops().stream().anyMatch(op -> op instanceof Op.Write && op.key() == key))
                .toList();
    }

    private List<Found> reads(Set<Integer> effective) {
        var reads = new ArrayList<Found>();
        for (int txn : effective) {
            Map<Long, Long> own = new HashMap<>();
            for (Op op : txns.get(txn).ops()) {
                switch (op) {
                    case Op.Write(long key, long value) -> own.put(key, value);
                    case Op.ReadInitial(long key) -> reads.add(new Found(txn, key, -1, !own.containsKey(key)));
                    case Op.ReadValue(long key, long value) -> {
                        int writer = installer(key, value);
                        if (writer >= 0 && writer != txn && !Long.valueOf(value).equals(own.get(key))) {
                            reads.add(new Found(txn, key, writer, !own.containsKey(key)));
                        }
                    }
                    default -> {}
                }
            }
        }
        return reads;
    }

    /** Returns those that must have taken effect because others that did read what only they may have written. */
    private Set<Integer> sources(Set<Integer> effective) {
        var sources = new TreeSet<Integer>();
        for (int txn : effective) {
            for (Op op : txns.get(txn).ops()) {
                if (op instanceof Op.ReadValue(long key, long value)
                        && possibleWriters(key, value).size() == 1) {
                    sources.addAll(possibleWriters(key, value));
                }
            }
        }
        return sources;
    }

    private Set<Integer> possibleWriters(long key, long value) {
        var writers = new TreeSet<Integer>();
        for (int txn = 0; txn < txns.size(); txn++) {
            if (txns.get(txn).outcome().mayHaveTakenEffect()
                    && txns.get(txn).ops().contains(new Op.Write(key, value))) {
                writers.add(txn);
            }
        }
        return writers;
    }

    /**
     * Returns the installer of the value, if a single transaction may be it; aborted, intermediate and made up values
     * have none.
     */
    private int installer(long key, long value) {
        Set<Integer> writers = possibleWriters(key, value);
        if (writers.size() != 1) {
            return -1;
        }
        int writer = writers.iterator().next();
        Op last = txns.get(writer).ops().stream()
                .filter(op -> op instanceof Op.Write && op.key() == key)
                .toList()
                .getLast();
        return last.equals(new Op.Write(key, value)) ? writer : -1;
    }

    private boolean orders(
            Set<Integer> effective,
            List<Found> reads,
            List<Long> keys,
            Map<Long, List<Integer>> chosen,
            Predicate<SerialGraph> predicate) {
        if (keys.isEmpty()) {
            return predicate.test(new SerialGraph(txns, effective, reads, chosen));
        }
        long key = keys.getFirst();
        List<Long> rest = keys.subList(1, keys.size());
        for (List<Integer> order : permutations(writers(effective, key))) {
            if (isAllowed(order, effective, reads, key)) {
                chosen.put(key, order);
                if (!orders(effective, reads, rest, chosen, predicate)) {
                    return false;
                }
                chosen.remove(key);
            }
        }
        return true;
    }

    private static List<List<Integer>> permutations(List<Integer> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        var all = new ArrayList<List<Integer>>();
        for (List<Integer> shorter : permutations(items.subList(1, items.size()))) {
            for (int at = 0; at <= shorter.size(); at++) {
                var longer = new ArrayList<>(shorter);
                longer.add(at, items.getFirst());
                all.add(longer);
            }
        }
        return all;
    }

    /** Decides whether the order satisfies the assumptions. */
    private boolean isAllowed(List<Integer> order, Set<Integer> effective, List<Found> reads, long key) {
        for (int first : effective) {
            for (int second : effective) {
                boolean ordered = first == second
                        ? Assumption.WFR_KEYS.isIn(assumptions)
                        : (Assumption.SEQUENTIAL_KEYS.isIn(assumptions) && SerialGraph.inSession(txns, first, second))
                                || (Assumption.LINEARIZABLE_KEYS.isIn(assumptions)
                                        && SerialGraph.inTime(txns, first, second));
                if (ordered && !isKept(order, reads, key, first, second)) {
                    return false;
                }
            }
        }
        // A key that nobody may overwrite holds the initial version for ever, whoever reads it.
        return true;
    }

    private static boolean isKept(List<Integer> order, List<Found> reads, long key, int first, int second) {
        for (int one : touched(order, reads, key, first, first != second)) {
            for (int other : first == second ? written(order, second) : touched(order, reads, key, second, true)) {
                if (one > other) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<Integer> written(List<Integer> order, int txn) {
        return order.contains(txn) ? List.of(order.indexOf(txn)) : List.of();
    }

    private static List<Integer> touched(List<Integer> order, List<Found> reads, long key, int txn, boolean writes) {
        var places = new ArrayList<Integer>();
        reads.stream()
                .filter(read -> read.txn() == txn && read.key() == key && read.beforeOwnWrite())
                .forEach(read -> places.add(read.writer() < 0 ? -1 : order.indexOf(read.writer())));
        if (writes) {
            places.addAll(written(order, txn));
        }
        return places;
    }
}
