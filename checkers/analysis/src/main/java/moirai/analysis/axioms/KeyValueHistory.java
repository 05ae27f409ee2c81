package moirai.analysis.axioms;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import moirai.analysis.columns.Groups;
import moirai.analysis.columns.IntColumn;

/**
 * The transactions that took effect, reduced to what the axioms speak of: sessions, who read which key from whom, and
 * who wrote which keys. Immutable columns; transactions, sessions, keys, reads and writes have dense ids from 0.
 *
 * <p>Only <i>external</i> reads are here, those that do not follow a write of the same transaction to the same key, in
 * program order; and only the keys written, since nobody may read but the last value that a transaction writes to a
 * key. Ids of transactions follow the order in which they were recorded, which keeps each session's order.
 *
 * <p>Memory: 24 bytes a transaction and 16 more if intervals were recorded, 12 a read, 4 a write. Made by {@link
 * Builder}.
 */
public final class KeyValueHistory {

    /** Stands for the initial state where a writer is expected. */
    public static final int INITIAL = -1;

    private final int sessionCount;
    private final int keyCount;
    private final int[] session;
    private final int[] firstRead;
    private final int[] readKey;
    private final int[] readSource;
    private final int[] firstWrite;
    private final int[] writeKey;
    private final Groups txnsBySession;
    private final int[] position;
    private final int[] firstVersion;
    private final int[] versions;
    private final long[] startNanos;
    private final long[] endNanos;
    private final int[] recordedTxn;
    private final int[] recordedRead;
    private final boolean timed;

    private KeyValueHistory(Builder builder) {
        this.session = builder.session.exact();
        this.firstRead = builder.firstRead.exact();
        this.readKey = builder.readKey.roomy();
        this.readSource = builder.readSource.roomy();
        this.firstWrite = builder.firstWrite.exact();
        this.writeKey = FirstOfEach.withoutRepetitions(builder.writeKey.values(), firstWrite);
        this.startNanos = Columns.exact(builder.startNanos);
        this.endNanos = Columns.exact(builder.endNanos);
        this.recordedTxn = builder.recordedTxn.exact();
        this.recordedRead = builder.recordedRead.roomy();
        this.timed = builder.timed;
        this.keyCount = builder.keyCount;
        this.sessionCount = builder.sessionCount;
        this.txnsBySession = Groups.of(session.length, sessionCount, txn -> session[txn]);
        this.position = new int[session.length];
        int[] begun = new int[sessionCount];
        Arrays.setAll(position, txn -> begun[session[txn]]++);
        this.firstVersion = FirstOfEach.of(builder.versionKeys, keyCount);
        this.versions = Columns.exact(builder.versionWriters);
        requireSources();
    }

    private void requireSources() {
        for (int txn = 0; txn < session.length; txn++) {
            for (int read = firstRead[txn]; read < firstRead[txn + 1]; read++) {
                int source = readSource[read];
                if (source != INITIAL
                        && (source == txn || source >= session.length || !writes(source, readKey[read]))) {
                    throw new IllegalArgumentException("T" + txn + " reads key " + readKey[read] + " from T" + source
                            + ", which does not write it");
                }
            }
        }
    }

    public int txnCount() {
        return session.length;
    }

    public int sessionCount() {
        return sessionCount;
    }

    public int keyCount() {
        return keyCount;
    }

    public int readCount() {
        return firstRead[session.length];
    }

    public int writeCount() {
        return firstWrite[session.length];
    }

    public int session(int txn) {
        return session[txn];
    }

    /** Returns the place of the transaction in its session, from 0. */
    public int position(int txn) {
        return position[txn];
    }

    public int sessionSize(int ofSession) {
        return txnsBySession.size(ofSession);
    }

    /** Returns the transaction at this position of the session. */
    public int txnAt(int ofSession, int at) {
        return txnsBySession.member(txnsBySession.first(ofSession) + at);
    }

    public int firstRead(int txn) {
        return firstRead[txn];
    }

    public int endRead(int txn) {
        return firstRead[txn + 1];
    }

    public int readKey(int read) {
        return readKey[read];
    }

    /** Returns the transaction that wrote what was read, or {@link #INITIAL}. */
    public int readSource(int read) {
        return readSource[read];
    }

    public int firstWrite(int txn) {
        return firstWrite[txn];
    }

    public int endWrite(int txn) {
        return firstWrite[txn + 1];
    }

