package moirai.analysis.listappend.oracle;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.analysis.Dependency;

/** All dependencies between effective transactions, pair by pair; the order in real time with all its pairs. */
public final class RelationOracle {

    private record Pair(int from, int to) {}

    private final Facts facts;
    private final Map<Pair, Set<Dependency>> kinds = new HashMap<>();

    RelationOracle(Facts facts, OrderOracle orders) {
        this.facts = facts;
        addWrites(orders);
        for (Facts.Read read : facts.reads()) {
            if (orders.isOrdered(read)) {
                addRead(orders, read);
            }
        }
        for (Facts.Scan scan : facts.scans()) {
            orders.orders().keySet().stream()
                    .filter(scan::misses)
                    .flatMap(key -> orders.mayBeNext(key, 0).stream())
                    .forEach(first -> add(scan.txn(), first.txn(), Dependency.PREDICATE_READ_WRITE));
        }
        addProcess();
        addRealtime();
    }

    /** Why {@code from} comes before {@code to}; empty if nothing says so directly. */
    public Set<Dependency> kinds(int from, int to) {
        return kinds.getOrDefault(new Pair(from, to), Set.of());
    }

    private void add(int from, int to, Dependency kind) {
        if (from != to) {
            kinds.computeIfAbsent(new Pair(from, to), pair -> EnumSet.noneOf(Dependency.class))
                    .add(kind);
        }
    }

    private void addWrites(OrderOracle orders) {
        orders.orders().forEach((key, order) -> {
            for (int i = 0; i < order.size(); i++) {
                int next = i + 1;
                facts.appendOf(key, order.get(i))
                        .filter(append -> facts.effective().contains(append.txn()))
                        .ifPresent(append -> orders.mayBeNext(key, next)
                                .forEach(after -> add(append.txn(), after.txn(), Dependency.WRITE_WRITE)));
            }
        });
    }

    private void addRead(OrderOracle orders, Facts.Read read) {
        Optional<Facts.Append> seen =
                lastRecorded(read).filter(append -> facts.effective().contains(append.txn()));
        boolean last = seen.filter(append -> append.element() != read.elements().getLast()
                        || facts.appends(append.txn(), read.key()).getLast().equals(append))
                .isPresent();
        if (seen.isPresent() && !last && seen.get().txn() != read.txn()) {
            return; // An intermediate version is not in Adya's order of versions at all.
        }
        if (last) {
            add(seen.orElseThrow().txn(), read.txn(), Dependency.WRITE_READ);
        }
        orders.mayBeNext(read.key(), read.elements().size())
                .forEach(next -> add(read.txn(), next.txn(), Dependency.READ_WRITE));
    }

    /** Returns the append of the last element; in a part of a history, the last one that is known. */
    private Optional<Facts.Append> lastRecorded(Facts.Read read) {
        return read.elements().reversed().stream()
                .map(element -> facts.appendOf(read.key(), element))
                .filter(append -> append.isPresent() || facts.complete())
                .findFirst()
                .flatMap(append -> append);
    }

    private void addProcess() {
        Map<Integer, Integer> latest = new HashMap<>();
        for (int txn : facts.effective()) {
            Integer before = latest.get(facts.txn(txn).session());
            if (before != null) {
                add(before, txn, Dependency.PROCESS);
            }
            if (!facts.txn(txn).outcome().isIndeterminate()) {
                latest.put(facts.txn(txn).session(), txn);
            }
        }
    }

    private void addRealtime() {
        List<Integer> txns = new ArrayList<>(facts.effective());
        for (int from : txns) {
            for (int to : txns) {
                if (!facts.txn(from).outcome().isIndeterminate()
                        && facts.txn(from).endNanos() < facts.txn(to).startNanos()) {
                    add(from, to, Dependency.REALTIME);
                }
            }
        }
    }
}
