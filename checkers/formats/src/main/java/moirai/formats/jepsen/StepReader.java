package moirai.formats.jepsen;

import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;
import moirai.formats.jepsen.Steps.Kind;
import moirai.history.DataModel;
import moirai.history.HistoryFormatException;

/** Reads the steps of a transaction from the value of an operation. */
final class StepReader {

    static final long APPEND = Tape.word("append");
    static final long READ = Tape.word("r");
    static final long WRITE = Tape.word("w");
    static final long ADD = Tape.word("add");
    static final long INCREMENT = Tape.word("inc");
    static final long SCAN = Tape.word("scan");

    /** The number of digits that cannot exceed 63 bits. */
    private static final int SAFE_DIGITS = 18;

    private final ByteWindow in;
    private final Tape tape;
    private final DataModel model;
    private final Names names;
    private final Steps steps = new Steps();
    private boolean isExact;
    private boolean isUncertain;

    StepReader(ByteWindow in, Tape tape, DataModel model, Names names) {
        this.in = in;
        this.tape = tape;
        this.model = model;
        this.names = names;
    }

    /** Returns the steps that were read last. */
    Steps steps() {
        return steps;
    }

    /** Returns whether a value has the form of a transaction: a vector of steps, each of which begins with a word. */
    static boolean isTxn(Tape tape, int value) {
        if (tape.kind(value) != Tape.VECTOR) {
            return tape.kind(value) == Tape.INTS && tape.intStart(value) == tape.intEnd(value);
        }
        int step = tape.first(value);
        return tape.kind(step) == Tape.VECTOR && tape.isWord(tape.first(step));
    }

    /** Reads a transaction in which a step without a value was not answered. */
    void readExactly(int value) {
        isExact = true;
        readTxn(value);
        isExact = false;
    }

    /** Reads a transaction in which a read of nil was not answered. */
    void readUncertainly(int value) {
        isUncertain = true;
        readTxn(value);
        isUncertain = false;
    }

    /** Returns whether the value is a transaction of reads and writes of the model, without a scan. */
    boolean isReadable(int value) {
        if (!isTxn(tape, value)) {
            return false;
        }
        for (int step = tape.first(value);
                tape.kind(value) == Tape.VECTOR && step < tape.end(value);
                step = tape.next(step)) {
            if (!isReadableStep(step)) {
                return false;
            }
        }
        return true;
    }

    private boolean isReadableStep(int step) {
        if (tape.kind(step) != Tape.VECTOR || !tape.isWord(tape.first(step))) {
            return false;
        }
        int word = tape.first(step);
        int key = tape.next(word);
        int end = tape.end(step);
        int value = key < end ? tape.next(key) : end;
        if (value == end || tape.next(value) != end) {
            return false;
        }
        boolean isNil = tape.kind(value) == Tape.NIL;
        boolean isOfKind = switch (model) {
            case LIST_APPEND -> tape.isSequence(value) || !tape.isWord(word, READ);
            case SET -> tape.isSequence(value) || tape.isSet(value) || !tape.isWord(word, READ);
            case REGISTER -> true;
            case COUNTER -> tape.kind(value) == Tape.NUMBER;
        };
        return tape.isWord(word, READ) ? isNil || isOfKind : tape.isWord(word, writeWord()) && !isNil && isOfKind;
    }

    void readTxn(int value) {
        steps.clear();
        if (tape.kind(value) == Tape.INTS) {
            return;
        }
        for (int step = tape.first(value); step < tape.end(value); step = tape.next(step)) {
            readStep(step);
        }
    }