    /** Returns a key that the transaction writes; ascending within a transaction, each once. */
    public int writeKey(int write) {
        return writeKey[write];
    }

    /** Returns whether the transaction writes the key. O(log of its writes). */
    public boolean writes(int txn, int key) {
        return write(txn, key) >= 0;
    }

    /** Returns the transaction's write of the key, or -1 if there is none. O(log of its writes). */
    public int write(int txn, int key) {
        return Math.max(-1, Arrays.binarySearch(writeKey, firstWrite[txn], firstWrite[txn + 1], key));
    }

    /**
     * Returns the number of versions of the key whose order is known. If it is positive, all other writers of the key
     * come later, in an unknown order.
     */
    public int versionCount(int key) {
        return firstVersion[key + 1] - firstVersion[key];
    }

    /**
     * Returns the writer of the key's version at this place, from 0 for the oldest. A writer appears several times if
     * writes interleaved.
     */
    public int version(int key, int place) {
        return versions[firstVersion[key] + place];
    }

    /** Returns whether intervals were recorded. If not, nothing is known about real time. */
    public boolean isTimed() {
        return timed;
    }

    /** Returns the start of the transaction; 0 if no intervals were recorded. */
    public long startNanos(int txn) {
        return timed ? startNanos[txn] : 0;
    }

    /** Returns the end of the transaction; {@link Long#MAX_VALUE} if nobody saw it, 0 if no intervals were
     * recorded. The interval is closed. */
    public long endNanos(int txn) {
        return timed ? endNanos[txn] : 0;
    }

    /** Returns the transaction's id in the recorded history. */
    public int recordedTxn(int txn) {
        return recordedTxn[txn];
    }

    /** Returns the transaction with this id in the recorded history, which has to be here. O(log transactions). */
    public int indexOf(int recorded) {
        return Arrays.binarySearch(recordedTxn, recorded);
    }

    /** Returns the read's op in the recorded history. */
    public int recordedRead(int read) {
        return recordedRead[read];
    }

    /**
     * Returns the history of these transactions alone, renumbered in their order; keys and recorded ids stay. Reads
     * from others are left out, so what it violates, the whole violates too. O(transactions + their ops).
     */
    public KeyValueHistory restrictedTo(BitSet txns) {
        return restrictedTo(txns, read -> true, write -> true, key -> key);
    }

    /**
     * Returns the history of these transactions with some of their reads and writes, keys numbered anew. Reads from
     * other transactions are left out. O(transactions + their ops + known versions).
     *
     * @param writes the writes to keep; a transaction that is read from has to keep its write
     * @param keyNumber the number of each key that occurs in the part, in the order of the keys
     */
    public KeyValueHistory restrictedTo(
            BitSet txns, IntPredicate reads, IntPredicate writes, IntUnaryOperator keyNumber) {
        var part = new Builder(timed);
        int[] renumbered = new int[session.length];
        int count = 0;
        for (int txn = txns.nextSetBit(0); txn >= 0; txn = txns.nextSetBit(txn + 1)) {
            renumbered[txn] = count++;
        }
        for (int txn = txns.nextSetBit(0); txn >= 0; txn = txns.nextSetBit(txn + 1)) {
            part.txn(session[txn], startNanos(txn), endNanos(txn), recordedTxn[txn]);
            for (int read = firstRead[txn]; read < firstRead[txn + 1]; read++) {
                int source = readSource[read];
                if (reads.test(read) && (source == INITIAL || txns.get(source))) {
                    int from = source == INITIAL ? INITIAL : renumbered[source];
                    part.read(keyNumber.applyAsInt(readKey[read]), from, recordedRead[read]);
                }
            }
            for (int write = firstWrite[txn]; write < firstWrite[txn + 1]; write++) {
                if (writes.test(write)) {
                    part.write(keyNumber.applyAsInt(writeKey[write]));
                }
            }
        }
        for (int key = 0; key < keyCount; key++) {
            var order = new IntArrayList(0);
            for (int place = firstVersion[key]; place < firstVersion[key + 1]; place++) {
                int writer = versions[place];
                int write = txns.get(writer) ? write(writer, key) : -1;
                if (write >= 0 && writes.test(write)) {
                    order.add(renumbered[writer]);
                }
            }
            if (!order.isEmpty()) {
                part.versions(keyNumber.applyAsInt(key), order.toIntArray());
            }
        }
        return part.build();
    }

