package moirai.history.files;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.history.FaultEvent;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.Outcome;
import moirai.history.keeping.SegmentSpan;

/**
 * The transactions of one writer, one at a time. {@link #advance} finds one and reads it up to its start time, by which
 * writers are merged; {@link #addTo} then decodes its answers straight into the history. No object is made per op.
 */
final class TxnCursor implements AutoCloseable {

    private static final Outcome COMMITTED = new Outcome.Committed();

    private final WriterChain chain;
    private final boolean endedOnly;
    private final OpReader ops;
    private final List<FaultEvent> faults = new ArrayList<>();
    private final SortedMap<Long, String> keyLabels = new TreeMap<>();
    private final SortedMap<Long, String> valueLabels = new TreeMap<>();
    private long txnCount;
    private long previousNanos;
    /** The latest time of a transaction so far. */
    private long latestNanos = Long.MIN_VALUE;

    private final List<SegmentSpan> passed = new ArrayList<>();
    /** The times of the transactions of this segment. */
    private long segmentFirstNanos = Long.MAX_VALUE;

    private long segmentLastNanos = Long.MIN_VALUE;
    private boolean hasEvents;
    /** The transactions of this segment that have ended, by the code of their outcome. */
    private final long[] ofOutcome = new long[SegmentFormat.INDETERMINATE + 1];

    private boolean running;
    private int session;
    private long beginNanos;
    /** The tag of the record in which the transaction was found: BEGIN if its end was not. */
    private int found;

    private Outcome outcome = COMMITTED;
    private long startNanos;
    private long endNanos;

    /** @param endedOnly whether to leave out a transaction whose end was not recorded */
    TxnCursor(WriterChain chain, boolean endedOnly) {
        this.chain = chain;
        this.txnCount = chain.txnsSkipped();
        this.endedOnly = endedOnly;
        this.ops = new OpReader(AnswerReader.ofOneHistory());
    }

    private TxnCursor(WriterChain chain, AnswerReader answers) {
        this.chain = chain;
        this.txnCount = chain.txnsSkipped();
        this.endedOnly = false;
        this.ops = new OpReader(answers);
    }

    /**
     * Makes a cursor whose transactions go to several histories, one after the other; {@link #startHistory} says when.
     */
    static TxnCursor ofHistories(WriterChain chain) {
        return new TxnCursor(chain, AnswerReader.ofHistories());
    }

