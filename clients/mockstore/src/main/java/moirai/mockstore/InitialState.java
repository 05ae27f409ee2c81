package moirai.mockstore;

import static moirai.mockstore.InitialState.Absent.ABSENT;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;

/**
 * The values that every transaction sees, and what they were when they were kept. Guarded by the store's lock. Going
 * back costs as much as what has changed.
 */
final class InitialState {

    /** The value of a key that was deleted. */
    enum Absent {
        ABSENT;

        /** Returns a value; empty if it stands for the absence of one. */
        static Optional<Object> present(Object value) {
            return value == ABSENT ? Optional.empty() : Optional.of(value);
        }
    }

    /** The values by the numbers of their keys, which are dense: a hash would miss the processor's cache. */
    private final List<Object> values = new ArrayList<>();
    /** The former values of the keys whose values have changed since they were kept. */
    private final Int2ObjectOpenHashMap<Object> former = new Int2ObjectOpenHashMap<>();

    private boolean isKept;
    private int keyCount;

    Object value(int key) {
        return key < values.size() ? values.get(key) : ABSENT;
    }

    void putAll(Int2ObjectOpenHashMap<Object> written) {
        written.int2ObjectEntrySet().fastForEach(entry -> {
            if (isKept) {
                former.putIfAbsent(entry.getIntKey(), value(entry.getIntKey()));
            }
            put(entry.getIntKey(), entry.getValue());
        });
    }

    /** Returns whether a key has no value, or one that matters only to transactions that are remembered. */
    boolean isBlank(int key) {
        Object value = value(key);
        return value == ABSENT || value == StoreTxn.Trace.TRACE;
    }

    /** Takes the value of a key away. */
    void clear(int key) {
        if (key < values.size()) {
            values.set(key, ABSENT);
        }
    }

    /** Returns whether there is a state to go back to. */
    boolean isKept() {
        return isKept;
    }

    private void put(int key, Object value) {
        while (values.size() <= key) {
            values.add(ABSENT);
        }
        values.set(key, value);
    }

    /**
     * Returns the values of chosen keys, here and in transactions, also those that a rollback brings back. O(values of
     * all keys).
     */
    Map<Object, List<Object>> versions(Txns txns, KeyNames names, Predicate<Object> chosen) {
        var found = new HashMap<Object, List<Object>>();
        ObjIntConsumer<Object> each = (value, key) -> {
            if (value != ABSENT && chosen.test(names.name(key))) {
                found.computeIfAbsent(names.name(key), name -> new ArrayList<>(1))
                        .add(value);
            }
        };
        for (int key = 0; key < values.size(); key++) {
            each.accept(values.get(key), key);
        }
        txns.all().values().forEach(txn -> txn.forEachValue(each));
        return found;
    }

    void keep(KeyNames names) {
        former.clear();
        names.keep();
        isKept = true;
        keyCount = names.count();
    }

    /**
     * Goes back to what was kept, which is nothing at first, and forgets the names of keys that were used first since
     * then.
     */
    void reset(KeyNames names) {
        if (!isKept) {
            values.clear();
        }
        former.int2ObjectEntrySet().fastForEach(entry -> put(entry.getIntKey(), entry.getValue()));
        former.clear();
        names.forgetFrom(keyCount);
    }
}
