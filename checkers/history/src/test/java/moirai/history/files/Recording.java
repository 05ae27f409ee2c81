package moirai.history.files;

import java.util.List;
import java.util.Map;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Labels;
import moirai.history.Op;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/**
 * How a history is recorded.
 *
 * @param unfinished the writers, as bits, whose last transaction does not end
 */
record Recording(
        List<List<Txn>> writers, boolean isWhole, boolean areWritersCounted, long segmentBytes, int unfinished) {

    Recording {
        writers = isWhole
                ? writers
                : writers.stream()
                        .map(txns -> txns.stream().map(Recording::plannable).toList())
                        .toList();
    }

    /** Returns the same with numbers of 32 bits, as plans need. */
    private static Txn plannable(Txn txn) {
        List<Op> ops = txn.ops().stream().map(Recording::plannable).toList();
        return new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos());
    }

    private static Op plannable(Op op) {
        int key = (int) op.key();
        return switch (op) {
            case Op.Append append -> new Op.Append(key, append.element());
            case Op.Read read -> new Op.Read(key, read.elements());
            case Op.Scan scan -> scan;
            case Op.Write write -> new Op.Write(key, plannable(write.value()));
            case Op.ReadValue read -> new Op.ReadValue(key, read.value());
            case Op.ReadInitial read -> new Op.ReadInitial(key);
            case Op.Add add -> new Op.Add(key, plannable(add.element()));
            case Op.ReadSet read -> new Op.ReadSet(key, read.elements());
            case Op.Increment increment -> new Op.Increment(key, plannable(increment.amount()));
            case Op.ReadCounter read -> new Op.ReadCounter(key, read.value());
        };
    }

    /** Returns the low bits of a number; 0 for the one number that plans reserve. */
    private static int plannable(long number) {
        return (int) number == Integer.MIN_VALUE ? 0 : (int) number;
    }

    void write(Scratch scratch, boolean buffered) {
        var directory = HistoryDirectory.create(
                scratch.path, Scratch.HEADER, new HistoryDirectory.Options(buffered, segmentBytes));
        if (areWritersCounted) {
            directory = directory.forWriters(writers.size());
        }
        for (int i = 0; i < writers.size(); i++) {
            try (HistoryWriter writer = directory.writer(i)) {
                write(writer, i);
            }
        }
    }

    private void write(HistoryWriter writer, int index) {
        List<Txn> txns = writers.get(index);
        var recorded = new HistoryBuilder(Scratch.HEADER);
        txns.forEach(recorded::add);
        History history = recorded.build();
        for (int txn = 0; txn < txns.size(); txn++) {
            if (isWhole) {
                writer.whole(history, txn);
            } else {
                Txn next = txns.get(txn);
                writer.begin(next.session(), TxnPlan.of(next.ops()), next.startNanos());
                if (txn + 1 < txns.size() || (unfinished >> index & 1) == 0) {
                    writer.end(next);
                }
            }
            if (index == 0 && txn == 1) {
                writer.fault(HistoryTailProperties.FAULT);
                writer.labels(Labels.of(Map.of((long) txn, ":x"), Map.of()));
                writer.fault(HistoryTailProperties.EARLIER_FAULT);
            }
        }
    }
}
