package moirai.directed.search;

import java.util.List;
import java.util.function.Function;
import moirai.directed.encoding.Scenario;

/** A finder of executions that are easy to read, each for one anomaly. */
public final class OwnExecutions {

    private final Function<Ring, RingSearch> searches;

    /** The transactions of an encoding, and the order of the ring through them. */
    record Ring(List<String> txns, List<Integer> order) {

        Ring {
            txns = List.copyOf(txns);
            order = List.copyOf(order);
        }

        static Ring of(Anomaly anomaly) {
            return new Ring(
                    anomaly.scenario().calls().stream().map(Scenario.Call::txn).toList(),
                    anomaly.hops().stream().map(Anomaly.Hop::call).toList());
        }
    }

    OwnExecutions(Function<Ring, RingSearch> searches) {
        this.searches = searches;
    }

    /**
     * Returns the anomaly with the same conflicts in an execution of its own; the anomaly itself if the search that
     * this is for does not have it.
     */
    public Anomaly of(Anomaly anomaly) {
        return searches.apply(Ring.of(anomaly)).readable(anomaly).orElse(anomaly);
    }
}
