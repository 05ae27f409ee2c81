package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import moirai.analysis.streaming.KeyRanges;
import moirai.history.History;

/**
 * The keys of a stream, by name. A key is live from its first op until nobody has touched it for a number of
 * transactions; a live key is whole as long as all that was ever written to it is kept.
 */
final class UsedKeys {

    private static final int IDLE_TXNS_MAX = 1 << 20;

    private final Long2LongOpenHashMap lastTouch = new Long2LongOpenHashMap();
    private final KeyRanges retired = new KeyRanges();
    private final LongOpenHashSet broken = new LongOpenHashSet();
    private int idleTxns;

    UsedKeys(int idleTxns) {
        this.idleTxns = idleTxns;
        lastTouch.defaultReturnValue(-1);
    }

    int count() {
        return lastTouch.size();
    }

    /**
     * Notes the ops of a transaction that has arrived.
     *
     * @param serial how many had arrived before
     * @return whether it touches a key that had been retired
     */
    boolean touch(History history, int txn, long serial) {
        boolean isBack = false;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            long name = history.keyName(history.key(op));
            if (lastTouch.put(name, serial) < 0 && retired.contains(name)) {
                broken.add(name);
                isBack = true;
            }
        }
        if (isBack) {
            idleTxns = Math.min(IDLE_TXNS_MAX, 2 * idleTxns);
        }
        return isBack;
    }

    boolean isLive(long name) {
        return lastTouch.containsKey(name);
    }

    /** Returns whether all writes to the key are kept. */
    boolean isWhole(long name) {
        return !broken.contains(name) && !retired.contains(name);
    }

    /** Notes that some writes to a live key are forgotten. */
    void shorten(long name) {
        broken.add(name);
    }

    /**
     * Retires what nobody has touched for long, and no transaction has that is still to be judged. O(live keys).
     *
     * @param arrived how many transactions have arrived
     * @param firstHeld how many had arrived before the first that is still to be judged
     */
    void retire(long arrived, long firstHeld) {
        long before = Math.min(firstHeld, arrived - idleTxns);
        var all = lastTouch.long2LongEntrySet().fastIterator();
        while (all.hasNext()) {
            Long2LongMap.Entry entry = all.next();
            if (entry.getLongValue() < before) {
                retired.add(entry.getLongKey());
                broken.remove(entry.getLongKey());
                all.remove();
            }
        }
    }

    /** Retires all keys. */
    void retireAll() {
        lastTouch.keySet().forEach(retired::add);
        broken.clear();
        lastTouch.clear();
    }

    /** Counts for each live key the newest of what is written to it, and says when there are more than enough. */
    static final class Newest {

        private final Long2IntOpenHashMap counts = new Long2IntOpenHashMap();
        private final int max;

        Newest(int max) {
            this.max = max;
        }

        /** Counts another one, and returns whether it is one of the newest. */
        boolean add(long name) {
            return counts.addTo(name, 1) < max;
        }
    }
}
