package moirai.history.files;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;

/**
 * The transactions of one writer, one at a time. {@link #advance} finds one and reads it up to its start time, by which
 * writers are merged; {@link #addTo} then decodes its answers straight into the history. No object is made per op.
 */
final class TxnCursor implements AutoCloseable {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final int[] NO_ELEMENTS = {};

    private final WriterChain chain;
    private final PrefixDictionary lastLists = new PrefixDictionary();
    private final List<FaultEvent> faults = new ArrayList<>();
    private long txnCount;
    private long previousNanos;

    private boolean running;
    private int session;
    private long beginNanos;
    /** Keys of the ops; and their elements, with {@code Integer.MIN_VALUE} for a read. */
    private int[] keys = new int[16];

    private int[] elements = new int[16];
    private int opCount;

    private boolean unfinished;
    private Outcome outcome = COMMITTED;
    private long startNanos;
    private long endNanos;

    TxnCursor(WriterChain chain) {
        this.chain = chain;
    }

    WriterChain chain() {
        return chain;
    }

    int session() {
        return session;
    }

    long startNanos() {
        return startNanos;
    }

    /** The faults that were met so far. */
    List<FaultEvent> faults() {
        return Collections.unmodifiableList(faults);
    }

    /** Goes to the next transaction; the one before must have been added. False if there is none. */
    boolean advance() {
        while (true) {
            if (!chain.payload().hasMore() && !chain.nextFrame()) {
                return advanceToUnfinished();
            }
            Payload payload = chain.payload();
            int tag = payload.tag();
            switch (tag) {
                case SegmentFormat.BEGIN -> readBegin(payload);
                case SegmentFormat.END -> {
                    readEnd(payload);
                    return true;
                }
                case SegmentFormat.FAULT -> readFault(payload);
                case SegmentFormat.ROLL -> readRoll(payload);
                case SegmentFormat.CLOSE -> readClose(payload);
                default ->
                    throw payload.damaged("a record with tag " + tag + ", expected " + SegmentFormat.BEGIN + " to "
                            + SegmentFormat.CLOSE);
            }
        }
    }

    private boolean advanceToUnfinished() {
        unfinished = running;
        running = false;
        startNanos = beginNanos;
        return unfinished;
    }

    /** Adds the transaction to the history. */
    void addTo(HistoryBuilder history) {
        try {
            for (int i = 0; i < opCount; i++) {
                if (elements[i] != Integer.MIN_VALUE) {
                    history.append(keys[i], elements[i]);
                } else if (unfinished) {
                    history.unansweredRead(keys[i]);
                } else {
                    readAnswer(chain.payload(), keys[i], history);
                }
            }
            if (unfinished) {
                history.endUnfinished(session, startNanos);
            } else {
                history.end(session, outcome, startNanos, endNanos);
            }
        } catch (IllegalStateException tooLarge) {
            throw new HistoryFormatException(chain.file().toString(), "too much to read: " + tooLarge.getMessage());
        }
    }

    private void readBegin(Payload payload) {
        if (running) {
            throw payload.damaged("a transaction begins while that of session " + session + " has not ended");
        }
        running = true;
        txnCount++;
        session = payload.count("the session", Integer.MAX_VALUE);
        previousNanos += payload.zigzag();
        beginNanos = previousNanos;
        opCount = payload.count("the number of ops", payload.left());
        if (opCount > keys.length) {
            int capacity = Math.max(opCount, 2 * keys.length);
            keys = Arrays.copyOf(keys, capacity);
            elements = Arrays.copyOf(elements, capacity);
        }
        int key = 0;
        for (int i = 0; i < opCount; i++) {
            long op = payload.varint();
            long step = op >>> 1;
            key = payload.toInt(key + ((step >>> 1) ^ -(step & 1)), "a key");
            keys[i] = key;
            elements[i] = Integer.MIN_VALUE;
            if ((op & 1) == 1) {
                elements[i] = payload.zigzagFrom(0, "an element");
                if (elements[i] == Integer.MIN_VALUE) {
                    throw payload.damaged("the element " + Integer.MIN_VALUE + ", which is reserved");
                }
            }
        }
    }

    private void readEnd(Payload payload) {
        if (!running) {
            throw payload.damaged("a transaction ends that has not begun");
        }
        running = false;
        unfinished = false;
        outcome = readOutcome(payload);
        startNanos = beginNanos + payload.zigzag();
        endNanos = startNanos + payload.varint();
        previousNanos = endNanos;
        if (endNanos < startNanos) {
            throw payload.damaged("a transaction ends at " + endNanos + " ns, before it starts at " + startNanos);
        }
    }

    private Outcome readOutcome(Payload payload) {
        int code = payload.count("the outcome", SegmentFormat.INDETERMINATE);
        return switch (code) {
            case SegmentFormat.COMMITTED -> COMMITTED;
            case SegmentFormat.ABORTED -> new Outcome.Aborted(payload.string());
            case SegmentFormat.INDETERMINATE -> new Outcome.Indeterminate(payload.string());
            default -> throw payload.damaged("the outcome is " + code + ", expected 1 to 3");
        };
    }

    private void readAnswer(Payload payload, int key, HistoryBuilder history) {
        int answer = payload.count("the length of a read", Integer.MAX_VALUE);
        if (answer == 0) {
            history.unansweredRead(key);
            return;
        }
        int length = answer - 1;
        if (length == 0) {
            history.read(key, NO_ELEMENTS, 0);
            return;
        }
        int entry = lastLists.entry(key);
        int shared = payload.count("the number of shared elements", Math.min(length, lastLists.length(entry)));
        if (length - shared > payload.left()) {
            throw payload.damaged("a read of " + length + " elements, of which " + shared + " are known and only "
                    + payload.left() + " bytes follow");
        }
        if (shared < length) {
            int[] list = lastLists.replace(entry, shared, length);
            int before = shared == 0 ? 0 : list[shared - 1];
            for (int i = shared; i < length; i++) {
                before = payload.zigzagFrom(before, "an element");
                list[i] = before;
            }
        }
        history.read(key, lastLists.list(entry), length);
        lastLists.trim();
    }

    private void readFault(Payload payload) {
        int code = payload.count("the phase of a fault", Integer.MAX_VALUE);
        previousNanos += payload.zigzag();
        String fault = payload.string();
        String target = payload.string();
        try {
            faults.add(new FaultEvent(previousNanos, FaultEvent.Phase.ofCode(code), fault, target));
        } catch (IllegalArgumentException unknown) {
            throw payload.damaged(String.valueOf(unknown.getMessage()));
        }
    }

    private void readRoll(Payload payload) {
        if (running) {
            throw payload.damaged("ROLL while the transaction of session " + session + " has not ended");
        }
        chain.roll();
        lastLists.clear();
        previousNanos = 0;
    }

    private void readClose(Payload payload) {
        long expected = payload.varint();
        if (expected != txnCount) {
            throw payload.damaged("CLOSE counts " + Long.toUnsignedString(expected)
                    + " transactions of the writer, and " + txnCount + " are here");
        }
        chain.end();
    }

    @Override
    public void close() {
        chain.close();
    }
}