    /** Returns a line for each transaction: {@code T2 s0 r1<-T0 r2<-initial w1}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int txn = 0; txn < session.length; txn++) {
            text.append("T").append(txn).append(" s").append(session[txn]);
            for (int read = firstRead[txn]; read < firstRead[txn + 1]; read++) {
                int source = readSource[read];
                text.append(" r").append(readKey[read]).append(source == INITIAL ? "<-initial" : "<-T" + source);
            }
            for (int write = firstWrite[txn]; write < firstWrite[txn + 1]; write++) {
                text.append(" w").append(writeKey[write]);
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Collects transactions. Single-threaded, for one history. */
    public static final class Builder {

        private final boolean timed;
        private final IntColumn session;
        private final IntColumn firstRead;
        private final IntColumn readKey;
        private final IntColumn readSource;
        private final IntColumn firstWrite;
        private final IntColumn writeKey;
        private final LongArrayList startNanos;
        private final LongArrayList endNanos;
        private final IntColumn recordedTxn;
        private final IntColumn recordedRead;
        private final IntArrayList versionKeys = new IntArrayList();
        private final IntArrayList versionWriters = new IntArrayList();
        private int keyCount;
        private int sessionCount;

        /**
         * Begins a history.
         *
         * @param timed whether the intervals mean anything
         */
        public Builder(boolean timed) {
            this(timed, 16, 16);
        }

        /**
         * Begins a history of some size.
         *
         * @param timed whether the intervals mean anything
         * @param txns how many transactions to reserve room for; there may be more or fewer
         * @param ops how many reads and writes together; there may be more or fewer
         */
        public Builder(boolean timed, int txns, int ops) {
            this.timed = timed;
            this.session = new IntColumn(txns);
            this.firstRead = new IntColumn(txns + 1);
            this.firstWrite = new IntColumn(txns + 1);
            this.startNanos = new LongArrayList(timed ? txns : 0);
            this.endNanos = new LongArrayList(timed ? txns : 0);
            this.recordedTxn = new IntColumn(txns);
            int half = ops / 2 + ops / 16;
            this.readKey = new IntColumn(half);
            this.readSource = new IntColumn(half);
            this.recordedRead = new IntColumn(half);
            this.writeKey = new IntColumn(half);
        }

        /** Begins the next transaction, without times and origin; it gets the next id, from 0. */
        public Builder txn(int ofSession) {
            return txn(ofSession, 0, 0, session.size());
        }

        /**
         * Begins the next transaction; it gets the next id, from 0.
         *
         * @param end {@link Long#MAX_VALUE} if nobody saw it
         * @param recorded its id in the recorded history
         */
        public Builder txn(int ofSession, long start, long end, int recorded) {
            session.add(ofSession);
            sessionCount = Math.max(sessionCount, ofSession + 1);
            firstRead.add(readKey.size());
            firstWrite.add(writeKey.size());
            if (timed) {
                startNanos.add(start);
                endNanos.add(end);
            }
            recordedTxn.add(recorded);
            return this;
        }

        /** Adds an external read to the transaction begun last; the source may be a transaction that is yet to come. */
        public Builder read(int key, int source) {
            return read(key, source, -1);
        }

        /**
         * Adds an external read to the transaction begun last.
         *
         * @param recorded the op's id in the recorded history
         */
        public Builder read(int key, int source, int recorded) {
            readKey.add(key);
            readSource.add(source);
            recordedRead.add(recorded);
            keyCount = Math.max(keyCount, key + 1);
            return this;
        }

        /** Adds a write to the transaction begun last; a second one to the same key is the same. */
        public Builder write(int key) {
            writeKey.add(key);
            keyCount = Math.max(keyCount, key + 1);
            return this;
        }

        /** Adds the known order of the key's versions: their writers, oldest first. Keys come ascending. */
        public Builder versions(int key, int... writers) {
            if (!versionKeys.isEmpty() && versionKeys.topInt() >= key) {
                throw new IllegalArgumentException("key " + key + " after key " + versionKeys.topInt());
            }
            for (int writer : writers) {
                versionKeys.add(key);
                versionWriters.add(writer);
            }
            keyCount = Math.max(keyCount, key + 1);
            return this;
        }

        /** Returns the history; the builder must not be used again. */
        public KeyValueHistory build() {
            firstRead.add(readKey.size());
            firstWrite.add(writeKey.size());
            return new KeyValueHistory(this);
        }
    }
}