    private void readStep(int step) {
        if (tape.kind(step) != Tape.VECTOR || !tape.isWord(tape.first(step))) {
            throw unexpected(step, example());
        }
        int word = tape.first(step);
        int key = tape.next(word);
        int end = tape.end(step);
        int value = key < end ? tape.next(key) : end;
        if (key == end || (value < end && tape.next(value) != end)) {
            throw unexpected(step, "a step with a key and a value, " + example());
        }
        boolean isNil = value == end || tape.kind(value) == Tape.NIL;
        if (tape.isWord(word, READ) && (isExact ? value == end : isUncertain && isNil)) {
            steps.add(Kind.UNANSWERED, key(key), 0);
        } else if (tape.isWord(word, READ)) {
            read(key(key), value, isNil);
        } else if (model == DataModel.LIST_APPEND && tape.isWord(word, SCAN)) {
            scan(step, key, value, isNil);
        } else if (isNil) {
            throw unexpected(step, tape.isWord(word, writeWord()) ? "a value to write" : example());
        } else if (tape.isWord(word, writeWord())) {
            write(key(key), value);
        } else {
            throw unexpected(step, example());
        }
    }

    private long writeWord() {
        return switch (model) {
            case LIST_APPEND -> APPEND;
            case REGISTER -> WRITE;
            case SET -> ADD;
            case COUNTER -> INCREMENT;
        };
    }

    String example() {
        return "e.g. "
                + switch (model) {
                    case LIST_APPEND -> "[:append k 1] or [:r k [1 2]], as in a history of lists";
                    case REGISTER -> "[:w k 1] or [:r k 1], as in a history of registers";
                    case SET -> "[:add k 1] or [:r k #{1 2}], as in a history of sets";
                    case COUNTER -> "[:inc k 1] or [:r k 1], as in a history of counters";
                };
    }

    long key(int cell) {
        try {
            return names.key(tape, cell);
        } catch (IllegalArgumentException refused) {
            throw in.error(tape.place(cell), "a key that " + refused.getMessage());
        }
    }

    private long value(int cell) {
        try {
            return names.value(tape, cell);
        } catch (IllegalArgumentException refused) {
            throw in.error(tape.place(cell), "a value that " + refused.getMessage());
        }
    }

    /** Adds the steps of a write of the model. */
    void write(long key, int value) {
        if (tape.kind(value) == Tape.NIL) {
            throw unexpected(value, "a value to write");
        }
        switch (model) {
            case LIST_APPEND -> steps.add(Kind.APPEND, key, value(value));
            case REGISTER -> steps.add(Kind.WRITE, key, value(value));
            case SET -> steps.add(Kind.ADD, key, value(value));
            case COUNTER -> steps.add(Kind.INCREMENT, key, amount(value));
        }
    }

    void read(long key, int value, boolean isNil) {
        switch (model) {
            case LIST_APPEND -> list(Kind.READ, key, value, isNil);
            case SET -> list(Kind.READ_SET, key, value, isNil);
            case REGISTER -> {
                if (isNil) {
                    steps.add(Kind.READ_INITIAL, key, 0);
                } else {
                    steps.add(Kind.READ_VALUE, key, value(value));
                }
            }
            case COUNTER -> {
                if (isNil) {
                    steps.add(Kind.UNANSWERED, key, 0);
                } else {
                    steps.add(Kind.READ_COUNTER, key, amount(value));
                }
            }
        }
    }

    void readInitial(long key) {
        steps.add(Kind.READ_INITIAL, key, 0);
    }

    void increment(long key, long amount) {
        steps.add(Kind.INCREMENT, key, amount);
    }

    private void list(Kind kind, long key, int value, boolean isNil) {
        if (isNil) {
            steps.addElements(kind, key, 0, 0);
        } else if (tape.kind(value) == Tape.INTS || tape.kind(value) == Tape.INT_SET) {
            ints(kind, key, value);
        } else if (tape.isSequence(value) || (tape.isSet(value) && kind == Kind.READ_SET)) {
            int from = tape.intCount();
            for (int part = tape.first(value); part < tape.end(value); part = tape.next(part)) {
                tape.addInt((int) value(part));
            }
            steps.addElements(kind, key, from, tape.intCount());
        } else {
            throw unexpected(value, "the elements that were read, " + example());
        }
    }

