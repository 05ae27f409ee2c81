package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.level.Phenomenon;

/**
 * Reduces a history of registers.
 *
 * <ol>
 *   <li>{@link RegisterWrites}: who wrote which value.
 *   <li>Which transactions took effect: the committed ones, and to a least fixed point the indeterminate ones of which
 *       one that did read a value. A value that two transactions may have written proves neither.
 *   <li>Each read of those, in the order of the program: after a write of the same transaction to the key it has to
 *       return that; else, or if it does not, it reads from the transaction that wrote the value. Those that name no
 *       such transaction are anomalies or doubts. Values that several may have written are left to
 *       {@link RepeatedValues}.
 * </ol>
 *
 * <p>Sources: internal consistency is axiom INT of Cerone, Bernardi, Gotsman, "A Framework for Transactional
 * Consistency Models with Atomic Visibility" (2015), section 3; aborted and intermediate reads are Adya, "Weak
 * Consistency" (1999), section 4.2.3. Reads of one key that differ without an own write in between are left to the
 * axioms, since weak levels allow them. O(ops) time and space.
 */
final class RegisterReads {

    /** A choice among the writers of values that several transactions wrote. */
    @FunctionalInterface
    interface Attribution {

        /** Returns the transaction whose write the read returned, or {@link RegisterWrites#NONE} to leave it out. */
        int writer(int readOp);
    }

    private final History history;
    private final RegisterWrites writes;
    /** The writers of values that several transactions wrote, if reads of them are attributed. */
    private final Optional<ValueWriters> repeated;

    private final Attribution attribution;
    private final Int2IntOpenHashMap provenBy = new Int2IntOpenHashMap();
    private final EffectiveTxns txns;
    private final AnomalyLog log;
    private final Doubts doubts;
    private final KeyValueHistory.Builder builder;
    /** The last write to each key so far; one of the current transaction if it is none of an earlier op. */
    private final int[] lastWrite;

    /** Leaves out reads of values that several transactions may have written. */
    RegisterReads(History history) {
        this(history, new RegisterWrites(history), Optional.empty(), readOp -> RegisterWrites.NONE, Optional.empty());
    }

    /**
     * Attributes reads of values that several transactions may have written.
     *
     * @param possible the transactions that took effect under some attribution
     */
    RegisterReads(History history, ValueWriters writers, Attribution attribution, BitSet possible) {
        this(history, writers.writes(), Optional.of(writers), attribution, Optional.of(possible));
    }

    private RegisterReads(
            History history,
            RegisterWrites writes,
            Optional<ValueWriters> repeated,
            Attribution attribution,
            Optional<BitSet> possible) {
        this.history = history;
        this.writes = writes;
        this.repeated = repeated;
        this.attribution = attribution;
        BitSet effective = effective();
        this.txns = new EffectiveTxns(history, effective, possible.orElse(effective));
        this.log = new AnomalyLog(history);
        this.doubts = new Doubts(history, writes);
        this.builder = new KeyValueHistory.Builder(history.isTimed(), txns.count(), history.opCount());
        this.lastWrite = new int[history.keyCount()];
        Arrays.fill(lastWrite, RegisterWrites.NONE);
    }

    private BitSet effective() {
        var effective = new BitSet(history.txnCount());
        var pending = new IntArrayList();
        boolean isAnyInDoubt = false;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            // A switch over the patterns is a call that the JVM's first compiler does not inline.
            if (history.outcome(txn) instanceof Outcome.Committed) {
                effective.set(txn);
                pending.add(txn);
            } else {
                isAnyInDoubt |= history.outcome(txn) instanceof Outcome.Indeterminate;
            }
        }
        for (int i = 0; isAnyInDoubt && i < pending.size(); i++) {
            int reader = pending.getInt(i);
            for (int op = history.firstOp(reader); op < history.endOp(reader); op++) {
                int writer = history.isValueRead(op) ? provenWriter(op) : RegisterWrites.NONE;
                if (writer != RegisterWrites.NONE && !effective.get(writer)) {
                    effective.set(writer);
                    provenBy.put(writer, op);
                    pending.add(writer);
                }
            }
        }
        return effective;
    }

    private int provenWriter(int readOp) {
        int write = writes.writeOf(history.key(readOp), history.value(readOp));
        if (write == RegisterWrites.NONE || writes.isAborted(write)) {
            return RegisterWrites.NONE;
        }
        return writes.rival(write) == RegisterWrites.NONE ? writes.txn(write) : attribution.writer(readOp);
    }

    AttributedReads attributed() {
        return new AttributedReads(reduce(), provenBy);
    }

    KeyValueReads reduce() {
        for (int id = 0; id < txns.count(); id++) {
            txns.begin(builder, id);
            int txn = txns.recorded(id);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isWrite(op)) {
                    builder.write(history.key(op));
                    lastWrite[history.key(op)] = op;
                } else if (history.isAnswered(op)) {
                    addRead(txn, op);
                }
            }
        }
        txns.doubtSessions(log);
        return new KeyValueReads(
                builder.build(),
                log.findings(txns.count(), 0, Map.of()),
                doubts.sentences(),
                doubts.hasAmbiguous() ? Optional.of(new RepeatedValues(history, writes)) : Optional.empty());
    }

    private void addRead(int txn, int op) {
        int key = history.key(op);
        int own = lastWrite[key];
        if (own >= history.firstOp(txn)) {
            if (!history.isInitialRead(op) && history.value(op) == history.value(own)) {
                return;
            }
            log.add(new Anomaly.InternalInconsistency(txn, op, true));
        }
        if (history.isInitialRead(op)) {
            builder.read(key, KeyValueHistory.INITIAL, op);
        } else {
            addRead(txn, op, writes.writeOf(key, history.value(op)));
        }
    }

    private void addRead(int reader, int op, int write) {
        long value = history.value(op);
        if (write == RegisterWrites.NONE) {
            if (history.isComplete()) {
                log.add(new Anomaly.GarbageRead(reader, op, value));
            } else {
                log.doubt(Phenomenon.GARBAGE_READ, doubts.addUnknown(reader, op));
            }
            return;
        }
        int writer = writes.txn(write);
        if (writes.isAborted(write)) {
            log.add(new Anomaly.AbortedRead(reader, op, value, writer));
        } else if (writes.rival(write) != RegisterWrites.NONE) {
            addRepeated(reader, op, write);
        } else if (writer == reader) {
            // One that it had written before, and overwritten, only contradicts the transaction itself.
            if (write > op) {
                log.add(new Anomaly.FutureRead(reader, op, write));
            }
        } else if (writes.isIntermediate(write)) {
            log.add(new Anomaly.IntermediateRead(reader, op, value, writer));
        } else {
            builder.read(history.key(op), txns.id(writer), op);
        }
    }

    private void addRepeated(int reader, int op, int write) {
        if (repeated.isEmpty()) {
            doubts.addAmbiguous(write);
            return;
        }
        ValueWriters writers = repeated.get();
        int group = writers.group(write);
        int writer = attribution.writer(op);
        if (writer != RegisterWrites.NONE) {
            builder.read(history.key(op), txns.id(writer), op);
        } else if (writers.candidates(group, reader) == 0 && !writers.isOwn(history, reader, op)) {
            log.add(new Anomaly.IntermediateRead(reader, op, history.value(op), writers.overwriter(group, reader)));
        }
    }
}
