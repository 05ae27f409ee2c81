package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import moirai.history.History;

/**
 * Finds the keys that scans of ranges missed although effective transactions appended to them.
 *
 * <p>What is proven. A scan is a predicate read (Adya 1999, section 2.3.1) whose predicate is "the key is in the range
 * and the list has elements". The range is fixed and no append changes a key, so a list begins to match with its first
 * version and never ceases to. Of each key in the range the scan therefore selects either the version that the read
 * of the match returned, or the initial, empty one. In the second case whoever installed the first version changed the
 * matches of the scan (section 3.1.2), and comes after it. Nothing is proven about predicates over values that
 * transactions update, or about deletions: neither can be recorded.
 *
 * <p>Cost: O(keys × log) once, if there are scans; O(log keys + keys of the range that count) for each scan, together
 * at most {@link #KEYS_MAX}, with at most {@link #MISSED_MAX} that are missed; {@link #isCutShort} tells.
 */
public final class Scans {

    /** The number of keys that all scans together may look at, which takes about a second. */
    static final long KEYS_MAX = 500_000_000;

    /**
     * The number of keys that all scans together may miss. Each is a dependency or a read to keep, a few hundred
     * megabytes in all.
     */
    static final int MISSED_MAX = 20_000_000;

    /** The reason that is reported if dependencies are missing. */
    public static final String CUT_SHORT = "scans cover more keys than are looked at";

    private final History history;
    /** The keys that count, in ascending order of their names. */
    private final int[] keys;

    private final long[] names;
    private long looked;
    private int missedCount;

    /**
     * Prepares for the scans of a history.
     *
     * @param counts which keys are of interest
     */
    public Scans(History history, IntPredicate counts) {
        this.history = history;
        int[] counted = new int[history.scanCount() == 0 ? 0 : history.keyCount()];
        int size = 0;
        for (int key = 0; key < counted.length; key++) {
            if (counts.test(key)) {
                counted[size++] = key;
            }
        }
        this.keys = Arrays.copyOf(counted, size);
        IntArrays.quickSort(keys, (left, right) -> Long.compare(history.keyName(left), history.keyName(right)));
        this.names = new long[size];
        for (int i = 0; i < size; i++) {
            names[i] = history.keyName(keys[i]);
        }
    }

    /** Returns whether the op is a scan that was answered. */
    public static boolean isAnswered(History history, int op) {
        return history.isScan(op) && history.scanMatches(op) >= 0;
    }

    /** Passes on the keys that count and that an answered scan missed, in ascending order of their names. */
    public void forEachMissed(int scanOp, IntConsumer missed) {
        long to = history.scanTo(scanOp);
        int match = scanOp + 1;
        int end = match + history.scanMatches(scanOp);
        for (int i = from(history.keyName(history.key(scanOp))); i < names.length && names[i] <= to; i++) {
            if (isCutShort() || ++looked > KEYS_MAX) {
                return;
            }
            while (match < end && history.keyName(history.key(match)) < names[i]) {
                match++;
            }
            if ((match == end || history.key(match) != keys[i]) && ++missedCount <= MISSED_MAX) {
                missed.accept(keys[i]);
            }
        }
    }

    private int from(long name) {
        int found = Arrays.binarySearch(names, name);
        return found < 0 ? -found - 1 : found;
    }

    /** Returns whether some scans were not looked at to their end. */
    public boolean isCutShort() {
        return looked > KEYS_MAX || missedCount > MISSED_MAX;
    }

    /** Decides whether an answered scan covers the key and missed it. O(matches). */
    static boolean misses(History history, int scanOp, int key) {
        long name = history.keyName(key);
        if (name < history.keyName(history.key(scanOp)) || name > history.scanTo(scanOp)) {
            return false;
        }
        for (int match = scanOp + 1; match <= scanOp + history.scanMatches(scanOp); match++) {
            if (history.key(match) == key) {
                return false;
            }
        }
        return true;
    }
}