    /** Notes that the next transactions are added to another history. */
    void startHistory() {
        ops.startHistory();
        faults.clear();
        keyLabels.clear();
        valueLabels.clear();
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

    /** Returns when the transaction that was found ended; meaningless if its end was not recorded. */
    long endNanos() {
        return endNanos;
    }

    /** Returns whether the end of the transaction that was found was not recorded, and never will be. */
    boolean isUnfinished() {
        return found == SegmentFormat.BEGIN;
    }

    /** Returns whether the transaction that was found has no BEGIN. */
    boolean isWhole() {
        return found == SegmentFormat.TXN;
    }

    /** Returns whether a transaction has begun whose end was not found yet. */
    boolean isRunning() {
        return running;
    }

    /** Returns when the last BEGIN was. */
    long beginNanos() {
        return beginNanos;
    }

    /** Returns the latest time of a transaction so far; {@link Long#MIN_VALUE} if there was none. */
    long latestNanos() {
        return latestNanos;
    }

    List<FaultEvent> faults() {
        return Collections.unmodifiableList(faults);
    }

    Map<Long, String> keyLabels() {
        return Collections.unmodifiableSortedMap(keyLabels);
    }

    Map<Long, String> valueLabels() {
        return Collections.unmodifiableSortedMap(valueLabels);
    }

    /**
     * Advances to the next transaction; the one before must have been added. Returns false if there is none, or none
     * yet.
     */
    boolean advance() {
        while (true) {
            try {
                return advanceToNext();
            } catch (HistoryFormatException damage) {
                if (!chain.isSalvaged()) {
                    throw damage;
                }
                chain.salvage(damage);
                startSegment();
                if (advanceToUnfinished()) {
                    return true;
                }
            }
        }
    }

    private boolean advanceToNext() {
        while (true) {
            if (!chain.payload().hasMore() && !chain.nextFrame()) {
                return chain.isEnded() && advanceToUnfinished();
            }
            ops.version(chain.version());
            Payload payload = chain.payload();
            int tag = payload.tag();
            if (tag > lastTag()) {
                throw unknown(payload, tag);
            }
            switch (tag) {
                case SegmentFormat.BEGIN -> readBegin(payload);
                case SegmentFormat.END -> {
                    readEnd(payload);
                    return true;
                }
                case SegmentFormat.TXN -> {
                    readWhole(payload);
                    return true;
                }
                case SegmentFormat.FAULT -> readFault(payload);
                case SegmentFormat.LABEL -> readLabel(payload);
                case SegmentFormat.ROLL -> readRoll(payload);
                case SegmentFormat.CLOSE -> readClose(payload);
                default -> throw unknown(payload, tag);
            }
        }
    }

    private HistoryFormatException unknown(Payload payload, int tag) {
        return payload.damaged("a record with tag " + tag + ", expected " + SegmentFormat.BEGIN + " to " + lastTag());
    }

    private int lastTag() {
        return chain.version() == SegmentFormat.VERSION_MIN ? SegmentFormat.CLOSE : SegmentFormat.LABEL;
    }

    private boolean advanceToUnfinished() {
        boolean unfinished = running && !endedOnly;
        running = false;
        found = SegmentFormat.BEGIN;
        startNanos = beginNanos;
        return unfinished;
    }

    void addTo(HistoryBuilder history) {
        try {
            switch (found) {
                case SegmentFormat.BEGIN -> ops.addPlan(history);
                case SegmentFormat.END -> ops.addAnswered(chain.payload(), history);
                default -> ops.addWhole(chain.payload(), history);
            }
            if (found == SegmentFormat.BEGIN) {
                history.endUnfinished(session, startNanos);
            } else {
                history.end(session, outcome, startNanos, endNanos);
            }
        } catch (IllegalStateException | IllegalArgumentException impossible) {
            throw refused(impossible);
        }
    }

    /**
     * Adds the transaction that began last without its answers, as unfinished.
     *
     * @param endedNanos the time up to which it runs
     */
    void addPlanTo(HistoryBuilder history, long endedNanos) {
        try {
            ops.addPlan(history);
            history.end(session, Outcome.Indeterminate.UNFINISHED, beginNanos, endedNanos);
        } catch (IllegalStateException | IllegalArgumentException impossible) {
            throw refused(impossible);
        }
    }

    /** Returns the error for a transaction that the builder of a history has refused. */
    private HistoryFormatException refused(RuntimeException impossible) {
        return impossible instanceof IllegalStateException
                ? new HistoryFormatException(chain.file().toString(), "too much to read: " + impossible.getMessage())
                : chain.payload().damaged("a transaction that no history can have: " + impossible.getMessage());
    }

    private void readBegin(Payload payload) {
        if (running) {
            throw payload.damaged("a transaction begins while that of session " + session + " has not ended");
        }
        txnCount++;
        session = payload.count("the session", Integer.MAX_VALUE);
        previousNanos += payload.zigzag();
        beginNanos = previousNanos;
        note(beginNanos, beginNanos);
        ops.readPlan(payload);
        running = true;
    }

    /** Reads a TXN up to its ops. */
    private void readWhole(Payload payload) {
        if (running) {
            throw payload.damaged("TXN while the transaction of session " + session + " has not ended");
        }
        found = SegmentFormat.TXN;
        txnCount++;
        session = payload.count("the session", Integer.MAX_VALUE);
        startNanos = previousNanos + payload.zigzag();
        readDuration(payload);
        outcome = readOutcome(payload);
    }

    private void readEnd(Payload payload) {
        if (!running) {
            throw payload.damaged("a transaction ends that has not begun");
        }
        running = false;
        found = SegmentFormat.END;
        outcome = readOutcome(payload);
        startNanos = beginNanos + payload.zigzag();
        readDuration(payload);
    }

    private void readDuration(Payload payload) {
        endNanos = startNanos + payload.varint();
        previousNanos = endNanos;
        note(startNanos, endNanos);
        if (endNanos < startNanos) {
            throw payload.damaged("a transaction ends at " + endNanos + " ns, before it starts at " + startNanos);
        }
    }

    private void note(long firstNanos, long lastNanos) {
        latestNanos = Math.max(latestNanos, lastNanos);
        segmentFirstNanos = Math.min(segmentFirstNanos, firstNanos);
        segmentLastNanos = Math.max(segmentLastNanos, lastNanos);
    }

    private Outcome readOutcome(Payload payload) {
        int code = payload.count("the outcome", SegmentFormat.INDETERMINATE);
        ofOutcome[code]++;
        return switch (code) {
            case SegmentFormat.COMMITTED -> COMMITTED;
            case SegmentFormat.ABORTED -> new Outcome.Aborted(payload.string());
            case SegmentFormat.INDETERMINATE -> new Outcome.Indeterminate(payload.string());
            default -> throw payload.damaged("the outcome is " + code + ", expected 1 to 3");
        };
    }

    private void readFault(Payload payload) {
        hasEvents = true;
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

    private void readLabel(Payload payload) {
        hasEvents = true;
        int of = payload.count("what a label is of", SegmentFormat.LABEL_OF_VALUE);
        long number = payload.zigzag();
        String label = payload.string();
        switch (of) {
            case SegmentFormat.LABEL_OF_KEY -> keyLabels.put(number, label);
            case SegmentFormat.LABEL_OF_VALUE -> valueLabels.put(number, label);
            default -> throw payload.damaged("a label of " + of + ", expected 1 or 2");
        }
    }

    private void readRoll(Payload payload) {
        if (running) {
            throw payload.damaged("ROLL while the transaction of session " + session + " has not ended");
        }
        passed.add(passedSegment());
        long skippedBefore = chain.txnsSkipped();
        chain.roll();
        if (chain.txnsSkipped() != skippedBefore) {
            requireCount(chain.txnsSkipped());
            txnCount = chain.txnsSkipped();
        }
        startSegment();
    }

    private void startSegment() {
        ops.startSegment();
        previousNanos = 0;
        segmentFirstNanos = Long.MAX_VALUE;
        segmentLastNanos = Long.MIN_VALUE;
        hasEvents = false;
        Arrays.fill(ofOutcome, 0);
    }

    private SegmentSpan passedSegment() {
        var contents = new SegmentSpan.Contents(
                txnCount,
                hasEvents,
                ofOutcome[SegmentFormat.COMMITTED],
                ofOutcome[SegmentFormat.ABORTED],
                ofOutcome[SegmentFormat.INDETERMINATE]);
        return new SegmentSpan(chain.writer(), chain.segment(), segmentFirstNanos, segmentLastNanos, contents);
    }

    private void requireCount(long behindDropped) {
        if (behindDropped < txnCount) {
            throw new HistoryFormatException(
                    chain.file().toString(),
                    "follows dropped segments that end with transaction " + behindDropped + " of the writer, although "
                            + txnCount + " are before them");
        }
    }

    /** Returns the segments that were read to their end since the last call, of which others follow. */
    List<SegmentSpan> takePassed() {
        List<SegmentSpan> taken = List.copyOf(passed);
        passed.clear();
        return taken;
    }

    private void readClose(Payload payload) {
        long expected = payload.varint();
        if (expected != txnCount && !chain.hasLost()) {
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
