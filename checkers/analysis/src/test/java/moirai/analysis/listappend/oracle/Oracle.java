package moirai.analysis.listappend.oracle;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * The findings in a small history by the definitions alone: exponential, and as plain as the definitions.
 *
 * @param instances every anomaly that is not a cycle
 * @param cycles the classes of cycles to report, with the component in which each has a shortest cycle
 */
public record Oracle(
        Facts facts,
        OrderOracle orders,
        RelationOracle relation,
        Set<Anomaly> instances,
        List<CycleOracle.Found> cycles) {

    public static Oracle of(History history) {
        var facts = new Facts(history);
        var instances = new HashSet<>(ReadOracle.instances(facts));
        var orders = new OrderOracle(facts);
        instances.addAll(orders.instances());
        var relation = new RelationOracle(facts, orders);
        return new Oracle(facts, orders, relation, instances, CycleOracle.find(facts, relation));
    }

    public Set<Phenomenon> phenomena() {
        var phenomena = EnumSet.noneOf(Phenomenon.class);
        instances.forEach(instance -> phenomena.add(instance.phenomenon()));
        cycles.forEach(cycle -> phenomena.add(cycle.phenomenon()));
        return phenomena;
    }

    /**
     * Returns what would be proven if no transaction's record were missing, and cycles of writes where reads contradict
     * each other.
     */
    public Set<Phenomenon> doubts() {
        boolean unknown = facts.reads().stream()
                .anyMatch(read -> read.elements().stream()
                        .anyMatch(element -> facts.appendOf(read.key(), element).isEmpty()));
        var doubts = EnumSet.noneOf(Phenomenon.class);
        if (unknown && !facts.complete()) {
            doubts.add(Phenomenon.GARBAGE_READ);
        }
        var used = EnumSet.of(Dependency.WRITE_WRITE);
        doubtCyclesOfWrites(Phenomenon.G0, used, doubts);
        used.add(Dependency.PROCESS);
        doubtCyclesOfWrites(Phenomenon.G0_PROCESS, used, doubts);
        used.add(Dependency.REALTIME);
        doubtCyclesOfWrites(Phenomenon.G0_REALTIME, used, doubts);
        return doubts;
    }

    /**
     * Adds the phenomenon if, whatever the order of appends that reads disagree on, nobody can tell that writes are in
     * no cycle: a transaction made two of them, or one dependency of these kinds lies on a circle with that order.
     */
    private void doubtCyclesOfWrites(Phenomenon phenomenon, Set<Dependency> used, Set<Phenomenon> doubts) {
        List<List<Integer>> contests = orders.contested().stream()
                .map(key -> orders.unplaced(key).stream().map(Facts.Append::txn).toList())
                .toList();
        if (contests.isEmpty()) {
            return;
        }
        List<Integer> all = contests.stream().flatMap(List::stream).toList();
        boolean isRepeated = Set.copyOf(all).size() < all.size();
        boolean isOnCircle = facts.effective().stream()
                .anyMatch(from -> facts.effective().stream()
                        .anyMatch(to -> depends(from, to, used) && leads(to, from, used, contests)));
        if (isRepeated || isOnCircle) {
            doubts.add(phenomenon);
        }
    }

    private boolean depends(int from, int to, Set<Dependency> used) {
        return relation.kinds(from, to).stream().anyMatch(used::contains);
    }

    private boolean leads(int from, int to, Set<Dependency> used, List<List<Integer>> contests) {
        var seen = new TreeSet<>(Set.of(from));
        boolean grown = true;
        while (grown) {
            grown = seen.addAll(facts.effective().stream()
                    .filter(next -> seen.stream()
                            .anyMatch(txn -> depends(txn, next, used)
                                    || contests.stream()
                                            .anyMatch(contest -> contest.contains(txn) && contest.contains(next))))
                    .toList());
        }
        return seen.contains(to);
    }
}
