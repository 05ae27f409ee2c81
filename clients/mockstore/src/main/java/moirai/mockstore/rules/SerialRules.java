package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static moirai.mockstore.rules.PendingTxn.NOBODY;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The rules of serializability: there is a single order of all transactions, and each read returns the last write
 * before it. A transaction need not come last: it may read an overwritten value, and is then inserted before the
 * overwriter.
 *
 * <ol>
 * <li>A transaction comes after all that its session committed or read before, and in real time after all that was
 *   committed when it began; after its sources, and before the overwriters of its reads. Its places are the snapshots
 *   that fit ({@link Snapshots}): it is placed directly after its snapshot.
 * <li>A committed reader of a key forbids writers of that key any place between its source and itself. So for each
 *   version the latest place of a reader is kept.
 * <li>A transaction that writes takes the last place that no reader forbids; from a forbidden one, the next that may be
 *   free is that before the version which the reader read. If none is left, it cannot commit.
 * <li>A read excludes sources that would leave no place.
 * <li>A transaction that has written nothing takes the first of its places, directly after its snapshot, where it
 *   restricts others least; as no transaction reads from it, it is not kept.
 * <li>An aborted transaction restricts its session, by step 1, and nobody else: it may turn out that its reads have no
 *   place. Serializability says nothing of aborted transactions (Adya 1999), and databases forget what they
 *   have read.
 * </ol>
 *
 * <p>Sound: the order extends sessions and sources by step 1. A read is right when its transaction is inserted, again
 * by step 1, and later insertions do not come between source and reader, by step 2. Real time: a transaction that
 * begins after another has ended comes after the last in the order, and that other's place is not after that.
 *
 * <p>Complete: let the store run the transactions of a serializable history one by one in its serial order. If each can
 * be inserted last, the induction holds: the sources are the last writers, so that the interval reaches to the end,
 * where no reader forbids anything.
 *
 * <p>Cost: O(log writers) for each question, and for transactions that have written O(written keys × log writers) for
 * each place tried.
 */
public final class SerialRules implements SnapshotRules {

    private final Snapshots snapshots;
    private final Timeline timeline;
    /** The number of committed transactions, including readers: after each of them, fewer places may be free. */
    private int ends;
    /** The snapshot of the last reader of each {@link #version}. */
    private final Long2IntOpenHashMap lastReaders = new Long2IntOpenHashMap();

    /**
     * Creates rules for an empty store.
     *
     * @param isRealTime whether a transaction comes after everything that was committed before it began: strictness
     */
    public SerialRules(boolean isRealTime) {
        this.snapshots = new Snapshots(isRealTime);
        this.timeline = snapshots.timeline;
        lastReaders.defaultReturnValue(INITIAL);
    }

    @Override
    public Snapshots snapshots() {
        return snapshots;
    }

    @Override
    public IntList sources(int txn, int key) {
        PendingTxn reader = snapshots.pending(txn);
        IntList inReach = inReach(reader, key);
        if (reader.writeKeys.isEmpty()) {
            return inReach;
        }
        var sources = new IntArrayList();
        int overwriter = NOBODY;
        for (int i = 0; i < inReach.size(); i++) {
            int source = inReach.getInt(i);
            if (leavesPlace(reader, source, overwriter)) {
                sources.add(source);
            }
            overwriter = source;
        }
        return sources;
    }

    private IntList inReach(PendingTxn reader, int key) {
        return snapshots.lastWriters(reader, key, timeline.label(reader.low));
    }

    /**
     * Returns whether a place is left after the source and before its overwriter, or before the overwriter of another
     * read.
     */
    private boolean leavesPlace(PendingTxn reader, int source, int overwriter) {
        int after = timeline.laterOf(reader.low, source);
        int place = place(reader);
        return isAfter(after, place)
                && (label(place) <= label(overwriter) || isAfter(after, freePlace(reader, after, overwriter)));
    }

    @Override
    public IntList suspects(int txn, int key) {
        return inReach(snapshots.pending(txn), key);
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        PendingTxn reader = snapshots.pending(txn);
        return snapshots.isLastWriter(reader, key, source, timeline.label(reader.low))
                && (reader.writeKeys.isEmpty() || leavesPlace(reader, source, snapshots.overwriter(key, source)));
    }

    private boolean isAfter(int txn, int place) {
        return label(place) > timeline.label(txn);
    }

