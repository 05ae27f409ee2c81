package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectSortedMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Instant;
import java.util.Collection;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * Builds the history of registers of what happened in a store. Each write gets a unique number as its value, so that
 * every read determines its writer. O(steps).
 */
final class StoreHistory {

    private final Int2ObjectSortedMap<Txns.Log> txns;
    /** The last value that each transaction wrote to each key, by transaction. */
    private final Int2ObjectOpenHashMap<Int2LongOpenHashMap> lastWrites = new Int2ObjectOpenHashMap<>();

    private final IntList sessions;
    private final HistoryBuilder builder;

    private StoreHistory(Int2ObjectSortedMap<Txns.Log> txns, RunHeader header) {
        this.txns = txns;
        this.sessions = sessions(txns.values());
        this.builder = new HistoryBuilder(header);
    }

    static History of(Int2ObjectSortedMap<Txns.Log> txns, StoreOptions options) {
        String level = StoreLevels.ALL.label(options.level());
        var header = new RunHeader(options.seed(), "", level, "", "mock store", Instant.EPOCH);
        return new StoreHistory(txns, header).build();
    }

    private History build() {
        long value = 1;
        for (var txn : txns.int2ObjectEntrySet()) {
            value = numberWrites(txn.getIntKey(), txn.getValue(), value);
        }
        value = 1;
        int number = 0;
        for (Txns.Log txn : txns.values()) {
            value = add(txn, sessions.getInt(number++), value);
        }
        return builder.build();
    }

    /**
     * Returns the session of each transaction in the history: its own, or one beside it for a transaction that overlaps
     * another one of its session, since the sessions of a history have one transaction at a time.
     */
    private static IntList sessions(Collection<Txns.Log> txns) {
        int next = txns.stream().mapToInt(txn -> txn.session).max().orElse(-1) + 1;
        var lanesBySession = new Int2ObjectOpenHashMap<IntArrayList>();
        var lastOfLane = new Int2ObjectOpenHashMap<Txns.Log>();
        var sessions = new IntArrayList();
        for (Txns.Log txn : txns) {
            IntArrayList lanes = lanesBySession.computeIfAbsent(txn.session, IntArrayList::of);
            int free = -1;
            for (int lane : lanes) {
                Txns.Log last = lastOfLane.get(lane);
                boolean isOver = last == null || (last.state != Txns.Log.State.PENDING && last.end < txn.begin);
                free = free < 0 && isOver ? lane : free;
            }
            if (free < 0) {
                free = next++;
                lanes.add(free);
            }
            lastOfLane.put(free, txn);
            sessions.add(free);
        }
        return sessions;
    }

    private long numberWrites(int number, Txns.Log txn, long first) {
        var last = new Int2LongOpenHashMap();
        long value = first;
        for (int step = 0; step < txn.keys.size(); step++) {
            if (txn.sources.getInt(step) == Txns.Log.WRITE) {
                last.put(txn.keys.getInt(step), value++);
            }
        }
        lastWrites.put(number, last);
        return value;
    }

    private long add(Txns.Log txn, int session, long first) {
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
                case Txns.Log.FORGOTTEN -> {}
                case INITIAL -> builder.readInitial(key);
                default -> builder.readValue(key, lastWrites.get(source).get(key));
            }
        }
        switch (txn.state) {
            case COMMITTED -> builder.end(session, new Outcome.Committed(), txn.begin, txn.end);
            case ABORTED ->
                builder.end(session, new Outcome.Aborted(StoreException.SERIALIZATION_FAILURE), txn.begin, txn.end);
            case PENDING -> builder.endUnfinished(session, txn.begin);
        }
        return value;
    }
}
