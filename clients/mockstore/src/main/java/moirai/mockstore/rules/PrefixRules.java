package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/**
 * The rules of prefix consistency and snapshot isolation: a transaction reads from a single prefix of the order of
 * commits, which is the order in which the store commits writing transactions.
 *
 * <ol>
 * <li>The snapshot contains all that the session committed or read before, and in real time all that was committed when
 *   the transaction began. The choice among the snapshots that fit its reads is left open ({@link Snapshots}).
 * <li>A read may return the last writer of the key in any of these snapshots.
 * <li>Snapshot isolation: the snapshot has to contain the last writer of each key that the transaction has written. If
 *   that is impossible, the transaction cannot commit; until then, reads exclude snapshots without that writer.
 * <li>A transaction that has written nothing comes in the order directly after its snapshot, the lowest that fits. As
 *   no transaction reads from it, it needs no place: the session's next one starts from that snapshot.
 *   The same holds for an aborted transaction, which has written nothing that counts.
 * </ol>
 *
 * <p>Sound: let p be a snapshot in the interval at commit. It contains the sources, the session and, at snapshot
 * isolation, all that conflicts and commits before; so what the axiom makes visible is part of p, and of a key read no
 * writer in p is after the source. Real time: a transaction that begins after another has ended takes the end of the
 * order for its low, which is not before that other's place.
 *
 * <p>Complete: let a history satisfy the level with some order, and let the store run its transactions one by one in
 * that order. By induction each has the same past; let p be the least snapshot that contains what the axiom requires.
 * Then p is in the interval before each read, since all that bounds the interval is in the axiom too, and the source is
 * the key's last writer in p: it is in p, and a later one in p would be visible. So each read can be answered as in the
 * history, and no commit fails.
 */
public final class PrefixRules implements SnapshotRules {

    private final Snapshots snapshots;
    private final boolean forbidsConflicts;

    /**
     * Creates rules for an empty store.
     *
     * @param forbidsConflicts whether a writer sees all earlier writers of its keys: snapshot isolation
     * @param isRealTime whether a transaction sees everything that was committed before it began
     */
    public PrefixRules(boolean forbidsConflicts, boolean isRealTime) {
        this.forbidsConflicts = forbidsConflicts;
        this.snapshots = new Snapshots(isRealTime);
    }

    @Override
    public Snapshots snapshots() {
        return snapshots;
    }

    @Override
    public IntList sources(int txn, int key) {
        PendingTxn reader = snapshots.pending(txn);
        return snapshots.lastWriters(reader, key, low(reader));
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        PendingTxn reader = snapshots.pending(txn);
        return snapshots.isLastWriter(reader, key, source, low(reader));
    }

    /** Returns the label of the first snapshot with which the transaction could commit now. */
    private long low(PendingTxn txn) {
        if (forbidsConflicts && txn.writesSeen != snapshots.commits()) {
            txn.writesSeen = snapshots.commits();
            txn.writeLow = INITIAL;
            txn.writeKeys.forEach(key -> seeLatest(txn, key));
        }
        return snapshots.timeline.label(snapshots.timeline.laterOf(txn.low, txn.writeLow));
    }

    private void seeLatest(PendingTxn writer, int key) {
        writer.writeLow = snapshots.timeline.laterOf(writer.writeLow, snapshots.latest(key));
    }

    @Override
    public boolean write(int txn, int key) {
        PendingTxn writer = snapshots.pending(txn);
        writer.write(key);
        if (forbidsConflicts) {
            seeLatest(writer, key);
        }
        return canCommit(writer);
    }

    private boolean canCommit(PendingTxn txn) {
        return low(txn) < snapshots.high(txn);
    }

    @Override
    public boolean commit(int txn, IntList keys) {
        PendingTxn committing = snapshots.pending(txn);
        if (!canCommit(committing)) {
            return false;
        }
        if (keys.isEmpty()) {
            snapshots.commit(txn, committing.low);
        } else {
            snapshots.timeline.append(txn);
            snapshots.commit(txn, keys);
        }
        return true;
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        return new SnapshotObjections(snapshots, snapshots.pending(txn), forbidsConflicts).objection(key, source);
    }
}
