package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.analysis.Anomaly;

/** The version order of each key that has one, and what it proves apart from cycles. */
final class OrderOracle {

    private final Facts facts;
    /** No entry for a key that is set aside. */
    private final SortedMap<Integer, List<Integer>> orders = new TreeMap<>();

    OrderOracle(Facts facts) {
        this.facts = facts;
        for (int key : facts.keys()) {
            List<Integer> longest = longestRead(key);
            if (ReadOracle.agree(facts.reads(key)) && new HashSet<>(longest).size() == longest.size()) {
                orders.put(key, withRest(key, longest));
            }
        }
    }

    private List<Integer> longestRead(int key) {
        return facts.reads(key).stream()
                .map(Facts.Read::elements)
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    /** If one effective transaction alone can have made what nobody read, that follows in its order. */
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
    SortedMap<Integer, List<Integer>> orders() {
        return orders;
    }

    /** The first append at {@code index} or behind it that took effect; none if an unknown element comes before it. */
    Optional<Facts.Append> nextInstalled(int key, int index) {
        List<Integer> order = orders.getOrDefault(key, List.of());
        for (int i = index; i < order.size(); i++) {
            Optional<Facts.Append> append = facts.appendOf(key, order.get(i));
            if (append.isEmpty() || facts.effective().contains(append.get().txn())) {
                return append;
            }
        }
        return Optional.empty();
    }

    /** Every instance of an aborted append that was built upon in a list that was read, and of a lost update. */
    Set<Anomaly> instances() {
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
        });
        return instances;
    }

    private void lostUpdates(Facts.Append append, int position, Set<Anomaly> instances) {
        List<Facts.Step> earlier = facts.steps(append.txn(), append.key()).stream()
                .filter(step -> step.op() < append.op())
                .toList();
        if (earlier.isEmpty() || !(earlier.getLast() instanceof Facts.Read read)) {
            return;
        }
        List<Integer> order = orders.getOrDefault(append.key(), List.of());
        for (int i = read.elements().size(); i < position; i++) {
            Optional<Facts.Append> between = facts.appendOf(append.key(), order.get(i));
            if (between.isEmpty()) {
                return;
            }
            int writer = between.get().txn();
            if (writer != append.txn() && facts.effective().contains(writer)) {
                instances.add(new Anomaly.LostUpdate(append.txn(), read.op(), append.op(), writer));
            }
        }
    }
}
