package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.columns.Groups;
import moirai.history.History;

/**
 * The transactions of which reads may have returned a value that several may have written: those that were not refused
 * and whose last write to the key it is. O(ops) time, O(writes of such values) space.
 */
final class ValueWriters {

    private final RegisterWrites writes;
    /** The group of writers of each such value, by the first write of it. */
    private final Int2IntOpenHashMap groups = new Int2IntOpenHashMap();

    private final int[] writers;
    private final Groups byGroup;
    /** Two transactions of each group that overwrote the value themselves, if there are any. */
    private final int[] overwriters;

    ValueWriters(History history, RegisterWrites writes) {
        this.writes = writes;
        groups.defaultReturnValue(RegisterWrites.NONE);
        writes.contested().intStream().sorted().forEach(write -> groups.put(write, groups.size()));
        this.overwriters = new int[2 * groups.size()];
        Arrays.fill(overwriters, RegisterWrites.NONE);
        var found = new IntArrayList();
        var groupOf = new IntArrayList();
        for (int op = 0; op < history.opCount(); op++) {
            int group = history.isWrite(op) && !writes.isAborted(op)
                    ? group(writes.writeOf(history.key(op), history.value(op)))
                    : RegisterWrites.NONE;
            if (group != RegisterWrites.NONE && writes.isOverwritten(op)) {
                overwriters[2 * group + 1] = overwriters[2 * group];
                overwriters[2 * group] = writes.txn(op);
            } else if (group != RegisterWrites.NONE) {
                found.add(writes.txn(op));
                groupOf.add(group);
            }
        }
        this.byGroup = Groups.of(found.size(), groups.size(), groupOf::getInt);
        this.writers = found.toIntArray();
    }

    int groupCount() {
        return groups.size();
    }

    /** Returns the group of writers of the value that this write stands for, or {@link RegisterWrites#NONE}. */
    int group(int firstWrite) {
        return groups.get(firstWrite);
    }

    int first(int group) {
        return byGroup.first(group);
    }

    int end(int group) {
        return byGroup.end(group);
    }

    /** Returns the transaction at this index, ascending within a group. */
    int writer(int index) {
        return writers[byGroup.member(index)];
    }

    /** Returns whether the transaction is a writer of the group. O(log writers). */
    boolean contains(int group, int txn) {
        int low = first(group);
        int high = end(group) - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (writer(middle) == txn) {
                return true;
            }
            if (writer(middle) < txn) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    /** Returns how many transactions other than the reader a read of the group's value may have read from. */
    int candidates(int group, int reader) {
        return end(group) - first(group) - (contains(group, reader) ? 1 : 0);
    }

    /** Returns a transaction other than the reader that overwrote the value itself; there has to be one. */
    int overwriter(int group, int reader) {
        return overwriters[2 * group] == reader ? overwriters[2 * group + 1] : overwriters[2 * group];
    }

    /** Returns whether the transaction wrote the value of the read before, though not last. */
    boolean isOwn(History history, int txn, int readOp) {
        for (int op = history.firstOp(txn); op < readOp; op++) {
            if (history.isWrite(op)
                    && history.key(op) == history.key(readOp)
                    && history.value(op) == history.value(readOp)) {
                return true;
            }
        }
        return false;
    }

    RegisterWrites writes() {
        return writes;
    }
}
