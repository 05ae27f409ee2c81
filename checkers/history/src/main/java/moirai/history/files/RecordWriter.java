package moirai.history.files;

import java.util.Arrays;
import java.util.List;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.dictionary.KnownLists;
import moirai.history.encoding.FrameBuffer;

/**
 * Encodes requests and answers of a session as records of {@link SegmentFormat}, in the current frame. Knows the bytes;
 * {@link HistoryWriter} knows when which record may be written.
 */
final class RecordWriter {

    private final FrameBuffer frame;
    private final KnownLists known = new KnownLists();
    private long previousNanos;
    private int[] values = new int[64];

    RecordWriter(FrameBuffer frame) {
        this.frame = frame;
    }

    /** Forgets earlier segments. */
    void startSegment() {
        known.clear();
        previousNanos = 0;
    }

    void begin(int session, TxnPlan plan, long nanos) {
        frame.tag(SegmentFormat.BEGIN)
                .varint(session)
                .zigzag(nanos - previousNanos)
                .varint(plan.opCount());
        previousNanos = nanos;
        long previousKey = 0;
        for (int i = 0; i < plan.opCount(); i++) {
            long key = plan.key(i);
            if (plan.isChange(i)) {
                frame.tag(change(plan.model())).zigzag(key - previousKey).zigzag(plan.argument(i));
            } else if (plan.isScan(i)) {
                frame.tag(SegmentFormat.SCAN).zigzag(key - previousKey).varint(plan.scanTo(i) - key);
            } else {
                frame.tag(plannedRead(plan.model())).zigzag(key - previousKey);
            }
            previousKey = key;
        }
    }

    private static int change(DataModel model) {
        return switch (model) {
            case LIST_APPEND -> SegmentFormat.APPEND;
            case REGISTER -> SegmentFormat.WRITE;
            case SET -> SegmentFormat.ADD;
            case COUNTER -> SegmentFormat.INCREMENT;
        };
    }

    /** Returns the kind of a planned read, which gives the kind of its answer. */
    private static int plannedRead(DataModel model) {
        return switch (model) {
            case LIST_APPEND -> SegmentFormat.READ_UNANSWERED;
            case REGISTER -> SegmentFormat.READ_VALUE;
            case SET -> SegmentFormat.READ_SET;
            case COUNTER -> SegmentFormat.READ_COUNTER;
        };
    }

    /** @param beginNanos the time of its BEGIN */
    void end(Txn txn, long beginNanos) {
        frame.tag(SegmentFormat.END);
        outcome(txn.outcome());
        frame.zigzag(txn.startNanos() - beginNanos).varint(txn.endNanos() - txn.startNanos());
        previousNanos = txn.endNanos();
        List<Op> ops = txn.ops();
        int endOfMatches = 0;
        long previousKey = 0;
        for (int i = 0; i < ops.size(); i++) {
            switch (ops.get(i)) {
                case Op.Scan scan -> {
                    frame.varint(scan.matches() + 1L);
                    endOfMatches = i + 1 + Math.max(0, scan.matches());
                    previousKey = scan.key();
                }
                case Op.Read(long key, Elements answer) -> {
                    if (i < endOfMatches) {
                        frame.zigzag(key - previousKey);
                        previousKey = key;
                    }
                    answer(key, answer);
                }
                case Op.ReadSet(long key, Elements answer) -> answer(key, answer);
                case Op.ReadInitial nothing -> frame.varint(SegmentFormat.ANSWER_INITIAL);
                case Op.ReadValue(long key, long value) ->
                    frame.varint(SegmentFormat.ANSWER_VALUE).zigzag(value);
                case Op.ReadCounter(long key, long value) ->
                    frame.varint(SegmentFormat.ANSWER_VALUE).zigzag(value);
                case Op.Append planned -> {}
                case Op.Write planned -> {}
                case Op.Add planned -> {}
                case Op.Increment planned -> {}
            }
        }
    }

