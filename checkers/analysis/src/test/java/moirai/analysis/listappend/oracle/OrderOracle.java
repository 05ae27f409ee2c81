package moirai.analysis.listappend.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;

/** The version order of each key that has one, and what it proves apart from cycles. */
public final class OrderOracle {

    private final Facts facts;
    /** No entry for a key that is set aside. */
    private final SortedMap<Integer, List<Integer>> orders = new TreeMap<>();

    public OrderOracle(Facts facts) {
        this.facts = facts;
        for (int key : facts.keys()) {
            List<Integer> longest = longestRead(key);
            if (!ReadOracle.agree(facts.reads(key))) {
                if (facts.reads(key).stream().map(Facts.Read::elements).noneMatch(OrderOracle::repeats)) {
                    orders.put(key, agreed(facts.reads(key), longest));
                }
            } else if (!repeats(longest)) {
                orders.put(key, withRest(key, longest));
            }
        }
    }

    private static boolean repeats(List<Integer> elements) {
        return new HashSet<>(elements).size() < elements.size();
    }

    /** Returns the longest beginning of the list that is a prefix of each read, or of which the read is one. */
    private static List<Integer> agreed(List<Facts.Read> reads, List<Integer> list) {
        return IntStream.rangeClosed(0, list.size())
                .mapToObj(length -> list.subList(0, length))
                .filter(beginning -> reads.stream().map(Facts.Read::elements).allMatch(read -> {
                    int common = Math.min(read.size(), beginning.size());
                    return read.subList(0, common).equals(beginning.subList(0, common));
                }))
                .reduce(List.of(), (shorter, longer) -> longer);
    }

    /** Returns the keys with an order whose reads contradict each other. */
    public List<Integer> contested() {
        return orders.keySet().stream()
                .filter(key -> !ReadOracle.agree(facts.reads(key)))
                .toList();
    }

    /** Decides whether the read returned a version that has a place in its key's order. */
    public boolean isOrdered(Facts.Read read) {
        return orders.containsKey(read.key())
                && read.elements().size()
                        <= orders.getOrDefault(read.key(), List.of()).size();
    }

    private List<Integer> longestRead(int key) {
        return facts.reads(key).stream()
                .map(Facts.Read::elements)
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    /**
     * Returns the trace with the appends that nobody read, if a single effective transaction can have made them, in its
     * order.
     */
    private List<Integer> withRest(int key, List<Integer> trace) {
        List<Facts.Append> unread = facts.appends().stream()
                .filter(append -> append.key() == key && !facts.aborted(append.txn()))
                .filter(append -> !trace.contains(append.element()))
                .toList();
        Set<Integer> writers = unread.stream().map(Facts.Append::txn).collect(Collectors.toSet());
        var order = new ArrayList<>(trace);
        if (facts.complete() && writers.size() == 1 && facts.effective().containsAll(writers)) {
            unread.forEach(append -> order.add(append.element()));
        }
        return order;
    }

    /** The keys of which something may be inferred, with their elements, oldest first. */
    public SortedMap<Integer, List<Integer>> orders() {
        return orders;
    }

    /**
     * The first append at {@code index} or behind it that took effect. Whether elements that nobody appended stand
     * before it matters in complete histories only, where they are made up.
     */
    public Optional<Facts.Append> nextInstalled(int key, int index) {
        List<Integer> order = orders.getOrDefault(key, List.of());
        for (int i = index; i < order.size(); i++) {
            Optional<Facts.Append> append = facts.appendOf(key, order.get(i));
            boolean isMadeUp = append.isEmpty() && facts.complete();
            if (isMadeUp || append.filter(this::tookEffect).isPresent()) {
                return append;
            }
        }
        return Optional.empty();
    }

    private boolean tookEffect(Facts.Append append) {
        return facts.effective().contains(append.txn());
    }

    /** Appends that took effect, but have no place in the order of their key. */
    public List<Facts.Append> unplaced(int key) {
        List<Integer> order = orders.getOrDefault(key, List.of());
        return facts.appends().stream()
                .filter(append -> append.key() == key && orders.containsKey(key))
                .filter(append -> facts.effective().contains(append.txn()) && !order.contains(append.element()))
                .toList();
    }

    /** The next append, or all that may be: those without a place come after all that have one. */
    public List<Facts.Append> mayBeNext(int key, int index) {
        return nextInstalled(key, index).map(List::of).orElseGet(() -> unplaced(key));
    }

    /** Every instance of an aborted append that was built upon in a list that was read, and of a lost update. */
    public Set<Anomaly> instances() {
        var instances = new HashSet<Anomaly>();
        orders.forEach((key, order) -> {
            List<Integer> longest = longestRead(key);
            for (int i = 0; i < order.size(); i++) {
                int index = i;
                facts.appendOf(key, order.get(i)).ifPresent(append -> {
                    if (facts.aborted(append.txn())) {
                        nextInstalled(key, index + 1)
                                .filter(next -> longest.contains(next.element()))
                                .ifPresent(next -> instances.add(
                                        new Anomaly.DirtyUpdate(next.txn(), next.op(), append.txn(), append.op())));
                    } else {
                        lostUpdates(append, index, instances);
                    }
                });
            }
            unplaced(key).forEach(append -> lostUpdates(append, order.size(), instances));
            lostAmongUnplaced(key, instances);
        });
        return instances;
    }

    /**
     * Adds lost updates. Of two who read all that was ever read and appended, the second has lost what the first did.
     */
    private void lostAmongUnplaced(int key, Set<Anomaly> instances) {
        List<Facts.Append> unplaced = unplaced(key);
        for (Facts.Append append : unplaced) {
            for (Facts.Read read : readsToTheEnd(append.txn(), key)) {
                unplaced.stream()
                        .filter(other -> other.txn() != append.txn()
                                && !readsToTheEnd(other.txn(), key).isEmpty())
                        .forEach(other -> instances.add(
                                new Anomaly.LostUpdate(append.txn(), read.op(), append.op(), other.txn())));
            }
        }
    }

    private List<Facts.Read> readsToTheEnd(int txn, int key) {
        return facts.reads(key).stream()
                .filter(read -> read.txn() == txn && isOrdered(read))
                .filter(read -> nextInstalled(key, read.elements().size()).isEmpty())
                .toList();
    }

    private void lostUpdates(Facts.Append append, int position, Set<Anomaly> instances) {
        facts.reads(append.key()).stream()
                .filter(read -> read.txn() == append.txn())
                .forEach(read -> lostUpdates(append, read, position, instances));
    }

    private void lostUpdates(Facts.Append append, Facts.Read read, int position, Set<Anomaly> instances) {
        List<Integer> order = orders.getOrDefault(append.key(), List.of());
        for (int i = read.elements().size(); i < position; i++) {
            Optional<Facts.Append> between = facts.appendOf(append.key(), order.get(i));
            if (between.isEmpty() && facts.complete()) {
                return;
            }
            between.filter(this::tookEffect)
                    .filter(other -> other.txn() != append.txn())
                    .ifPresent(other ->
                            instances.add(new Anomaly.LostUpdate(append.txn(), read.op(), append.op(), other.txn())));
        }
    }
}
