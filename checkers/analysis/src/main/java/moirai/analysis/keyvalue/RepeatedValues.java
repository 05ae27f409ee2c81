package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * The reads of registers whose values several transactions may have written, and which those are. Such a read is
 * <i>open</i>; to <i>attribute</i> it is to say which of the writes it returned.
 *
 * <p>An aborted write, one that its transaction overwrote, and one of the reader itself are no candidates: levels from
 * read committed on forbid those reads. What a transaction of unknown outcome read is open as well, if it may have
 * taken effect.
 *
 * <p>All attributions agree on which transactions of unknown outcome belong to no session, so that what one shows of
 * some transactions is true under every other that reads alike. O(ops) time; 4 bytes an open read, 8 a write of a
 * value that several wrote.
 */
public final class RepeatedValues {

    /** Stands for the writer of a read that is not attributed. */
    public static final int NONE = -1;

    private final History history;
    private final ValueWriters writers;
    private final BitSet possible;
    private final int[] openReads;
    private final AttributedReads base;

    RepeatedValues(History history, RegisterWrites writes) {
        this.history = history;
        this.writers = new ValueWriters(history, writes);
        this.possible = possible();
        this.openReads = possible.stream().flatMap(this::openReads).toArray();
        this.base = attributed(readOp -> NONE);
    }

    /** Returns the transactions that took effect under some attribution. */
    private BitSet possible() {
        var found = new BitSet(history.txnCount());
        var pending = new IntArrayList();
        boolean isAnyInDoubt = false;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            isAnyInDoubt |= history.outcome(txn) instanceof Outcome.Indeterminate;
            if (history.outcome(txn) instanceof Outcome.Committed) {
                found.set(txn);
                pending.add(txn);
            }
        }
        var followed = new BitSet();
        for (int i = 0; isAnyInDoubt && i < pending.size(); i++) {
            int reader = pending.getInt(i);
            for (int op = history.firstOp(reader); op < history.endOp(reader); op++) {
                int write = history.isValueRead(op) ? firstWrite(op) : RegisterWrites.NONE;
                int group = write == RegisterWrites.NONE ? RegisterWrites.NONE : writers.group(write);
                if (group != RegisterWrites.NONE && !followed.get(group)) {
                    followed.set(group);
                    for (int at = writers.first(group); at < writers.end(group); at++) {
                        follow(writers.writer(at), found, pending);
                    }
                } else if (group == RegisterWrites.NONE
                        && write != RegisterWrites.NONE
                        && !writers.writes().isAborted(write)) {
                    follow(writers.writes().txn(write), found, pending);
                }
            }
        }
        return found;
    }

    private static void follow(int txn, BitSet found, IntArrayList pending) {
        if (!found.get(txn)) {
            found.set(txn);
            pending.add(txn);
        }
    }

    private int firstWrite(int readOp) {
        return writers.writes().writeOf(history.key(readOp), history.value(readOp));
    }

    private IntStream openReads(int txn) {
        return IntStream.range(history.firstOp(txn), history.endOp(txn))
                .filter(op -> history.isValueRead(op)
                        && group(op) != RegisterWrites.NONE
                        && !writers.isOwn(history, txn, op)
                        && writers.candidates(group(op), txn) > 0);
    }

    private int group(int readOp) {
        int write = firstWrite(readOp);
        return write == RegisterWrites.NONE ? RegisterWrites.NONE : writers.group(write);
    }

    /** Returns the history as it was recorded. */
    public History recorded() {
        return history;
    }

    /** Returns the number of open reads. */
    public int count() {
        return openReads.length;
    }

    /** Returns the op of an open read, ascending. */
    public int readOp(int open) {
        return openReads[open];
    }

    /** Returns the number of the open read that the op is, or a negative number. O(log open reads). */
    public int open(int readOp) {
        return Arrays.binarySearch(openReads, readOp);
    }

    /** Returns the transaction of an open read. */
    public int reader(int open) {
        return writers.writes().txn(openReads[open]);
    }

    /** Returns the first open read of the transaction or of a later one. O(log open reads). */
    public int firstOpen(int txn) {
        int at = Arrays.binarySearch(openReads, history.firstOp(txn));
        return at < 0 ? -at - 1 : at;
    }

    /** Returns the key of an open read. */
    public int key(int open) {
        return history.key(openReads[open]);
    }

    /** Returns the transaction of an op. */
    public int txn(int op) {
        return writers.writes().txn(op);
    }

    /** Returns the transactions whose write an open read may have returned, ascending. */
    public List<Integer> candidates(int open) {
        return IntStream.of(writers(groupOf(open)))
                .filter(txn -> txn != reader(open))
                .boxed()
                .toList();
    }

    /** Returns the number of values of which reads are open, or would be. */
    public int groupCount() {
        return writers.groupCount();
    }

    /** Returns the number of the value that an open read returned. */
    public int groupOf(int open) {
        return group(openReads[open]);
    }

    /** Returns the transactions that wrote the value last, ascending, perhaps with the reader among them. */
    public int[] writers(int group) {
        return IntStream.range(writers.first(group), writers.end(group))
                .map(writers::writer)
                .toArray();
    }

    /** Returns the history without its open reads: what it violates, each attribution violates too. */
    public AttributedReads base() {
        return base;
    }

    /**
     * Returns the history with open reads attributed. O(ops).
     *
     * @param writerOfOpen the writer of each open read, or {@link #NONE} to leave it out
     */
    public AttributedReads under(int... writerOfOpen) {
        return attributed(readOp -> {
            int open = open(readOp);
            return open < 0 ? NONE : writerOfOpen[open];
        });
    }

    private AttributedReads attributed(RegisterReads.Attribution attribution) {
        return new RegisterReads(history, writers, attribution, possible).attributed();
    }
}
