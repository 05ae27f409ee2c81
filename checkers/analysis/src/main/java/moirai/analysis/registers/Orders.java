package moirai.analysis.registers;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.Succession.Rule;

/**
 * Orders between two versions of one key, with what shows them. That the initial version is the first is not here,
 * since it goes without saying. Each pair is kept with its first reason, and rests on pairs added before it alone.
 *
 * <p>Constant time and 28 bytes a pair.
 */
final class Orders {

    static final int NONE = -1;

    /** The number of orders that {@link #precedes} looks at. */
    private static final int LOOKED_AT_MAX = 16;
    /** The number of orders that are looked at as the first of two. */
    private static final int STEPS_LOOKED_AT_MAX = 16;

    private final int[] firstOrder;
    private final IntArrayList nextOrder = new IntArrayList();
    private final IntArrayList earlier = new IntArrayList();
    private final IntArrayList later = new IntArrayList();
    private final List<Rule> rules = new ArrayList<>();
    private final IntArrayList first = new IntArrayList();
    private final IntArrayList second = new IntArrayList();
    private final IntArrayList premise = new IntArrayList();
    private final LongOpenHashSet pairs = new LongOpenHashSet();
    private final BitSet hasEarlier = new BitSet();
    private final IntArrayList reached = new IntArrayList();

    private Rule rule = Rule.WRITE_AFTER_READ;
    private int firstTxn;
    private int secondTxn;
    private int restsOn = NONE;

    Orders(int versionCount) {
        this.firstOrder = new int[versionCount];
        Arrays.fill(firstOrder, NONE);
    }

    /** Returns the number of the premise that the initial version of this key is its first. */
    static int onInitial(int key) {
        return -2 - key;
    }

    /** Returns the key of which a premise says that its initial version is the first; negative for other premises. */
    static int initialKey(int premise) {
        return -2 - premise;
    }

    /**
     * Sets the evidence for the orders that are added next.
     *
     * @param firstReason the transaction that read or wrote the earlier version
     * @param secondReason the transaction that read or wrote the later version
     * @param order what the dependency of the second on the first rests on, or {@link #NONE}
     */
    Orders because(Rule by, int firstReason, int secondReason, int order) {
        rule = by;
        firstTxn = firstReason;
        secondTxn = secondReason;
        restsOn = order;
        return this;
    }

    /** Adds an order unless it is known. */
    void add(int from, int to) {
        if (from == to || !pairs.add(((long) from << Integer.SIZE) | to)) {
            return;
        }
        nextOrder.add(firstOrder[from]);
        firstOrder[from] = earlier.size();
        earlier.add(from);
        later.add(to);
        rules.add(rule);
        first.add(firstTxn);
        second.add(secondTxn);
        premise.add(restsOn);
        hasEarlier.set(to);
    }

    /**
     * Adds an order unless it is known, or follows from two that are, or the opposite is known. What follows from two
     * adds nothing but edges: the transactions are in that order already.
     */
    void addUnlessContradicted(int from, int to) {
        if (from != to && !isKnown(from, to) && !followsFromTwo(from, to) && !precedes(to, from)) {
            add(from, to);
        }
    }

    private boolean isKnown(int from, int to) {
        return pairs.contains(((long) from << Integer.SIZE) | to);
    }

    private boolean followsFromTwo(int from, int to) {
        int looked = 0;
        for (int order = firstOrder[from];
                order != NONE && looked < STEPS_LOOKED_AT_MAX;
                order = nextOrder.getInt(order)) {
            looked++;
            if (isKnown(later.getInt(order), to)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether one version is known to precede another. Looks at a few orders only: an order that contradicts
     * others and is added nevertheless is no less proven, since where orders contradict each other, so do transactions.
     */
    private boolean precedes(int from, int to) {
        if (firstOrder[from] == NONE) {
            return false;
        }
        reached.clear();
        reached.add(from);
        int looked = 0;
        for (int i = 0; i < reached.size(); i++) {
            for (int order = firstOrder[reached.getInt(i)]; order != NONE; order = nextOrder.getInt(order)) {
                if (later.getInt(order) == to) {
                    return true;
                }
                if (++looked > LOOKED_AT_MAX) {
                    return false;
                }
                reached.add(later.getInt(order));
            }
        }
        return false;
    }

    int count() {
        return earlier.size();
    }

    /** Returns the order of these two added first, or {@link #NONE}. O(orders that leave the earlier version). */
    int between(int from, int to) {
        int found = NONE;
        for (int order = firstOrder[from]; order != NONE; order = nextOrder.getInt(order)) {
            found = later.getInt(order) == to ? order : found;
        }
        return found;
    }

    /** Returns an order that leaves the version, or {@link #NONE}; {@link #next} has the others. */
    int first(int version) {
        return firstOrder[version];
    }

    int next(int order) {
        return nextOrder.getInt(order);
    }

    int earlier(int order) {
        return earlier.getInt(order);
    }

    int later(int order) {
        return later.getInt(order);
    }

    Rule rule(int order) {
        return rules.get(order);
    }

    int firstTxn(int order) {
        return first.getInt(order);
    }

    int secondTxn(int order) {
        return second.getInt(order);
    }

    int premise(int order) {
        return premise.getInt(order);
    }

    /** Returns whether anything but the initial version is known to precede this one. */
    boolean hasEarlier(int version) {
        return hasEarlier.get(version);
    }
}
