package moirai.analysis.durability;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import moirai.history.History;

/*
 * An element is lost if (1) its transaction was acknowledged before the final reads of its key began, and (2) no final
 * read has the element. That the reads are of all nodes, and come after all that sessions did, is what the mark in the
 * history says; so a node that lags behind cannot make an element look lost, since another one has it. Of several times
 * at which a key was finally read, the last one that is complete counts. Elements are unique for each key, so none is
 * taken for another. What is indeterminate was not acknowledged: it may be there or not.
 */
/** The final states of the lists or sets of one whole history. */
final class ListStates implements FinalStates {

    private final History history;
    private final int[] phaseOf;
    /** How many elements the final reads of a key show, all together, and below, how many the shortest shows. */
    private final int[] shownCount;

    private final int[] shortest;

    /** The keys of which a node may have more than it has answered. */
    private final BitSet unanswered = new BitSet();

    private final LongOpenHashSet present = new LongOpenHashSet();
    /** How many elements of a list were looked at. */
    private final Int2IntOpenHashMap shown = new Int2IntOpenHashMap();

    ListStates(History history) {
        this.history = history;
        this.phaseOf = new int[history.keyCount()];
        this.shownCount = new int[history.keyCount()];
        this.shortest = new int[history.keyCount()];
        Arrays.fill(phaseOf, FinalReadTimes.NONE);
        Arrays.fill(shortest, Integer.MAX_VALUE);
    }

    @Override
    public void read(History piece, int op, int phase) {
        int key = history.key(op);
        if (history.isAnswered(op)) {
            phaseOf[key] = Math.max(phase, phaseOf[key]);
        } else {
            unanswered.set(key);
        }
    }

    /**
     * Takes in what a final read shows, once the last phase of each key is known. O(elements of these reads): each is
     * looked at once. Reads share lists, of which each shows as much as its length: others may have seen more, before
     * it was lost.
     */
    void collect(int op, int phase) {
        int key = history.key(op);
        if (!history.isAnswered(op) || phase != phaseOf[key]) {
            return;
        }
        int list = history.list(op);
        for (int i = shown.get(list); i < history.length(op); i++) {
            shownCount[key] += present.add(pair(key, history.listElement(list, i))) ? 1 : 0;
        }
        shown.put(list, Math.max(shown.get(list), history.length(op)));
        shortest[key] = Math.min(shortest[key], history.length(op));
    }

    @Override
    public int phaseOf(History piece, int key) {
        return phaseOf[key];
    }

    @Override
    public boolean isLost(History piece, int txn, int op) {
        return !isShown(piece, op) && !unanswered.get(history.key(op));
    }

    @Override
    public boolean isRecovered(History piece, int txn, int op) {
        return isShown(piece, op);
    }

    @Override
    public boolean isShown(History piece, int op) {
        return present.contains(pair(history.key(op), history.element(op)));
    }

    @Override
    public long staleCount() {
        long count = 0;
        for (int key = 0; key < shortest.length; key++) {
            count += shortest[key] < shownCount[key] ? 1 : 0;
        }
        return count;
    }

    private static long pair(int key, int element) {
        return (long) key << 32 | (element & 0xffff_ffffL);
    }
}
