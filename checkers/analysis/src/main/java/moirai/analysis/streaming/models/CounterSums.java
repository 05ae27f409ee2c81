package moirai.analysis.streaming.models;

import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import moirai.analysis.streaming.KeyRanges;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;

/**
 * The sums of the increments of counters that are no longer looked at one by one: those that were committed, and those
 * of unknown outcome that may have made a counter greater, or smaller.
 */
final class CounterSums {

    private final int keysMax;
    private final Long2IntLinkedOpenHashMap places = new Long2IntLinkedOpenHashMap();
    private final LongArrayList sums = new LongArrayList();
    private final LongArrayList mayGrow = new LongArrayList();
    private final LongArrayList mayShrink = new LongArrayList();
    private final KeyRanges forgotten = new KeyRanges();

    /** @param keysMax the number of counters that are known at most: those that were incremented last */
    CounterSums(int keysMax) {
        this.keysMax = keysMax;
        places.defaultReturnValue(-1);
    }

    int keyCount() {
        return places.size();
    }

    /** Returns whether all increments of the counter so far are known. */
    boolean isKnown(long name) {
        return !forgotten.contains(name);
    }

    /** Adds the increments of a transaction. */
    void add(History history, int txn) {
        boolean isCommitted = history.outcome(txn) instanceof Outcome.Committed;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isWrite(op)) {
                int place = place(history.keyName(history.key(op)));
                long amount = history.value(op);
                LongArrayList column = amount < 0 ? mayShrink : mayGrow;
                column = isCommitted ? sums : column;
                column.set(place, column.getLong(place) + amount);
            }
        }
    }

    private int place(long name) {
        int known = places.getAndMoveToLast(name);
        if (known >= 0) {
            return known;
        }
        int place = places.size();
        if (place == keysMax) {
            long oldest = places.firstLongKey();
            place = places.removeFirstInt();
            forgotten.add(oldest);
        } else {
            sums.add(0);
            mayGrow.add(0);
            mayShrink.add(0);
        }
        sums.set(place, 0);
        mayGrow.set(place, 0);
        mayShrink.set(place, 0);
        places.put(name, place);
        return place;
    }

    /**
     * Adds transactions that stand for the sums of a counter: one that was committed before all others, and two of
     * unknown outcome.
     */
    void addTo(HistoryBuilder builder, long name) {
        int place = places.get(name);
        if (place >= 0) {
            add(builder, name, sums.getLong(place), new Outcome.Committed());
            add(builder, name, mayGrow.getLong(place), Outcome.Indeterminate.UNFINISHED);
            add(builder, name, mayShrink.getLong(place), Outcome.Indeterminate.UNFINISHED);
        }
    }

    private static void add(HistoryBuilder builder, long name, long sum, Outcome outcome) {
        if (sum != 0) {
            builder.increment(name, sum).end(0, outcome, Long.MIN_VALUE, Long.MIN_VALUE);
        }
    }
}
