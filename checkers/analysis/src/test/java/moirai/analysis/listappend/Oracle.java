package moirai.analysis.listappend;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * The findings in a small history by the definitions alone: exponential, and as plain as the definitions.
 *
 * @param instances every anomaly that is not a cycle
 * @param cycles the classes of cycles to report, with the component in which each has a shortest cycle
 */
record Oracle(Facts facts, RelationOracle relation, Set<Anomaly> instances, List<CycleOracle.Found> cycles) {

    static Oracle of(History history) {
        var facts = new Facts(history);
        var instances = new HashSet<>(ReadOracle.instances(facts));
        var orders = new OrderOracle(facts);
        instances.addAll(orders.instances());
        var relation = new RelationOracle(facts, orders);
        return new Oracle(facts, relation, instances, CycleOracle.find(facts, relation));
    }

    Set<Phenomenon> phenomena() {
        var phenomena = EnumSet.noneOf(Phenomenon.class);
        instances.forEach(instance -> phenomena.add(instance.phenomenon()));
        cycles.forEach(cycle -> phenomena.add(cycle.phenomenon()));
        return phenomena;
    }

    /** Returns what would be proven if no transaction's record were missing. */
    Set<Phenomenon> doubts() {
        boolean unknown = facts.reads().stream()
                .anyMatch(read -> read.elements().stream()
                        .anyMatch(element -> facts.appendOf(read.key(), element).isEmpty()));
        return unknown && !facts.complete() ? Set.of(Phenomenon.GARBAGE_READ) : Set.of();
    }
}
