package moirai.analysis.streaming.lists;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import moirai.analysis.streaming.TxnIdentity;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * Looks for a path of dependencies from a transaction to another one that came long after, in one pass over what lies
 * between them.
 *
 * <p>A transaction that reads an element, or follows in a session, depends on who appended it. So what is reached can
 * be held as a frontier: for each key a reached append, and for each session the first reached transaction. Of the
 * appends to a key that counts which took the fewest steps, so paths lead through keys that live long, and are short.
 * Each append remembers how it was reached, as a linked list, whose parts are shared, and forgotten with the last key
 * that leads to them.
 *
 * <p>A path that was found is one. If none was found there may be one all the same: ww dependencies that no read
 * shows, and rw dependencies, are not followed, nor what was read before its writer is met, nor keys that were left
 * alone while {@value #KEYS_MAX} others were used, nor sessions that were while {@value #SESSIONS_MAX} others were.
 *
 * <p>O(ops + elements of reads) time; O(live keys + length of paths) memory.
 */
final class FrontierSweep {

    private static final int KEYS_MAX = 1 << 14;
    private static final int SESSIONS_MAX = 1 << 12;

    private final RunHeader header;
    private final TxnIdentity root;
    private final Frontier byData = new Frontier(false);
    private final Frontier bySessions = new Frontier(true);
    private boolean isBegun;

    /** @param root the transaction at which paths begin */
    FrontierSweep(RunHeader header, TxnIdentity root) {
        this.header = header;
        this.root = root;
    }

    /** A reached transaction, and the one through which it was reached; none for the root. */
    private static final class Hop {

        private final Txn txn;
        private final int steps;
        private final Optional<Hop> before;

        Hop(Txn txn, int steps, Optional<Hop> before) {
            this.txn = txn;
            this.steps = steps;
            this.before = before;
        }
    }

    /** The last append of a reached transaction to a key. */
    private record Reached(int element, Hop by) {}

    /** The transactions that are reached by one kind of path. */
    private static final class Frontier {

        private final boolean areSessionsFollowed;
        /** The reached append of each key, from the least to the most recently used key. */
        private final Long2ObjectLinkedOpenHashMap<Reached> keys = new Long2ObjectLinkedOpenHashMap<>();

        /** The first reached transaction of each session, from the least to the most recently used session. */
        private final Int2ObjectLinkedOpenHashMap<Hop> sessions = new Int2ObjectLinkedOpenHashMap<>();

        Frontier(boolean areSessionsFollowed) {
            this.areSessionsFollowed = areSessionsFollowed;
        }

        /** Returns the transaction through which one is reached in the fewest steps. */
        Optional<Hop> before(History history, int txn) {
            Optional<Hop> best = areSessionsFollowed
                    ? Optional.ofNullable(sessions.getAndMoveToLast(history.session(txn)))
                    : Optional.empty();
            for (int op = history.firstOp(txn); op < history.endOp(txn) && !keys.isEmpty(); op++) {
                if (!history.isAppend(op) && !history.isScan(op) && history.isAnswered(op)) {
                    Reached one = keys.getAndMoveToLast(history.keyName(history.key(op)));
                    if (one != null && isFewer(one.by().steps, best) && shows(history, op, one.element())) {
                        best = Optional.of(one.by());
                    }
                }
            }
            return best;
        }

        private static boolean isFewer(int steps, Optional<Hop> than) {
            return than.isEmpty() || steps < than.get().steps;
        }

        private static boolean shows(History history, int read, int element) {
            for (int i = history.length(read) - 1; i >= 0; i--) {
                if (history.listElement(history.list(read), i) == element) {
                    return true;
                }
            }
            return false;
        }

        /** Takes in a reached transaction if it is the first of its session, or the best that appended to a key. */
        void reach(History history, int txn, Optional<Hop> before) {
            int steps = before.map(hop -> hop.steps).orElse(-1) + 1;
            IntArrayList best = bestAppends(history, txn, steps);
            boolean isFirst = areSessionsFollowed && !sessions.containsKey(history.session(txn));
            if (best.isEmpty() && !isFirst) {
                return;
            }
            var hop = new Hop(history.txn(txn), steps, before);
            if (isFirst) {
                sessions.putAndMoveToLast(history.session(txn), hop);
            }
            while (sessions.size() > SESSIONS_MAX) {
                sessions.removeFirst();
            }
            // Later appends of the transaction to the same key take the place of earlier ones.
            best.forEach(op ->
                    keys.putAndMoveToLast(history.keyName(history.key(op)), new Reached(history.element(op), hop)));
            while (keys.size() > KEYS_MAX) {
                keys.removeFirst();
            }
        }

        private IntArrayList bestAppends(History history, int txn, int steps) {
            var best = new IntArrayList(0);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    Reached known = keys.get(history.keyName(history.key(op)));
                    if (known == null || steps < known.by().steps) {
                        best.add(op);
                    }
                }
            }
            return best;
        }
    }

    /**
     * Takes in the next part of what lies between. Parts keep to the order of sessions, and by and large to that of
     * time.
     *
     * @param isMeant which transactions of the part count
     */
    void add(History part, IntPredicate isMeant) {
        for (int txn = 0; txn < part.txnCount(); txn++) {
            if (!(part.outcome(txn) instanceof Outcome.Committed) || !isMeant.test(txn)) {
                continue;
            }
            if (!isBegun) {
                isBegun = TxnIdentity.of(part, txn).equals(root);
                if (isBegun) {
                    byData.reach(part, txn, Optional.empty());
                    bySessions.reach(part, txn, Optional.empty());
                }
                continue;
            }
            pass(part, txn, byData);
            pass(part, txn, bySessions);
        }
    }

    private static void pass(History part, int txn, Frontier frontier) {
        Optional<Hop> before = frontier.before(part, txn);
        if (before.isPresent()) {
            frontier.reach(part, txn, before);
        }
    }

    /**
     * Returns the transactions of a path to this one, in the order of their starts, as a history of which all others
     * are missing; one without steps in a session if there is such a path. Empty if no path was found.
     */
    Optional<History> path(History of, int txn) {
        return byData.before(of, txn).or(() -> bySessions.before(of, txn)).map(last -> path(of.txn(txn), last));
    }

    private History path(Txn end, Hop last) {
        var txns = new ArrayList<Txn>(List.of(end));
        Optional<Hop> next = Optional.of(last);
        while (next.isPresent()) {
            txns.add(next.get().txn);
            next = next.get().before;
        }
        txns.sort(Comparator.comparingLong(Txn::startNanos));
        var path = new HistoryBuilder(header);
        txns.forEach(path::add);
        return path.build(false);
    }
}
