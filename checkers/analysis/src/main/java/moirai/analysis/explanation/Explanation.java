package moirai.analysis.explanation;

import java.util.List;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.history.History;

/**
 * The evidence for an anomaly of a history.
 *
 * @param orders the orders of versions on which the edges rest, each after those on which it rests itself
 * @param edges the edges between the transactions: all of a cycle; none where one read contradicts itself
 * @param inAnyOrder whether nobody saw which of two appends that lost an update came first
 */
public record Explanation(
        History history, Anomaly anomaly, List<ProvenOrder> orders, List<ProvenEdge> edges, boolean inAnyOrder) {

    public Explanation {
        orders = List.copyOf(orders);
        edges = List.copyOf(edges);
    }

    /** Returns the anomaly's transactions and those of which its evidence speaks, ascending. */
    public List<Integer> txns() {
        return txns(anomaly);
    }

    static List<Integer> txns(Anomaly anomaly) {
        return Stream.concat(
                        anomaly.txns().stream(), anomaly.successions().stream().flatMap(order -> order.txns().stream()))
                .distinct()
                .sorted()
                .toList();
    }
}
