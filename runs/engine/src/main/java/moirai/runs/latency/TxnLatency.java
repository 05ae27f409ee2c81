package moirai.runs.latency;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The latency of committed transactions, in total and by kind.
 *
 * @param byKind those of which there are any
 * @param slowShare of the time that all took, the share of those that took from 0.9 to 2 seconds; 0 to 1
 */
public record TxnLatency(Latency all, Map<TxnKind, Latency> byKind, double slowShare) {

    public TxnLatency {
        var copy = new EnumMap<TxnKind, Latency>(TxnKind.class);
        copy.putAll(byKind);
        byKind = Collections.unmodifiableMap(copy);
    }

    /** Returns a latency of which nothing else is known. */
    public static TxnLatency of(Latency all) {
        return new TxnLatency(all, Map.of(), 0);
    }
}