    /** Returns the last place that the transaction may take; a place that is not after its low if there is none. */
    private int place(PendingTxn txn) {
        long high = snapshots.high(txn);
        if (txn.writesSeen != ends || label(txn.place) > high) {
            txn.place = freePlace(txn, txn.low, txn.high);
            txn.writesSeen = ends;
        }
        return txn.place;
    }

    /**
     * Returns the last place, at most the given one, where no reader forbids the writes. A place is named by the
     * transaction that follows it; the search ends with any place that is not after the transaction {@code after}.
     */
    private int freePlace(PendingTxn txn, int after, int upTo) {
        int place = upTo;
        int free = 0;
        for (int i = 0; free < txn.writeKeys.size() && isAfter(after, place); i = (i + 1) % txn.writeKeys.size()) {
            int earlier = freePlace(txn.writeKeys.getInt(i), place);
            free = earlier == place ? free + 1 : 0;
            place = earlier;
        }
        return place;
    }

    /** Returns this place if no reader forbids it to writers of the key, or else an earlier place. */
    private int freePlace(int key, int place) {
        Versions versions = snapshots.versions(key);
        int count = versions.countBefore(label(place), timeline);
        int overwritten = count == 0 ? INITIAL : versions.writer(count - 1);
        return timeline.label(lastReaders.get(version(key, overwritten))) >= label(place) ? overwritten : place;
    }

    private long label(int place) {
        return place == NOBODY ? Long.MAX_VALUE : timeline.label(place);
    }

    private static long version(int key, int writer) {
        return (long) key << 32 | writer + 1;
    }

    @Override
    public boolean write(int txn, int key) {
        PendingTxn writer = snapshots.pending(txn);
        if (freePlace(key, place(writer)) != writer.place) {
            writer.writesSeen = PendingTxn.UNKNOWN;
        }
        writer.write(key);
        return canCommit(writer);
    }

    private boolean canCommit(PendingTxn txn) {
        return isAfter(txn.low, place(txn));
    }

    @Override
    public boolean commit(int txn, IntList keys) {
        PendingTxn committing = snapshots.pending(txn);
        if (!canCommit(committing)) {
            return false;
        }
        ends++;
        if (keys.isEmpty()) {
            forbidBefore(committing.low, committing);
            snapshots.commit(txn, committing.low);
            return true;
        }
        if (committing.place == NOBODY) {
            timeline.append(txn);
        } else {
            timeline.insertBefore(txn, committing.place);
        }
        forbidBefore(txn, committing);
        snapshots.commit(txn, keys);
        return true;
    }

    /** Forbids any place before the snapshot to later writers of the keys that were read in it. */
    private void forbidBefore(int snapshot, PendingTxn reader) {
        for (int read = 0; read < reader.readKeys.size(); read++) {
            int source = timeline.kept(reader.readSources.getInt(read));
            long version = version(reader.readKeys.getInt(read), source);
            lastReaders.put(version, timeline.laterOf(lastReaders.get(version), snapshot));
        }
    }

    @Override
    public IntList forget(IntPredicate isOld, int first) {
        IntSet forgotten = snapshots.forget(isOld, first);
        if (snapshots.isRealTime()) {
            forgetReaders();
        }
        return new IntArrayList(forgotten);
    }

    /**
     * Makes readers of forgotten versions readers of the initial state, but for those who restrict nobody any more,
     * because whoever is pending or comes later has to come after them anyway.
     */
    private void forgetReaders() {
        long start = snapshots.firstStart();
        var before = new Long2IntOpenHashMap(lastReaders);
        lastReaders.clear();
        for (var entry : before.long2IntEntrySet()) {
            int reader = entry.getIntValue();
            if (timeline.label(reader) > start) {
                int key = (int) (entry.getLongKey() >>> 32);
                int writer = (int) entry.getLongKey() - 1;
                long version = version(key, timeline.kept(writer));
                lastReaders.put(version, timeline.laterOf(lastReaders.get(version), reader));
            }
        }
        lastReaders.trim();
    }

    @Override
    public void forEachKey(IntConsumer use) {
        snapshots.forEachKey(use);
        lastReaders.keySet().forEach(version -> use.accept((int) (version >>> 32)));
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        Optional<Objection> found =
                new SnapshotObjections(snapshots, snapshots.pending(txn), false).objection(key, source);
        return found.isPresent() || allows(txn, key, source) ? found : Optional.of(new Objection.NoPlace());
    }
}
