package moirai.analysis.axioms.orders;

import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * The writers of each key by chain, in the chain's order. Built by two passes of counting: O(writes + keys); 8 bytes a
 * write and 8 a pair of key and chain.
 */
public final class ChainWriters {

    private final Chains chains;
    /** The first group of each key; a group is the writers of a key in one chain. */
    private final int[] firstGroup;

    private final int[] groupChain;
    private final int[] firstWriter;
    private final int[] writer;
    private final int[] writerPosition;

    /** Groups the writers of each key. O(writes + keys). */
    public ChainWriters(KeyValueHistory history, Chains chains) {
        this.chains = chains;
        int[] first = firsts(history, chains);
        this.writer = new int[first[history.keyCount()]];
        this.writerPosition = new int[writer.length];
        int[] next = first.clone();
        for (int place = 0; place < chains.size(); place++) {
            int txn = chains.txn(place);
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int slot = next[history.writeKey(write)]++;
                writer[slot] = txn;
                writerPosition[slot] = chains.position(txn);
            }
        }
        this.firstGroup = new int[history.keyCount() + 1];
        int groups = countGroups(first);
        this.groupChain = new int[groups];
        this.firstWriter = new int[groups + 1];
        fillGroups(first);
    }

    private static int[] firsts(KeyValueHistory history, Chains chains) {
        int[] first = new int[history.keyCount() + 1];
        for (int place = 0; place < chains.size(); place++) {
            int txn = chains.txn(place);
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                first[history.writeKey(write) + 1]++;
            }
        }
        for (int key = 0; key + 1 < first.length; key++) {
            first[key + 1] += first[key];
        }
        return first;
    }

    private int countGroups(int[] first) {
        int groups = 0;
        for (int key = 0; key + 1 < first.length; key++) {
            firstGroup[key] = groups;
            for (int slot = first[key]; slot < first[key + 1]; slot++) {
                if (beginsGroup(slot, first[key])) {
                    groups++;
                }
            }
        }
        firstGroup[first.length - 1] = groups;
        return groups;
    }

    private boolean beginsGroup(int slot, int firstOfKey) {
        return slot == firstOfKey || chains.chain(writer[slot]) != chains.chain(writer[slot - 1]);
    }

    private void fillGroups(int[] first) {
        int group = 0;
        for (int key = 0; key + 1 < first.length; key++) {
            for (int slot = first[key]; slot < first[key + 1]; slot++) {
                if (beginsGroup(slot, first[key])) {
                    groupChain[group] = chains.chain(writer[slot]);
                    firstWriter[group++] = slot;
                }
            }
        }
        firstWriter[group] = writer.length;
    }

    /** Returns the first group of the key. */
    public int firstGroup(int key) {
        return firstGroup[key];
    }

    /** Returns the number behind the last group of the key. */
    public int endGroup(int key) {
        return firstGroup[key + 1];
    }

    /** Returns the chain of the group's writers. */
    public int chain(int group) {
        return groupChain[group];
    }

    /**
     * Returns the last of the group's writers, other than one, whose position in the chain is at most this, or -1.
     * O(log of the group's writers).
     */
    public int lastUpTo(int group, int position, int except) {
        int first = firstWriter[group];
        int low = first;
        int high = firstWriter[group + 1] - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (writerPosition[middle] <= position) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        if (high >= first && writer[high] == except) {
            high--;
        }
        return high < first ? -1 : writer[high];
    }

    /**
     * Returns the last of the group's writers whose position in the chain is in [from, to), or -1. O(log of the group's
     * writers).
     */
    public int lastWithin(int group, int from, int to) {
        int first = firstWriter[group];
        int end = firstWriter[group + 1];
        if (writerPosition[end - 1] < from || writerPosition[first] >= to) {
            return -1;
        }
        int found = Arrays.binarySearch(writerPosition, first, end, to);
        int last = (found < 0 ? -found - 1 : found) - 1;
        return writerPosition[last] < from ? -1 : writer[last];
    }
}
