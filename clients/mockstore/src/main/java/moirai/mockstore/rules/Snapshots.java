package moirai.mockstore.rules;

import static moirai.mockstore.rules.PendingTxn.NOBODY;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSets;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * The committed transactions in a single order, and the pending ones, each with the interval of that order in which its
 * snapshot lies.
 *
 * <p>A snapshot is a prefix of the order, and is named by its last transaction. The snapshots that fit the reads of a
 * pending transaction form an interval: from <i>low</i>, the last of the transactions that it has to contain (the
 * previous one of the session, and the sources), up to but without <i>high</i>, the first that overwrites something
 * read. The choice within the interval is left open; a further read narrows it. Commits of other transactions may set
 * the high end, and never move the low one.
 *
 * <p>Cost: O(log writers of the key) for each question, and additionally for each earlier read of the transaction if
 * something has committed since the last question.
 */
final class Snapshots {

    private static final Versions UNWRITTEN = new Versions();

    final Timeline timeline = new Timeline();
    private final Int2ObjectOpenHashMap<Versions> versionsByKey = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<PendingTxn> pending = new Int2ObjectOpenHashMap<>();
    /** The last transaction that the next one of a session has to come after, by session. */
    private final IntArrayList lows = new IntArrayList();

    private final boolean isRealTime;
    private int commits;

    /**
     * Creates an empty order.
     *
     * @param isRealTime whether a snapshot contains all that was committed when its transaction began
     */
    Snapshots(boolean isRealTime) {
        this.isRealTime = isRealTime;
    }

    /**
     * Begins a transaction after all that its session has committed or read, or in real time after all committed
     * transactions.
     */
    void begin(int txn, int session) {
        while (lows.size() <= session) {
            lows.add(KeyValueHistory.INITIAL);
        }
        var begun = new PendingTxn(session, isRealTime ? timeline.last() : lows.getInt(session), isRealTime);
        begun.commitsSeen = commits;
        pending.put(txn, begun);
    }

    boolean isRealTime() {
        return isRealTime;
    }

    /** Returns a label that the place of each pending or later transaction is above, in real time. */
    long firstStart() {
        long first = timeline.label(timeline.last());
        for (PendingTxn txn : pending.values()) {
            first = Math.min(first, timeline.label(txn.start));
        }
        return first;
    }

    PendingTxn pending(int txn) {
        return pending.get(txn);
    }

    Versions versions(int key) {
        return versionsByKey.getOrDefault(key, UNWRITTEN);
    }

    /** Returns the number of transactions in the order. */
    int commits() {
        return commits;
    }

    int latest(int key) {
        return versions(key).latest();
    }

    /** Returns all writers of the key, and the initial state. */
    IntList writers(int key) {
        return versions(key).latestFirst();
    }

    /** Returns the first writer of the key after this one; {@link PendingTxn#NOBODY} if there is none. */
    int overwriter(int key, int writer) {
        Versions versions = versions(key);
        int next = versions.countBefore(timeline.label(writer) + 1, timeline);
        return next < versions.size() ? versions.writer(next) : NOBODY;
    }

    /** Returns the label that the snapshot has to stay below. */
    long high(PendingTxn txn) {
        if (txn.commitsSeen != commits) {
            txn.commitsSeen = commits;
            for (int read = 0; read < txn.readKeys.size(); read++) {
                lower(txn, txn.readKeys.getInt(read), txn.readSources.getInt(read));
            }
        }
        return txn.high == NOBODY ? Long.MAX_VALUE : timeline.label(txn.high);
    }

    private void lower(PendingTxn txn, int key, int source) {
        int overwriter = overwriter(key, source);
        if (overwriter != NOBODY) {
            txn.high = txn.high == NOBODY || timeline.isBefore(overwriter, txn.high) ? overwriter : txn.high;
        }
    }

    /** Returns the last writers of the key in the snapshots from this one up to {@link #high}. */
    IntList lastWriters(PendingTxn txn, int key, long low) {
        long high = high(txn);
        Versions versions = versions(key);
        return low >= high
                ? IntList.of()
                : new LatestFirst(
                        versions.writers(),
                        versions.countBefore(low + 1, timeline) - 1,
                        versions.countBefore(high, timeline) - 1);
    }

    /** Returns whether the source is one of the {@link #lastWriters}. */
    boolean isLastWriter(PendingTxn txn, int key, int source, long low) {
        long high = high(txn);
        int overwriter = overwriter(key, source);
        return low < high
                && timeline.label(source) < high
                && (overwriter == NOBODY || low < timeline.label(overwriter));
    }

    void read(PendingTxn txn, int key, int source) {
        high(txn);
        txn.low = timeline.laterOf(txn.low, source);
        txn.read(key, source);
        lower(txn, key, source);
    }

    /** Ends a transaction without a place in the order; the session's next one comes after {@code low}. */
    void commit(int txn, int low) {
        int session = pending.remove(txn).session;
        lows.set(session, timeline.laterOf(lows.getInt(session), low));
    }

    /** Ends a transaction that has a place in the timeline, and adds it to the versions of its keys. */
    void commit(int txn, IntList keys) {
        commit(txn, txn);
        commits++;
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.getInt(i);
            Versions versions = versionsByKey.computeIfAbsent(key, unknown -> new Versions());
            versions.add(versions.countBefore(timeline.label(txn), timeline), txn);
        }
    }

    /** Forgets the first transactions, as {@link LevelRules#forget} says. */
    IntSet forget(IntPredicate isOld, int first) {
        if (!isRealTime) {
            return IntSets.EMPTY_SET;
        }
        var forgotten = new IntLinkedOpenHashSet(timeline.forget(isOld, first));
        versionsByKey.values().removeIf(versions -> {
            versions.forget(forgotten);
            return versions.isEmpty();
        });
        versionsByKey.trim();
        return forgotten;
    }

    /** Passes on the keys that have writers. */
    void forEachKey(IntConsumer use) {
        versionsByKey.keySet().forEach(use);
    }

    /** Ends a transaction that has no effect but on its session, whose next one comes after what this one has read. */
    void abort(int txn) {
        commit(txn, pending(txn).low);
    }
}
