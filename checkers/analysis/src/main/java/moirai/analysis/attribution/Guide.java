package moirai.analysis.attribution;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.columns.StableSort;
import moirai.analysis.keyvalue.RepeatedValues;

/**
 * A guess at the order of commits, which ranks the writers of a read: the last one before the reader first, those after
 * it last. Transactions of unknown outcome that nothing proves come after all others. O(transactions + writers × log).
 */
final class Guide {

    private final RepeatedValues values;
    private final int[] order;
    private final long[] place;
    /** The writers of each value in this order. */
    private final Int2ObjectOpenHashMap<int[]> sorted = new Int2ObjectOpenHashMap<>();

    private Guide(RepeatedValues values, int... recordedOrder) {
        this.values = values;
        this.order = recordedOrder;
        int last = Arrays.stream(recordedOrder).max().orElse(0);
        for (int group = 0; group < values.groupCount(); group++) {
            for (int writer : values.writers(group)) {
                last = Math.max(last, writer);
            }
        }
        for (int open = 0; open < values.count(); open++) {
            last = Math.max(last, values.reader(open));
        }
        this.place = new long[last + 1];
        Arrays.fill(place, Long.MAX_VALUE);
        for (int at = 0; at < recordedOrder.length; at++) {
            place[recordedOrder[at]] = at;
        }
    }

    /** Returns the order of the ends, or if no times were recorded, that of the recording. */
    static Guide asRecorded(RepeatedValues values, KeyValueHistory base) {
        return by(values, base, base.isTimed() ? base::endNanos : txn -> txn);
    }

    /** Returns an order in which all sessions go on at the same pace from the beginning to the end. */
    static Guide atSamePace(RepeatedValues values, KeyValueHistory base) {
        return by(values, base, txn -> ((2L * base.position(txn) + 1) << 30) / base.sessionSize(base.session(txn)));
    }

    static Guide of(RepeatedValues values, KeyValueHistory base, CommitOrder order) {
        int[] recorded = new int[order.size()];
        Arrays.setAll(recorded, at -> base.recordedTxn(order.at(at)));
        return new Guide(values, recorded);
    }

    private static Guide by(RepeatedValues values, KeyValueHistory base, IntToLongFunction key) {
        int[] order = StableSort.range(base.txnCount(), key);
        Arrays.setAll(order, at -> base.recordedTxn(order[at]));
        return new Guide(values, order);
    }

    /** Returns the number of transactions in the order. */
    int size() {
        return order.length;
    }

    /** Returns the recorded transaction at this place of the order. */
    int at(int place) {
        return order[place];
    }

    private int[] sorted(int group) {
        return sorted.computeIfAbsent(group, first -> StableSort.by(txn -> place[txn], values.writers(group)));
    }

    /** Returns the writer that ranks first. O(log writers). */
    int best(int open) {
        int[] writers = sorted(values.groupOf(open));
        int reader = values.reader(open);
        int before = before(writers, reader);
        if (before > 0) {
            return writers[before - 1];
        }
        return writers[writers[0] == reader ? 1 : 0];
    }

    /** Returns all writers, the one that ranks first before the others. */
    int[] ranked(int open) {
        int[] writers = sorted(values.groupOf(open));
        int reader = values.reader(open);
        int before = before(writers, reader);
        var ranked = new IntArrayList(writers.length);
        for (int i = before - 1; i >= 0; i--) {
            ranked.add(writers[i]);
        }
        for (int i = before; i < writers.length; i++) {
            if (writers[i] != reader) {
                ranked.add(writers[i]);
            }
        }
        return ranked.toIntArray();
    }

    /** Returns how many of the writers come before the reader. */
    private int before(int[] writers, int reader) {
        int low = 0;
        int high = writers.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (place[writers[middle]] < place[reader]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
