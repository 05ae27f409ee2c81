package moirai.formats.jepsen;

import moirai.formats.forms.ByteWindow;
import moirai.formats.forms.Canonical;
import moirai.formats.forms.Tape;

/** The places of an operation's parts on the tape; unknown keys are skipped. */
final class OpFields {

    /** The place of a key that the operation does not have, or whose value is nil. */
    static final int ABSENT = -1;

    private static final long TYPE = Tape.word("type");
    private static final long F = Tape.word("f");
    private static final long VALUE = Tape.word("value");
    private static final long PROCESS = Tape.word("process");
    private static final long TIME = Tape.word("time");
    private static final long INDEX = Tape.word("index");
    private static final long ERROR = Tape.word("error");
    private static final long TXN = Tape.word("txn");
    private static final long OPS = Tape.word("ops");

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
            found(tape, key, of);
            key = tape.next(of);
        }
    }

    private void found(Tape tape, int key, int of) {
        long word = tape.packed(key);
        if (word == VALUE) {
            value = once(tape, value, key, of);
        } else if (word == TYPE) {
            type = once(tape, type, key, of);
        } else if (word == PROCESS) {
            process = once(tape, process, key, of);
        } else if (word == TIME) {
            time = once(tape, time, key, of);
        } else if (word == INDEX) {
            index = once(tape, index, key, of);
        } else if (word == F) {
            f = once(tape, f, key, of);
        } else if (word == ERROR) {
            error = once(tape, error, key, of);
        } else if (word == TXN) {
            txn = once(tape, txn, key, of);
        } else if (word == OPS) {
            ops = once(tape, ops, key, of);
        }
        // Whatever else there is, Jepsen's checkers do not read it.
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
