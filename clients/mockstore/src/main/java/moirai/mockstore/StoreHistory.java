package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * Builds the history of registers of what happened in a store. Each write gets a unique number as its value, so that
 * every read determines its writer. O(steps).
 */
final class StoreHistory {

    private final List<Txns.Log> txns;
    /** The last value that each transaction wrote to each key, by transaction. */
    private final List<Int2LongOpenHashMap> lastWrites = new ArrayList<>();

    private final HistoryBuilder builder;

    private StoreHistory(List<Txns.Log> txns, RunHeader header) {
        this.txns = txns;
        this.builder = new HistoryBuilder(header);
    }

    static History of(List<Txns.Log> txns, StoreOptions options) {
        String level = StoreLevels.ALL.label(options.level());
        var header = new RunHeader(options.seed(), "", level, "", "mock store", Instant.EPOCH);
        return new StoreHistory(txns, header).build();
    }

    private History build() {
        long value = 1;
        for (Txns.Log txn : txns) {
            value = numberWrites(txn, value);
        }
        value = 1;
        for (int number = 0; number < txns.size(); number++) {
            value = add(number, value);
        }
        return builder.build();
    }

    private long numberWrites(Txns.Log txn, long first) {
        var last = new Int2LongOpenHashMap();
        long value = first;
        for (int step = 0; step < txn.keys.size(); step++) {
            if (txn.sources.getInt(step) == Txns.Log.WRITE) {
                last.put(txn.keys.getInt(step), value++);
            }
        }
        lastWrites.add(last);
        return value;
    }

    private long add(int number, long first) {
        Txns.Log txn = txns.get(number);
        var own = new Int2LongOpenHashMap();
        long value = first;
        for (int step = 0; step < txn.keys.size(); step++) {
            int key = txn.keys.getInt(step);
            int source = txn.sources.getInt(step);
            switch (source) {
                case Txns.Log.WRITE -> {
                    own.put(key, value);
                    builder.write(key, value++);
                }
                case Txns.Log.OWN -> builder.readValue(key, own.get(key));
                case INITIAL -> builder.readInitial(key);
                default -> builder.readValue(key, lastWrites.get(source).get(key));
            }
        }
        switch (txn.state) {
            case COMMITTED -> builder.end(txn.session, new Outcome.Committed(), txn.begin, txn.end);
            case ABORTED ->
                builder.end(txn.session, new Outcome.Aborted(StoreException.SERIALIZATION_FAILURE), txn.begin, txn.end);
            case PENDING -> builder.endUnfinished(txn.session, txn.begin);
        }
        return value;
    }
}
