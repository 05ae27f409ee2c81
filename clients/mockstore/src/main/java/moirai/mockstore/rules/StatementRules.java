package moirai.mockstore.rules;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The rules of a level at which each statement reads from a snapshot of everything that had committed before the
 * statement began. So a read has a single source, the key's last writer in that snapshot. What locks a key first reads
 * its last committed value instead. A commit never fails: the store's locks keep writers of a key apart. If all
 * statements of a transaction have one snapshot, reads of newer values are checks of constraints and are not recorded.
 *
 * <p>The commit order is that of the commits, which extends real time and write-read. So each history is read committed
 * in real time. If no statement reads newer values, the snapshots of a transaction ascend, and it is a monotonic atomic
 * view as well.
 *
 * <p>Cost: O(log writers of the key) for a read.
 */
public final class StatementRules implements LevelRules {

    private static final Versions UNWRITTEN = new Versions();

    private final Timeline timeline = new Timeline();
    private final List<Versions> versionsByKey = new ArrayList<>();
    /** The label of the last transaction in the snapshot of each pending transaction's statement. */
    private final Int2LongOpenHashMap snapshots = new Int2LongOpenHashMap();

    private final boolean isByTxn;
    /** The pending transactions whose snapshot is that of their first statement. */
    private final IntOpenHashSet fixed = new IntOpenHashSet();

    /**
     * Creates rules for an empty store.
     *
     * @param isByTxn whether all statements of a transaction read from the snapshot of its first one
     */
    public StatementRules(boolean isByTxn) {
        this.isByTxn = isByTxn;
    }

    @Override
    public void begin(int txn, int session) {
        snapshots.put(txn, end());
    }

    @Override
    public void beginStatement(int txn) {
        if (!isByTxn || fixed.add(txn)) {
            snapshots.put(txn, end());
        }
    }

    private long end() {
        return timeline.label(timeline.last());
    }

    @Override
    public boolean isBehind(int txn) {
        return snapshots.get(txn) < end();
    }

    private Versions versions(int key) {
        return key < versionsByKey.size() ? versionsByKey.get(key) : UNWRITTEN;
    }

    @Override
    public IntList sources(int txn, int key) {
        Versions versions = versions(key);
        int index = versions.countBefore(snapshots.get(txn) + 1, timeline) - 1;
        return new LatestFirst(versions.writers(), index, index);
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        return sources(txn, key).getInt(0) == source;
    }

    @Override
    public boolean mayReadLatest(int txn, int key) {
        return true;
    }

    @Override
    public boolean isRecorded(int txn, int key, int source) {
        return !isByTxn || allows(txn, key, source);
    }

    @Override
    public void read(int txn, int key, int source) {}

    @Override
    public boolean write(int txn, int key) {
        return true;
    }

    @Override
    public void takeBack(int txn, int key) {}

    @Override
    public boolean commit(int txn, IntList keys) {
        abort(txn);
        if (!keys.isEmpty()) {
            timeline.append(txn);
        }
        keys.forEach(key -> written(key).append(txn));
        return true;
    }

    private Versions written(int key) {
        while (versionsByKey.size() <= key) {
            versionsByKey.add(UNWRITTEN);
        }
        Versions versions = versionsByKey.get(key);
        if (versions == UNWRITTEN) {
            versions = new Versions();
            versionsByKey.set(key, versions);
        }
        return versions;
    }

    @Override
    public void abort(int txn) {
        snapshots.remove(txn);
        fixed.remove(txn);
    }

    @Override
    public IntList writers(int key) {
        return versions(key).latestFirst();
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        int only = sources(txn, key).getInt(0);
        if (only == source) {
            return Optional.empty();
        }
        return Optional.of(
                timeline.isBefore(source, only)
                        ? new Objection.Overwritten(only, new Sight.Statement())
                        : new Objection.CommittedLater());
    }

    @Override
    public int latest(int key) {
        return versions(key).latest();
    }

    @Override
    public IntList forget(IntPredicate isOld, int first) {
        IntList forgotten = timeline.forget(isOld, first);
        var set = new IntOpenHashSet(forgotten);
        versionsByKey.replaceAll(versions -> {
            versions.forget(set);
            return versions.isEmpty() ? UNWRITTEN : versions;
        });
        return forgotten;
    }

    @Override
    public void forEachKey(IntConsumer use) {
        for (int key = 0; key < versionsByKey.size(); key++) {
            if (versionsByKey.get(key) != UNWRITTEN) {
                use.accept(key);
            }
        }
    }

    @Override
    public IntList commitOrder() {
        return timeline.inOrder();
    }
}
