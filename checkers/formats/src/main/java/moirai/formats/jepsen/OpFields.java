package moirai.formats.jepsen;

import static java.nio.charset.StandardCharsets.US_ASCII;

import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;

/** The places of an operation's parts on the tape; unknown keys are skipped. */
final class OpFields {

    /** The place of a key that the operation does not have, or whose value is nil. */
    static final int ABSENT = -1;

    private static final byte[] TYPE = "type".getBytes(US_ASCII);
    private static final byte[] F = "f".getBytes(US_ASCII);
    private static final byte[] VALUE = "value".getBytes(US_ASCII);
    private static final byte[] PROCESS = "process".getBytes(US_ASCII);
    private static final byte[] TIME = "time".getBytes(US_ASCII);
    private static final byte[] INDEX = "index".getBytes(US_ASCII);
    private static final byte[] ERROR = "error".getBytes(US_ASCII);
    private static final byte[] TXN = "txn".getBytes(US_ASCII);
    private static final byte[] OPS = "ops".getBytes(US_ASCII);

    private final ByteWindow in;
    private int map;
    private int type;
    private int f;
    private int value;
    private int process;
    private int time;
    private int index;
    private int error;
    private int txn;
    private int ops;

    OpFields(ByteWindow in) {
        this.in = in;
    }

    /** Finds the parts of the operation on the tape. */
    void find(Tape tape) {
        map = tape.untagged();
        type = f = value = process = time = index = error = txn = ops = ABSENT;
        int key = tape.first(map);
        while (key < tape.end(map)) {
            int of = tape.next(key);
            if (tape.isWord(key)) {
                found(tape, key, of);
            }
            key = tape.next(of);
        }
    }

    private void found(Tape tape, int key, int of) {
        int length = tape.textEnd(key) - tape.textStart(key) - (tape.kind(key) == Tape.KEYWORD ? 1 : 0);
        switch (length) {
            case 1 -> f = tape.isWord(key, F) ? once(tape, f, key, of) : f;
            case 3 -> {
                txn = tape.isWord(key, TXN) ? once(tape, txn, key, of) : txn;
                ops = tape.isWord(key, OPS) ? once(tape, ops, key, of) : ops;
            }
            case 4 -> {
                type = tape.isWord(key, TYPE) ? once(tape, type, key, of) : type;
                time = tape.isWord(key, TIME) ? once(tape, time, key, of) : time;
            }
            case 5 -> {
                value = tape.isWord(key, VALUE) ? once(tape, value, key, of) : value;
                index = tape.isWord(key, INDEX) ? once(tape, index, key, of) : index;
                error = tape.isWord(key, ERROR) ? once(tape, error, key, of) : error;
            }
            case 7 -> process = tape.isWord(key, PROCESS) ? once(tape, process, key, of) : process;
            default -> {
                // Whatever it says, Jepsen's checkers do not read it.
            }
        }
    }

    private int once(Tape tape, int before, int key, int of) {
        if (before != ABSENT) {
            throw in.error(
                    tape.place(key), "a second " + Canonical.excerpt(tape, key) + " in an operation; expected one");
        }
        return tape.kind(of) == Tape.NIL ? ABSENT : of;
    }

    /** Returns the operation itself. */
    int map() {
        return map;
    }

    int type() {
        return type;
    }

    int f() {
        return f;
    }

    int value() {
        return value;
    }

    int process() {
        return process;
    }

    int time() {
        return time;
    }

    int index() {
        return index;
    }

    int error() {
        return error;
    }

    /** Returns the number of the transaction, in files of Moirai whose order is not that of the completions. */
    int txn() {
        return txn;
    }

    /** Returns the whole steps where the value cannot express them, in files of Moirai. */
    int ops() {
        return ops;
    }
}
