package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;

/**
 * Decides for how many transactions a key stays live that nobody touches.
 *
 * <p>Each live key costs the memory of its founders, and their place in every window; each key that returns costs a
 * reading of all of the past. A workload that replaces its keys leaves one behind every few transactions, so patience
 * with all keys for the sake of the few that return would take memory without end. It grows with the first returns, up
 * to {@value #USUAL_TXNS} transactions. After that keys that have returned once, and those of which an append is in
 * doubt, stay for long, and patience with the others grows only if reading again costs more than judging, anew for each
 * time that it grows.
 */
final class KeyPatience {

    /** The number of transactions up to which patience grows with each return. */
    private static final int USUAL_TXNS = 1 << 17;

    private static final int TXNS_MAX = 1 << 24;

    /** The number of transactions that are read again for each that arrives, beyond which patience grows. */
    private static final int READ_AGAIN_MAX = 8;

    private static final int RETURNED_MAX = 1 << 12;
    private static final int DOUBTFUL_MAX = 1 << 10;

    /** The keys that returned last, from the first to the last. */
    private final LongLinkedOpenHashSet returned = new LongLinkedOpenHashSet();
    /** The keys to which transactions of unknown outcome appended last, from the first to the last. */
    private final LongLinkedOpenHashSet doubtful = new LongLinkedOpenHashSet();

    private int txns;
    private long readAgain;

    /** @param txns the patience at first */
    KeyPatience(int txns) {
        this.txns = txns;
    }

    /**
     * Notes that keys were used again that were not live any more.
     *
     * @param arrived the number of transactions so far, which are read again
     */
    void onReturn(LongSet names, long arrived) {
        names.forEach(name -> addLast(returned, name, RETURNED_MAX));
        if (txns >= USUAL_TXNS) {
            readAgain += arrived;
        }
        if (txns < USUAL_TXNS || readAgain > READ_AGAIN_MAX * arrived) {
            txns = Math.min(TXNS_MAX, 2 * txns);
            readAgain = 0;
        }
    }

    /** Notes that a transaction appended to a key, or did not. */
    void onDoubt(long name) {
        addLast(doubtful, name, DOUBTFUL_MAX);
    }

    private static void addLast(LongLinkedOpenHashSet names, long name, int max) {
        names.addAndMoveToLast(name);
        if (names.size() > max) {
            names.removeFirstLong();
        }
    }

    /** Returns whether a key need not stay live that was not touched for so many transactions. */
    boolean isOver(long name, long idleTxns) {
        boolean isLong = txns >= USUAL_TXNS && (returned.contains(name) || doubtful.contains(name));
        return idleTxns > (isLong ? TXNS_MAX : txns);
    }
}