    /** Writes a transaction of a history, with ops of any kind. */
    void whole(History history, int txn) {
        frame.tag(SegmentFormat.TXN)
                .varint(history.session(txn))
                .zigzag(history.startNanos(txn) - previousNanos)
                .varint(history.endNanos(txn) - history.startNanos(txn));
        previousNanos = history.endNanos(txn);
        outcome(history.outcome(txn));
        frame.varint(history.endOp(txn) - history.firstOp(txn));
        long previousKey = 0;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            long key = history.keyName(history.key(op));
            int kind = kind(history, op);
            frame.tag(kind).zigzag(key - previousKey);
            previousKey = key;
            switch (kind) {
                case SegmentFormat.APPEND, SegmentFormat.ADD -> frame.zigzag(history.element(op));
                case SegmentFormat.READ, SegmentFormat.READ_SET -> list(history, op, key);
                case SegmentFormat.SCAN ->
                    frame.varint(history.scanTo(op) - key).varint(history.scanMatches(op) + 1L);
                case SegmentFormat.WRITE,
                        SegmentFormat.READ_VALUE,
                        SegmentFormat.INCREMENT,
                        SegmentFormat.READ_COUNTER -> frame.zigzag(history.value(op));
                default -> {
                    // A read without an answer, or of nothing: all is said.
                }
            }
        }
    }

    private static int kind(History history, int op) {
        if (history.isScan(op)) {
            return SegmentFormat.SCAN;
        }
        if (!history.isAnswered(op) && !history.isAppend(op) && !history.isWrite(op)) {
            return SegmentFormat.READ_UNANSWERED;
        }
        return switch (history.dataModel()) {
            case LIST_APPEND -> history.isAppend(op) ? SegmentFormat.APPEND : SegmentFormat.READ;
            case SET -> history.isAppend(op) ? SegmentFormat.ADD : SegmentFormat.READ_SET;
            case COUNTER -> history.isWrite(op) ? SegmentFormat.INCREMENT : SegmentFormat.READ_COUNTER;
            case REGISTER ->
                history.isWrite(op)
                        ? SegmentFormat.WRITE
                        : history.isInitialRead(op) ? SegmentFormat.READ_INITIAL : SegmentFormat.READ_VALUE;
        };
    }

    void fault(FaultEvent event) {
        frame.tag(SegmentFormat.FAULT)
                .varint(event.phase().code())
                .zigzag(event.nanos() - previousNanos)
                .string(event.fault())
                .string(event.target());
        previousNanos = event.nanos();
    }

    /** @param of {@link SegmentFormat#LABEL_OF_KEY} or {@link SegmentFormat#LABEL_OF_VALUE} */
    void label(int of, long number, String label) {
        frame.tag(SegmentFormat.LABEL).varint(of).zigzag(number).string(label);
    }

    private void outcome(Outcome outcome) {
        switch (outcome) {
            case Outcome.Committed committed -> frame.varint(SegmentFormat.COMMITTED);
            case Outcome.Aborted(String cause) ->
                frame.varint(SegmentFormat.ABORTED).string(cause);
            case Outcome.Indeterminate(String cause) ->
                frame.varint(SegmentFormat.INDETERMINATE).string(cause);
        }
    }

    private void list(History history, int op, long key) {
        int list = history.list(op);
        int length = history.length(op);
        reserve(length);
        for (int i = 0; i < length; i++) {
            values[i] = history.listElement(list, i);
        }
        answer(key, length);
    }

    private void answer(long key, Elements answer) {
        if (!answer.isKnown()) {
            frame.varint(0);
            return;
        }
        reserve(answer.count());
        answer.copyTo(values);
        answer(key, answer.count());
    }

    private void reserve(int length) {
        if (length > values.length) {
            values = new int[Math.max(length, 2 * values.length)];
        }
    }

    /** Writes what a read of the first {@code length} of {@link #values} adds to what was read of the key before. */
    private void answer(long key, int length) {
        frame.varint(length + 1L);
        if (length == 0) {
            return;
        }
        int entry = known.entry(key);
        int shared = shared(entry, length);
        frame.varint(shared);
        if (shared < length) {
            int[] list = known.replace(entry, shared, length);
            int before = shared == 0 ? 0 : list[shared - 1];
            for (int i = shared; i < length; i++) {
                list[i] = values[i];
                frame.zigzag((long) list[i] - before);
                before = list[i];
            }
        }
        known.trim();
    }

    private int shared(int entry, int length) {
        int most = Math.min(known.length(entry), length);
        int mismatch = Arrays.mismatch(known.list(entry), 0, most, values, 0, most);
        return mismatch < 0 ? most : mismatch;
    }
}