    private void ints(Kind kind, long key, int value) {
        int from = tape.intStart(value);
        int to = tape.intEnd(value);
        if (tape.kind(value) == Tape.INT_SET && kind == Kind.READ) {
            throw unexpected(value, "elements in their order, " + example());
        }
        int[] ints = tape.ints();
        for (int i = from; i < to; i++) {
            if (!names.isItself(ints[i])) {
                int cell = tape.add(Tape.NUMBER, tape.place(value), ints[i]);
                ints[i] = (int) value(cell);
            }
        }
        steps.addElements(kind, key, from, to);
    }

    long amount(int cell) {
        if (tape.kind(cell) != Tape.NUMBER) {
            throw unexpected(cell, "a number of 64 bits");
        }
        return tape.value(cell);
    }

    /**
     * Reads {@code [:scan [10 19] {11 [1] 14 [2 3]}]}; pairs in a vector, or the number of reads that follow, may stand
     * in place of the map.
     */
    private void scan(int step, int range, int matches, boolean isNil) {
        if (tape.kind(range) == Tape.INTS && tape.intEnd(range) - tape.intStart(range) == 2) {
            steps.add(Kind.SCAN, tape.ints()[tape.intStart(range)], tape.ints()[tape.intStart(range) + 1]);
        } else if (tape.isPair(range)
                && tape.kind(tape.first(range)) == Tape.NUMBER
                && tape.kind(tape.next(tape.first(range))) == Tape.NUMBER) {
            int first = tape.first(range);
            steps.add(Kind.SCAN, tape.value(first), tape.value(tape.next(first)));
        } else {
            throw unexpected(range, "the first and the last key of a range, e.g. [10 19]");
        }
        if (isNil) {
            steps.add(Kind.MATCHES, 0, -1);
        } else if (tape.kind(matches) == Tape.NUMBER && tape.value(matches) == (int) tape.value(matches)) {
            steps.add(Kind.MATCHES, 0, tape.value(matches));
        } else if (tape.kind(matches) == Tape.MAP) {
            matches(matches, 2);
        } else if (tape.isSequence(matches)) {
            matches(matches, 1);
        } else {
            throw unexpected(step, "matches by key, e.g. [:scan [10 19] {11 [1] 14 [2 3]}]");
        }
    }

    private void matches(int matches, int width) {
        int end = tape.kind(matches) == Tape.INTS ? matches : tape.end(matches);
        int first = tape.kind(matches) == Tape.INTS ? matches : tape.first(matches);
        if (tape.kind(matches) == Tape.INTS && tape.intStart(matches) < tape.intEnd(matches)) {
            throw unexpected(matches, "pairs of a key and its elements, e.g. [[11 [1]] [14 [2 3]]]");
        }
        int count = 0;
        for (int at = first; at < end; at = tape.next(at)) {
            count++;
        }
        steps.add(Kind.MATCHES, 0, count / width);
        int before = steps.count();
        for (int at = first; at < end; at = tape.next(at)) {
            int key = at;
            if (width == 1) {
                if (!tape.isPair(at)) {
                    throw unexpected(at, "a key and its elements, e.g. [11 [1]]");
                }
                key = tape.first(at);
            } else {
                at = tape.next(at);
            }
            read(memberKey(key), tape.next(key), false);
        }
        // Maps are written in any order, and the history has matches in that of their keys.
        steps.sortByKey(before);
    }

    /** Returns a key in a map: members of JSON objects have strings for names, where EDN has numbers. */
    long memberKey(int cell) {
        if (tape.kind(cell) == Tape.STRING) {
            byte[] text = tape.text(cell);
            int from = tape.textStart(cell);
            int to = tape.textEnd(cell);
            int first = from < to && text[from] == '-' ? from + 1 : from;
            long number = 0;
            int at = first;
            while (at < to && at - first < SAFE_DIGITS && text[at] >= '0' && text[at] <= '9') {
                number = 10 * number + text[at++] - '0';
            }
            if (at == to && at > first) {
                return key(tape.add(Tape.NUMBER, tape.place(cell), first > from ? -number : number));
            }
        }
        return key(cell);
    }

    HistoryFormatException unexpected(int cell, String expected) {
        return in.error(tape.place(cell), Canonical.excerpt(tape, cell) + "; expected " + expected);
    }
}
