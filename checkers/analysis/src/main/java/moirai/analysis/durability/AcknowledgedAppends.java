package moirai.analysis.durability;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * The acknowledged appends of a history of which not everything can be read again. It takes some 30 bytes for each key,
 * and has room for {@value #KEYS_MAX}.
 */
public final class AcknowledgedAppends {

    private static final int KEYS_MAX = 1 << 22;

    private final int keysMax;
    private final Long2LongOpenHashMap packed = new Long2LongOpenHashMap();
    private boolean isWhole = true;

    /** Begins without any. */
    public AcknowledgedAppends() {
        this(KEYS_MAX);
    }

    /** Returns none, where nobody has noted them. */
    public static AcknowledgedAppends unknown() {
        var none = new AcknowledgedAppends();
        none.lose();
        return none;
    }

    /** Begins without any, with room for so many keys. */
    AcknowledgedAppends(int keysMax) {
        this.keysMax = keysMax;
    }

    /**
     * Takes in a piece.
     *
     * @param times the final reads as far as they are known. What went on during them is left out
     */
    public void add(History piece, FinalReadTimes times) {
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            if (!times.overlap(piece.startNanos(txn), piece.endNanos(txn))
                    && piece.outcome(txn) instanceof Outcome.Committed) {
                for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
                    if (piece.isAppend(op)) {
                        add(piece.keyName(piece.key(op)), piece.element(op));
                    }
                }
            }
        }
    }

    private void add(long key, int element) {
        if (ElementStates.isPacked(element)) {
            put(key, ElementStates.bit(element));
        } else {
            lose();
        }
    }

    /** Takes in elements of a key, as bits. */
    void put(long key, long bits) {
        if (packed.size() < keysMax || packed.containsKey(key)) {
            packed.put(key, packed.get(key) | bits);
        } else {
            lose();
        }
    }

    /** Notes that some are missing. */
    void lose() {
        isWhole = false;
    }

    /** Returns whether all appends are known; elements beyond 64 are not, nor those of keys for which no room was. */
    public boolean isWhole() {
        return isWhole;
    }

    /** Returns the keys that have some, in order. O(keys × log keys). */
    long[] keys() {
        long[] keys = packed.keySet().toLongArray();
        Arrays.sort(keys);
        return keys;
    }

    /** Returns the elements of a key, as bits. */
    long bits(long key) {
        return packed.get(key);
    }

    Long2LongMap.FastEntrySet byKey() {
        return packed.long2LongEntrySet();
    }
}
