package moirai.mockstore;

import static moirai.mockstore.Absent.ABSENT;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

/**
 * The values that every transaction sees, and what they were when they were kept. Guarded by the store's lock. Going
 * back costs as much as what has changed.
 */
final class InitialState {

    private final Int2ObjectOpenHashMap<Object> values = new Int2ObjectOpenHashMap<>();
    /** The former values of the keys whose values have changed since they were kept. */
    private final Int2ObjectOpenHashMap<Object> former = new Int2ObjectOpenHashMap<>();

    private int keyCount;

    Object value(int key) {
        return values.getOrDefault(key, ABSENT);
    }

    void putAll(Int2ObjectOpenHashMap<Object> written) {
        written.int2ObjectEntrySet().fastForEach(entry -> {
            Object before = values.put(entry.getIntKey(), entry.getValue());
            former.putIfAbsent(entry.getIntKey(), before == null ? ABSENT : before);
        });
    }

    void keep(KeyNames names) {
        former.clear();
        keyCount = names.count();
    }

    /** Goes back to what was kept, and forgets the names of keys that were used first since then. */
    void reset(KeyNames names) {
        values.putAll(former);
        former.clear();
        names.forgetFrom(keyCount);
    }
}
