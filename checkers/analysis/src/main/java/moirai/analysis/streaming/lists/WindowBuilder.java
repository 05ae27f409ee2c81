package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.RunHeader;

/**
 * Puts transactions of several histories of lists into one. Reads that share a list in their history share it in the
 * new one, so a read costs what it adds.
 */
final class WindowBuilder {

    private final HistoryBuilder builder;
    private final LongArrayList serials = new LongArrayList();
    private final LongArrayList starts = new LongArrayList();
    /** By the history itself: histories are equal to themselves alone. */
    private final Map<History, Lists> lists = new HashMap<>();

    private int[] values = new int[64];

    /** The places in the new history of the lists of another one, and how much of each is there. */
    private static final class Lists {

        private final int[] place;
        private final int[] length;

        Lists(History from) {
            this.place = new int[from.listCount()];
            this.length = new int[from.listCount()];
        }
    }

    WindowBuilder(RunHeader header) {
        this.builder = new HistoryBuilder(header);
    }

    /** Returns how many transactions there are. */
    int txnCount() {
        return starts.size();
    }

    /** Returns how many transactions had arrived before each one that was added, without plans. */
    LongArrayList serials() {
        return serials;
    }

    /** Adds all transactions of a history as they are, each with its serial. */
    void addAll(History from, IntToLongFunction serialOf) {
        builder.addAll(from);
        for (int txn = 0; txn < from.txnCount(); txn++) {
            serials.add(serialOf.applyAsLong(txn));
            starts.add(from.startNanos(txn));
        }
    }

    /** Adds a transaction as it is. */
    void add(History from, int txn, long serial) {
        for (int op = from.firstOp(txn); op < from.endOp(txn); op++) {
            if (from.isScan(op)) {
                builder.scan(from.keyName(from.key(op)), from.scanTo(op), from.scanMatches(op));
            } else {
                copy(from, op);
            }
        }
        end(from, txn, serial);
    }

    /** Adds the ops of a transaction that are on some keys, by dense id; of scans only the matches. */
    void addOn(IntPredicate keys, History from, int txn, long serial) {
        for (int op = from.firstOp(txn); op < from.endOp(txn); op++) {
            if (!from.isScan(op) && keys.test(from.key(op))) {
                copy(from, op);
            }
        }
        end(from, txn, serial);
    }

    /** Adds the plan of a transaction, as if its end were not recorded. */
    void addPlan(History from, int txn) {
        int op = from.firstOp(txn);
        while (op < from.endOp(txn)) {
            long key = from.keyName(from.key(op));
            if (from.isScan(op)) {
                builder.scan(key, from.scanTo(op), Op.Scan.UNANSWERED);
                op += Math.max(0, from.scanMatches(op));
            } else if (from.isAppend(op)) {
                builder.append(key, from.element(op));
            } else {
                builder.unansweredRead(key);
            }
            op++;
        }
        builder.endUnfinished(from.session(txn), from.startNanos(txn));
        starts.add(from.startNanos(txn));
    }

    private void end(History from, int txn, long serial) {
        builder.end(from.session(txn), from.outcome(txn), from.startNanos(txn), from.endNanos(txn));
        serials.add(serial);
        starts.add(from.startNanos(txn));
    }

    private void copy(History from, int op) {
        long key = from.keyName(from.key(op));
        if (from.isAppend(op)) {
            builder.append(key, from.element(op));
        } else if (from.isAnswered(op)) {
            copyRead(from, op, key);
        } else {
            builder.unansweredRead(key);
        }
    }

    private void copyRead(History from, int op, long key) {
        int length = from.length(op);
        if (values.length < length) {
            values = new int[2 * length];
        }
        if (length == 0) {
            builder.read(key, values, 0);
            return;
        }
        Lists known = lists.computeIfAbsent(from, Lists::new);
        int list = from.list(op);
        int shared = Math.min(length, known.length[list]);
        for (int i = shared; i < length; i++) {
            values[i] = from.listElement(list, i);
        }
        builder.readOn(key, known.place[list], shared, values, length);
        if (length > known.length[list]) {
            known.place[list] = builder.lastList();
            known.length[list] = length;
        }
    }

    /** Returns the transactions in the order in which they were added. */
    History build(boolean isComplete) {
        return builder.build(isComplete);
    }

    /** Returns the transactions in the order of their starts, as a history of which some are missing. */
    History buildByStart() {
        int[] order = IntStream.range(0, starts.size())
                .boxed()
                .sorted((left, right) -> Long.compare(starts.getLong(left), starts.getLong(right)))
                .mapToInt(txn -> txn)
                .toArray();
        boolean isOrdered =
                Arrays.equals(order, IntStream.range(0, order.length).toArray());
        return (isOrdered ? builder : builder.reorder(order)).build(false);
    }
}
