package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import moirai.analysis.judged.JudgedBefore;
import moirai.analysis.streaming.KeyRanges;
import moirai.history.History;

/**
 * The keys of a stream, by name: those that are in use, and those that were. A key is live from the first op on it
 * until it is retired.
 */
final class LiveKeys {

    /** How many transactions had arrived when each live key was last touched. */
    private final Long2LongOpenHashMap lastTouch = new Long2LongOpenHashMap();
    /** Live keys to which something was appended. */
    private final LongOpenHashSet appended = new LongOpenHashSet();

    private final KeyRanges retired = new KeyRanges();
    private boolean hasScans;

    boolean isLive(long name) {
        return lastTouch.containsKey(name);
    }

    /** Returns whether ranges of keys were scanned. */
    boolean hasScans() {
        return hasScans;
    }

    /** Returns the keys that are not live any more, as far as something was appended to them. */
    List<JudgedBefore.KeySpan> retired() {
        return retired.spans();
    }

    /** Returns how many live keys there are. */
    int count() {
        return lastTouch.size();
    }

    /** Returns how many transactions had arrived when a live key was last touched. */
    long lastTouch(long name) {
        return lastTouch.get(name);
    }

    /**
     * Notes the keys that a window touches, without its founders.
     *
     * @param now how many have arrived
     * @return the names of keys that had been retired
     */
    LongOpenHashSet touch(StreamWindow window, long now) {
        History history = window.history();
        long[] touched = new long[history.keyCount()];
        Arrays.fill(touched, -1);
        var isAppended = new BitSet();
        var returned = new LongOpenHashSet();
        for (int txn = window.founders(); txn < history.txnCount(); txn++) {
            long time = txn < window.announced() ? window.serial(txn) : now;
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                int key = history.key(op);
                touched[key] = Math.max(touched[key], time);
                if (history.isAppend(op)) {
                    isAppended.set(key);
                } else if (history.isScan(op)) {
                    hasScans = true;
                    retired.forEachBetween(history.keyName(key), history.scanTo(op), returned::add);
                }
            }
        }
        returned.forEach(name -> revive(name, now));
        for (int key = 0; key < touched.length; key++) {
            if (touched[key] >= 0) {
                long name = history.keyName(key);
                if (!isLive(name) && retired.contains(name)) {
                    returned.add(name);
                    revive(name, touched[key]);
                }
                lastTouch.put(name, Math.max(lastTouch.get(name), touched[key]));
                if (isAppended.get(key)) {
                    appended.add(name);
                }
            }
        }
        return returned;
    }

    /** Passes on the names of keys that are or were in use. O(live keys + names). */
    void forEachBetween(long from, long to, LongConsumer name) {
        lastTouch.keySet().longStream().filter(one -> one >= from && one <= to).forEach(name);
        retired.forEachBetween(from, to, name);
    }

    /** Makes a key live again. */
    void revive(long name, long now) {
        if (retired.contains(name)) {
            retired.remove(name);
            appended.add(name);
        }
        lastTouch.put(name, now);
    }

    /** Retires live keys. A scan touches whatever is in its range, so with scans no key is retired. O(live keys). */
    void retire(LongPredicate isLeaving) {
        if (hasScans) {
            return;
        }
        var all = lastTouch.long2LongEntrySet().fastIterator();
        while (all.hasNext()) {
            Long2LongMap.Entry entry = all.next();
            if (isLeaving.test(entry.getLongKey())) {
                // What nobody appended to may begin anew.
                if (appended.remove(entry.getLongKey())) {
                    retired.add(entry.getLongKey());
                }
                all.remove();
            }
        }
    }
}
