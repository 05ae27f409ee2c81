package moirai.mockstore.rules;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/** The rules of a level whose transactions read from a single prefix of an order of commits: {@link Snapshots}. */
sealed interface SnapshotRules extends LevelRules permits PrefixRules, SerialRules {

    /** Returns the snapshots from which the transactions read. */
    Snapshots snapshots();

    @Override
    default void begin(int txn, int session) {
        snapshots().begin(txn, session);
    }

    @Override
    default void read(int txn, int key, int source) {
        snapshots().read(snapshots().pending(txn), key, source);
    }

    @Override
    default void takeBack(int txn, int key) {
        snapshots().pending(txn).takeBack(key);
    }

    @Override
    default void abort(int txn) {
        snapshots().abort(txn);
    }

    @Override
    default IntList writers(int key) {
        return snapshots().writers(key);
    }

    @Override
    default int latest(int key) {
        return snapshots().latest(key);
    }

    @Override
    default IntList forget(IntPredicate isOld, int first) {
        return new IntArrayList(snapshots().forget(isOld, first));
    }

    @Override
    default void forEachKey(IntConsumer use) {
        snapshots().forEachKey(use);
    }

    @Override
    default IntList commitOrder() {
        return snapshots().timeline.inOrder();
    }
}
