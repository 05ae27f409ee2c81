package moirai.runs.latency;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The latency of committed transactions, in total and by kind.
 *
 * @param byKind those of which there are any
 */
public record TxnLatency(Latency all, Map<TxnKind, Latency> byKind) {

    public TxnLatency {
        var copy = new EnumMap<TxnKind, Latency>(TxnKind.class);
        copy.putAll(byKind);
        byKind = Collections.unmodifiableMap(copy);
    }

    /** Returns a latency of which the kinds are unknown. */
    public static TxnLatency of(Latency all) {
        return new TxnLatency(all, Map.of());
    }
}
