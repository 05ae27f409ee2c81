package moirai.history.files;

import java.util.Arrays;
import moirai.history.HistoryBuilder;
import moirai.history.Op;

/** Decodes the ops of a transaction straight into a history. See {@link SegmentFormat}. */
final class OpReader {

    private final AnswerReader answers;
    /** The plan of the transaction that began last. */
    private long[] keys = new long[16];

    private int[] kinds = new int[16];
    /** The elements, values or amounts of changes, or the last keys of scans. */
    private long[] arguments = new long[16];

    private int opCount;
    private int version;

    OpReader(AnswerReader answers) {
        this.answers = answers;
    }

    /** Notes that the next ops are added to another history. */
    void startHistory() {
        answers.startHistory();
    }

    /** Notes the version of the format of the segment that is read. */
    void version(int version) {
        this.version = version;
        answers.version(version);
    }

    /** Forgets earlier segments. */
    void startSegment() {
        answers.startSegment();
    }

    /** Reads the ops of a BEGIN. */
    void readPlan(Payload payload) {
        opCount = payload.count("the number of ops", payload.left());
        if (opCount > keys.length) {
            int capacity = Math.max(opCount, 2 * keys.length);
            keys = Arrays.copyOf(keys, capacity);
            kinds = Arrays.copyOf(kinds, capacity);
            arguments = Arrays.copyOf(arguments, capacity);
        }
        long key = 0;
        for (int i = 0; i < opCount; i++) {
            if (version == SegmentFormat.VERSION_MIN) {
                key = readFirstVersion(payload, i, key);
            } else {
                kinds[i] = payload.code("the kind of an op", SegmentFormat.READ_COUNTER);
                key += payload.zigzag();
                switch (kinds[i]) {
                    case SegmentFormat.APPEND -> arguments[i] = element(payload);
                    case SegmentFormat.ADD -> arguments[i] = payload.zigzagFrom(0, "an element");
                    case SegmentFormat.WRITE, SegmentFormat.INCREMENT -> arguments[i] = payload.zigzag();
                    case SegmentFormat.SCAN -> arguments[i] = lastKey(payload, key);
                    case SegmentFormat.READ, SegmentFormat.READ_INITIAL ->
                        throw payload.damaged("a plan with the answer of a read");
                    default -> {
                        // A read, without more.
                    }
                }
            }
            keys[i] = key;
        }
    }

    private long readFirstVersion(Payload payload, int i, long keyBefore) {
        long op = payload.varint();
        long step = op >>> 1;
        long key = payload.toInt(keyBefore + ((step >>> 1) ^ -(step & 1)), "a key");
        kinds[i] = (op & 1) == 1 ? SegmentFormat.APPEND : SegmentFormat.READ_UNANSWERED;
        if (kinds[i] == SegmentFormat.APPEND) {
            arguments[i] = element(payload);
        }
        return key;
    }

    private static int element(Payload payload) {
        int element = payload.zigzagFrom(0, "an element");
        if (element == Integer.MIN_VALUE) {
            throw payload.damaged("the element " + Integer.MIN_VALUE + ", which is reserved");
        }
        return element;
    }

    private static long lastKey(Payload payload, long first) {
        long last = first + payload.varint();
        if (last < first) {
            throw payload.damaged("a scan of keys " + first + " to " + last);
        }
        return last;
    }

    /** Adds the ops of the plan without answers. */
    void addPlan(HistoryBuilder history) {
        for (int i = 0; i < opCount; i++) {
            if (kinds[i] == SegmentFormat.SCAN) {
                history.scan(keys[i], arguments[i], Op.Scan.UNANSWERED);
            } else if (!addChange(i, history)) {
                history.unansweredRead(keys[i]);
            }
        }
    }

    /** Adds the op of the plan if it is no read; returns whether it did. */
    private boolean addChange(int i, HistoryBuilder history) {
        switch (kinds[i]) {
            case SegmentFormat.APPEND -> history.append(keys[i], (int) arguments[i]);
            case SegmentFormat.WRITE -> history.write(keys[i], arguments[i]);
            case SegmentFormat.ADD -> history.add(keys[i], (int) arguments[i]);
            case SegmentFormat.INCREMENT -> history.increment(keys[i], arguments[i]);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Adds the ops of the plan with the answers of an END. */
    void addAnswered(Payload payload, HistoryBuilder history) {
        for (int i = 0; i < opCount; i++) {
            if (!addChange(i, history)) {
                switch (kinds[i]) {
                    case SegmentFormat.SCAN -> addMatches(payload, keys[i], arguments[i], history);
                    case SegmentFormat.READ_SET -> answers.readSet(payload, keys[i], history);
                    case SegmentFormat.READ_VALUE, SegmentFormat.READ_COUNTER -> addValue(payload, i, history);
                    default -> answers.read(payload, keys[i], history);
                }
            }
        }
    }

    private void addValue(Payload payload, int i, HistoryBuilder history) {
        int answer = payload.code("the answer of a read", SegmentFormat.ANSWER_VALUE);
        if (answer == SegmentFormat.ANSWER_VALUE && kinds[i] == SegmentFormat.READ_VALUE) {
            history.readValue(keys[i], payload.zigzag());
        } else if (answer == SegmentFormat.ANSWER_VALUE) {
            history.readCounter(keys[i], payload.zigzag());
        } else if (answer == SegmentFormat.ANSWER_INITIAL) {
            history.readInitial(keys[i]);
        } else {
            history.unansweredRead(keys[i]);
        }
    }

    private void addMatches(Payload payload, long from, long to, HistoryBuilder history) {
        int matches = payload.count("the number of matches of a scan", payload.left()) - 1;
        history.scan(from, to, matches);
        long key = from;
        for (int i = 0; i < matches; i++) {
            key += payload.zigzag();
            answers.read(payload, key, history);
        }
    }

    /** Adds the ops of a TXN. */
    void addWhole(Payload payload, HistoryBuilder history) {
        int count = payload.count("the number of ops", payload.left());
        long key = 0;
        for (int i = 0; i < count; i++) {
            int kind = payload.code("the kind of an op", SegmentFormat.READ_COUNTER);
            key += payload.zigzag();
            add(kind, key, payload, history);
        }
    }

    private void add(int kind, long key, Payload payload, HistoryBuilder history) {
        switch (kind) {
            case SegmentFormat.APPEND -> history.append(key, element(payload));
            case SegmentFormat.READ -> answers.read(payload, key, history);
            case SegmentFormat.SCAN -> {
                long to = lastKey(payload, key);
                history.scan(key, to, payload.count("the number of matches of a scan", Integer.MAX_VALUE) - 1);
            }
            case SegmentFormat.WRITE -> history.write(key, payload.zigzag());
            case SegmentFormat.READ_VALUE -> history.readValue(key, payload.zigzag());
            case SegmentFormat.READ_INITIAL -> history.readInitial(key);
            case SegmentFormat.ADD -> history.add(key, payload.zigzagFrom(0, "an element"));
            case SegmentFormat.READ_SET -> answers.readSet(payload, key, history);
            case SegmentFormat.INCREMENT -> history.increment(key, payload.zigzag());
            case SegmentFormat.READ_COUNTER -> history.readCounter(key, payload.zigzag());
            default -> history.unansweredRead(key);
        }
    }
}
