package moirai.analysis.streaming;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import moirai.analysis.Evidence;
import moirai.analysis.judged.JudgedBefore;
import moirai.history.History;
import moirai.history.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a history could have shown, piece by piece, in bounded memory.
 *
 * <p>Committed transactions, and those of other outcomes, are counted exactly. A key that was left alone while many
 * others were used is forgotten, and counts as another one if it is used again. Transactions that overlap across pieces
 * are counted as far as the pieces have them in the order of their starts, so there may be more. Beyond
 * some hundred, further values of a register or counter are not counted.
 */
public final class EvidenceStream {

    /** The number of keys that are remembered: those that were used last. */
    private static final int KEYS_MAX = 1 << 15;

    /** The number of values of a register or counter that are told apart. */
    private static final int VALUES_MAX = 256;

    private final Long2ObjectLinkedOpenHashMap<Key> keys = new Long2ObjectLinkedOpenHashMap<>();
    private final List<Running> running = new ArrayList<>();
    private long committed;
    private long aborted;
    private long indeterminate;
    private long overlapping;
    private long versionsRead;
    private long keysContended;

    /** What is known of a key. */
    private static final class Key {

        private int session = -1;
        private boolean isContended;
        /** The lengths of its list that were read, those below 64: few lists are longer. */
        private long shortLengths;

        private @Nullable BitSet longLengths;
        /** The values that were read, of a register or counter. */
        private @Nullable LongOpenHashSet values;

        /** Notes that a list of this length was read; returns whether it is the first. */
        boolean addLength(int length) {
            if (length < Long.SIZE) {
                long before = shortLengths;
                shortLengths |= 1L << length;
                return before != shortLengths;
            }
            if (longLengths == null) {
                longLengths = new BitSet();
            }
            boolean isFirst = !longLengths.get(length);
            longLengths.set(length);
            return isFirst;
        }

        /** Notes that this value was read; returns whether it is the first time, as far as values are told apart. */
        boolean addValue(long value) {
            if (values == null) {
                values = new LongOpenHashSet(1);
            }
            return values.size() < VALUES_MAX && values.add(value);
        }
    }

    /** A committed transaction that others may overlap. */
    private static final class Running {

        private final int session;
        private final long endNanos;
        private boolean isCounted;

        Running(int session, long endNanos) {
            this.session = session;
            this.endNanos = endNanos;
        }
    }

    /** The time up to which the counts have the overlaps and versions of what had ended. */
    private final long countedNanos;

    /** Counts nothing yet. */
    public EvidenceStream() {
        this.countedNanos = Long.MIN_VALUE;
    }

    /**
     * Goes on with the counts of a history of which not everything is there any more. Transactions are counted exactly,
     * those that were dropped and those that come. The rest is off by as much as was under way when the other stopped.
     */
    public EvidenceStream(JudgedBefore before) {
        Evidence known = before.evidence();
        this.countedNanos = before.reach().countedNanos();
        this.committed = known.committed();
        this.aborted = known.aborted();
        this.indeterminate = known.indeterminate();
        this.overlapping = known.overlapping();
        this.versionsRead = known.versionsRead();
        this.keysContended = known.keysContended();
    }

    /** Counts a piece. O(transactions × sessions + ops). */
    public void add(History piece) {
        var keysOfPiece = new Key[piece.keyCount()];
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            switch (piece.outcome(txn)) {
                case Outcome.Committed done -> {
                    committed++;
                    if (piece.endNanos(txn) > countedNanos) {
                        overlap(piece, txn);
                        visit(piece, txn, keysOfPiece);
                    }
                }
                case Outcome.Aborted refused -> aborted++;
                case Outcome.Indeterminate unknown -> indeterminate++;
            }
        }
    }

    private void overlap(History piece, int txn) {
        var one = new Running(piece.session(txn), piece.endNanos(txn));
        long start = piece.startNanos(txn);
        int kept = 0;
        for (int i = 0; i < running.size(); i++) {
            Running other = running.get(i);
            if (other.endNanos >= start) {
                running.set(kept++, other);
                if (other.session != one.session) {
                    count(other);
                    count(one);
                }
            }
        }
        if (kept < running.size()) {
            running.subList(kept, running.size()).clear();
        }
        running.add(one);
    }

    private void count(Running one) {
        if (!one.isCounted) {
            one.isCounted = true;
            overlapping++;
        }
    }

    private void visit(History piece, int txn, @Nullable Key[] keysOfPiece) {
        for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
            if (piece.isAppend(op) || piece.isWrite(op)) {
                Key key = key(piece, op, keysOfPiece);
                if (key.session >= 0 && key.session != piece.session(txn) && !key.isContended) {
                    key.isContended = true;
                    keysContended++;
                }
                key.session = piece.session(txn);
            } else if (piece.isValueRead(op)) {
                versionsRead += key(piece, op, keysOfPiece).addValue(piece.value(op)) ? 1 : 0;
            } else if (piece.isAnswered(op) && !piece.isInitialRead(op) && piece.length(op) > 0) {
                versionsRead += key(piece, op, keysOfPiece).addLength(piece.length(op)) ? 1 : 0;
            }
        }
    }

    /** @param ofPiece the keys that the piece has used so far, by their dense ids: each is looked up once */
    private Key key(History piece, int op, @Nullable Key[] ofPiece) {
        int id = piece.key(op);
        Key known = ofPiece[id];
        if (known == null) {
            known = key(piece.keyName(id));
            ofPiece[id] = known;
        }
        return known;
    }

    private Key key(long name) {
        Key known = keys.getAndMoveToLast(name);
        if (known == null) {
            known = new Key();
            keys.putAndMoveToLast(name, known);
            if (keys.size() > KEYS_MAX) {
                keys.removeFirst();
            }
        }
        return known;
    }

    /** Returns the counts so far. */
    public Evidence evidence() {
        return new Evidence(
                narrow(committed),
                narrow(aborted),
                narrow(indeterminate),
                narrow(overlapping),
                versionsRead,
                narrow(keysContended));
    }

    private static int narrow(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }
}
