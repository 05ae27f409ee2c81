package moirai.exploration.search;

import java.util.function.Consumer;
import moirai.history.level.IsolationLevel;

/*
 * Terms. A history is a list of blocks; t is its last block, which has just committed; P is t with its causal past.
 * A read e of an earlier block u outside of P may be swapped with t: of the history stay all blocks before u, u up to
 * e, which now reads from t, and P; u moves to the end and goes on. D is what goes: u after e, and all later blocks
 * outside of P.
 *
 * That is done only if every read of D and e itself (1) was not swapped before and (2) reads the causally latest value
 * that the level allows (sections 5.2 and 5.3): among all histories that differ in D alone, that is one, so nothing
 * is explored twice.
 *
 * The scan goes backwards from t. D only grows on the way, so the first read that fails (1) or (2) ends it.
 *
 * Departure: condition (3) of "swapped" in the prose of the paper asks whether a read is the first one of its
 * transaction to read from its source. That loses histories: after a swap of an earlier read of u with t1, a later one
 * may read from a transaction in t1's causal past; it was never swapped, and has to be free for that. Here a read
 * counts as swapped only if its source is not in the causal past of what u has read before.
 */

/** The swaps after a commit: re-orderings in which an earlier read returns a value of the committed transaction. */
final class Swaps {

    private final PlacedHistory part;
    private final ExternalReads prefix = new ExternalReads();

    Swaps(IsolationLevel level, int finalSession) {
        this.part = new PlacedHistory(level, finalSession);
    }

    /** Finds all swaps that the last block of a history makes possible. O(reads · transactions²) at most. */
    void of(PlacedHistory history, Consumer<Search.Node> found) {
        int last = history.count() - 1;
        Block committed = history.block(last);
        if (committed.writtenCount() == 0) {
            return;
        }
        long kept = committed.past() | committed.bit();
        for (int index = last - 1; index >= 0; index--) {
            Block reader = history.block(index);
            if ((kept & reader.bit()) != 0 || reader.reads().count() == 0) {
                continue;
            }
            loadWithout(history, index, kept);
            for (int read = reader.reads().count() - 1; read >= 0; read--) {
                if (isSwapped(history, index, read) || !readsLatest(reader, read)) {
                    return;
                }
                if (committed.writes(reader.reads().key(read)) && isAllowed(reader, read, committed.id())) {
                    found.accept(new Search.Node(
                            part.toArray(), reader.place(), reader.steps(), reader.readStep(read), committed.id()));
                }
            }
        }
    }

    /** Loads the rest of the history without the reader, and without all later blocks that are not kept. */
    private void loadWithout(PlacedHistory history, int readerIndex, long kept) {
        part.clear();
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            if (index < readerIndex || (kept & block.bit()) != 0) {
                part.add(block);
            }
        }
    }

    private boolean isAllowed(Block reader, int read, int source) {
        take(reader, read);
        prefix.add(reader.reads().key(read), source);
        return part.allows(reader.place().session(), prefix, read + 1);
    }

    private void take(Block reader, int readCount) {
        prefix.clear();
        for (int read = 0; read < readCount; read++) {
            prefix.add(reader.reads().key(read), reader.reads().source(read));
        }
    }

    /** Returns whether the read got its value by a swap: from a transaction that comes later in the oracle order. */
    private static boolean isSwapped(PlacedHistory history, int readerIndex, int read) {
        Block reader = history.block(readerIndex);
        int source = reader.reads().source(read);
        if (source == Steps.INITIAL
                || !reader.place().isBefore(history.byId(source).place())) {
            return false;
        }
        long sourceBit = 1L << source;
        for (int index = 0; index < readerIndex; index++) {
            Block block = history.block(index);
            if ((block.past() & sourceBit) != 0 && block.place().isBefore(reader.place())) {
                return false;
            }
        }
        for (int earlier = 0; earlier < read; earlier++) {
            int other = reader.reads().source(earlier);
            if (other == source
                    || (other != Steps.INITIAL && (history.byId(other).past() & sourceBit) != 0)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the read's source is the latest one in its causal past, without the read, that the level allows.
     */
    private boolean readsLatest(Block reader, int read) {
        int source = reader.reads().source(read);
        int key = reader.reads().key(read);
        take(reader, read);
        long candidates = part.past(reader.place().session(), prefix, read) & part.writers(key);
        for (int index = part.count() - 1; index >= 0 && candidates != 0; index--) {
            Block block = part.block(index);
            if ((candidates & block.bit()) != 0) {
                candidates &= ~block.bit();
                prefix.add(key, block.id());
                boolean isAllowed = part.allows(reader.place().session(), prefix, read + 1);
                prefix.removeLast();
                if (isAllowed) {
                    return source == block.id();
                }
            }
        }
        return source == Steps.INITIAL;
    }
}
