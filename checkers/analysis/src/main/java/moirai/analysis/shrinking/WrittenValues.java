package moirai.analysis.shrinking;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import moirai.history.History;

/**
 * The values of some keys, each with a slot by which a part of a history can count how often it writes it. For one
 * thread.
 */
final class WrittenValues {

    /** Instead of a slot: written by transactions that are in no part. */
    static final int OUTSIDE = -1;

    /** Instead of a slot: no transaction is known to have written it. */
    static final int NOBODYS = -2;

    private final History whole;
    private final Int2ObjectOpenHashMap<Long2IntOpenHashMap> byKey = new Int2ObjectOpenHashMap<>();
    /** The number of writes of each slot in the whole, by transactions that may have taken effect. */
    private final IntArrayList effective = new IntArrayList();

    private int count;

    WrittenValues(History whole) {
        this.whole = whole;
    }

    /** Takes in an op of which parts are made; what it writes gets a slot. */
    void add(int op) {
        Long2IntOpenHashMap slots = byKey.computeIfAbsent(whole.key(op), key -> newSlots());
        if (isWrite(op)) {
            slotOrNew(slots, written(op));
        }
    }

    /** Takes in what all other ops write to the same keys. O(ops of the whole). */
    void addOutside() {
        for (int txn = 0; txn < whole.txnCount(); txn++) {
            boolean mayHaveTakenEffect = whole.outcome(txn).mayHaveTakenEffect();
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                Long2IntOpenHashMap slots = isWrite(op) ? byKey.get(whole.key(op)) : null;
                if (slots != null) {
                    slots.putIfAbsent(written(op), OUTSIDE);
                    int slot = slots.get(written(op));
                    if (slot >= 0 && mayHaveTakenEffect) {
                        effective.set(slot, effective.getInt(slot) + 1);
                    }
                }
            }
        }
    }

    /**
     * Returns the number of writes of a slot in the whole, by transactions that may have taken effect. Those that
     * {@link #addOutside} has met.
     */
    int effective(int slot) {
        return effective.getInt(slot);
    }

    /** Gives a value that nobody wrote a slot. */
    int addGarbage(int key, long value) {
        return slotOrNew(slots(key), value);
    }

    private int slotOrNew(Long2IntOpenHashMap slots, long value) {
        int slot = slots.get(value);
        if (slot < 0) {
            slot = count++;
            effective.add(0);
            slots.put(value, slot);
        }
        return slot;
    }

    private static Long2IntOpenHashMap newSlots() {
        var slots = new Long2IntOpenHashMap();
        slots.defaultReturnValue(NOBODYS);
        return slots;
    }

    private Long2IntOpenHashMap slots(int key) {
        return byKey.computeIfAbsent(key, added -> newSlots());
    }

    /** Returns the slot of a value, or the constant that says why it has none. */
    int slot(int key, long value) {
        return slots(key).get(value);
    }

    /** Returns the slot of the value that an op writes that was taken in. */
    int slotWritten(int op) {
        return slot(whole.key(op), written(op));
    }

    int count() {
        return count;
    }

    boolean isWrite(int op) {
        return whole.isAppend(op) || whole.isWrite(op);
    }

    private long written(int op) {
        return whole.isAppend(op) ? whole.element(op) : whole.value(op);
    }
}
