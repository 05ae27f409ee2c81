package moirai.analysis.sets;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import moirai.analysis.columns.Groups;
import moirai.analysis.columns.StableSort;
import moirai.history.History;

/**
 * The numbers of elements of sets by what became of them, in the words of Jepsen's checkers {@code set} and {@code
 * set-full}.
 *
 * <p>An element is known from the end of its add, if that was acknowledged, or of the first read that saw it. Each
 * element that is known or was acknowledged is counted in one of the first four; recovered ones are among those too.
 *
 * @param ok seen, and by every read that began after it was known
 * @param lost missed by a read that began after it was known, and seen by none that began later
 * @param stale missed by such a read, and seen later
 * @param neverRead acknowledged, and no read that began later could have seen it
 * @param recovered of unknown outcome, and seen
 * @param unexpected read, though nobody added them, or only aborted transactions did
 */
public record ElementCounts(int ok, int lost, int stale, int neverRead, int recovered, int unexpected) {

    /** Counts the elements; without times, none is lost or stale. O(elements read + reads × log). */
    public static ElementCounts of(History history) {
        return new Count(new SetInference(history)).count();
    }

    /** A pass over the reads of each key, from the one that began last. */
    private static final class Count {

        private final SetInference inference;
        private final History history;
        private final long[] firstSeenEnd;
        private final long[] lastSeenStart;
        /** The number of reads of its key, counted back from the one that began last, that all saw the element. */
        private final int[] seenInARow;

        private final LongOpenHashSet unexpected = new LongOpenHashSet();
        private int ok;
        private int lost;
        private int stale;
        private int neverRead;
        private int recovered;

        Count(SetInference inference) {
            this.inference = inference;
            this.history = inference.history();
            this.firstSeenEnd = new long[history.opCount()];
            this.lastSeenStart = new long[history.opCount()];
            this.seenInARow = new int[history.opCount()];
            Arrays.fill(firstSeenEnd, Long.MAX_VALUE);
            Arrays.fill(lastSeenStart, Long.MIN_VALUE);
        }

        ElementCounts count() {
            Groups byKey = Groups.of(
                    history.opCount(),
                    history.keyCount(),
                    op -> inference.isRead(op) && inference.isEffective(inference.txn(op)) ? history.key(op) : -1);
            for (int key = 0; key < history.keyCount(); key++) {
                int[] reads = StableSort.by(op -> -history.startNanos(inference.txn(op)), byKey.members(key));
                for (int i = 0; i < reads.length; i++) {
                    note(reads[i], i);
                }
                for (int i = 0; i < inference.addCount(key); i++) {
                    int add = inference.add(key, i);
                    if (inference.adds().standingFor(add) == add) {
                        judge(add, reads);
                    }
                }
            }
            return new ElementCounts(ok, lost, stale, neverRead, recovered, unexpected.size());
        }

        private void note(int readOp, int index) {
            int reader = inference.txn(readOp);
            long end = history.outcome(reader).isIndeterminate() ? Long.MAX_VALUE : history.endNanos(reader);
            for (int i = 0; i < history.length(readOp); i++) {
                int element = history.listElement(history.list(readOp), i);
                int add = inference.adds().addOf(history.key(readOp), element);
                if (add == Adds.UNKNOWN || inference.adds().isAborted(add)) {
                    unexpected.add(((long) history.key(readOp) << 32) | (element & 0xffffffffL));
                } else {
                    firstSeenEnd[add] = Math.min(firstSeenEnd[add], end);
                    lastSeenStart[add] = Math.max(lastSeenStart[add], history.startNanos(reader));
                    seenInARow[add] += seenInARow[add] == index ? 1 : 0;
                }
            }
        }

        private void judge(int add, int[] reads) {
            int adder = inference.txn(add);
            boolean acknowledged = !history.outcome(adder).isIndeterminate();
            boolean seen = lastSeenStart[add] != Long.MIN_VALUE;
            long known = Math.min(firstSeenEnd[add], acknowledged ? history.endNanos(adder) : Long.MAX_VALUE);
            boolean isMissed = history.isTimed() && seenInARow[add] < reads.length;
            long lastMissedStart =
                    isMissed ? history.startNanos(inference.txn(reads[seenInARow[add]])) : Long.MIN_VALUE;
            if (lastMissedStart > known) {
                stale += lastSeenStart[add] >= lastMissedStart ? 1 : 0;
                lost += lastSeenStart[add] >= lastMissedStart ? 0 : 1;
            } else {
                ok += seen ? 1 : 0;
                neverRead += seen || !acknowledged ? 0 : 1;
            }
            recovered += seen && !acknowledged ? 1 : 0;
        }
    }
}
