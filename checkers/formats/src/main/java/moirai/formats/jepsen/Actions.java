package moirai.formats.jepsen;

import moirai.formats.forms.Tape;
import moirai.history.DataModel;

/**
 * Reads operations that are no transactions: {@code :f} says what is done to one key, or to two accounts.
 *
 * <p>A value is that of a single key, which is called 0, or a pair of a key and its value, as {@code
 * jepsen.independent} writes them; {@link KeyForm} tells. The two values of {@code :cas}, expected and new, are a pair,
 * which may stand behind its key, too.
 */
record Actions(Tape tape, OpModel model, StepReader reader, KeyForm keys) {

    static final long ADD = Tape.word("add");
    static final long READ = Tape.word("read");
    static final long WRITE = Tape.word("write");
    static final long COMPARE_AND_SET = Tape.word("cas");
    static final long TRANSFER = Tape.word("transfer");
    private static final long FROM = Tape.word("from");
    private static final long TO = Tape.word("to");
    private static final long AMOUNT = Tape.word("amount");
    private static final long SINGLE_KEY = 0;

    /**
     * Reads the action of an operation.
     *
     * @param f and {@code value} may be {@link OpFields#ABSENT}
     * @return false if it is none of the model's
     */
    boolean read(int f, int value) {
        reader.steps().clear();
        if (f == OpFields.ABSENT) {
            return false;
        }
        boolean isRead = tape.isWord(f, READ);
        if (isRead && value == OpFields.ABSENT) {
            keys.requireSingle(f);
            if (model.dataModel() == DataModel.REGISTER) {
                reader.readInitial(SINGLE_KEY);
            }
            return true;
        }
        return switch (model) {
            case LIST_APPEND -> false;
            case RW_REGISTER, LONG_FORK -> isRead ? readKey(value) : ofRegister(f, value);
            case SET, SET_FULL, COUNTER -> isRead ? readKey(value) : tape.isWord(f, ADD) && writeKey(f, value);
            case COMMENTS -> isRead ? readKey(value) : tape.isWord(f, WRITE) && writeKey(f, value);
            case BANK -> isRead ? readBalances(value) : tape.isWord(f, TRANSFER) && transfer(f, value);
        };
    }

    /** Returns whether the operation takes effect only if it finds what it expects. */
    boolean isConditional(int f, int value) {
        return model.dataModel() == DataModel.REGISTER
                && f != OpFields.ABSENT
                && value != OpFields.ABSENT
                && tape.isWord(f, COMPARE_AND_SET)
                && !(tape.kind(value) == Tape.VECTOR && StepReader.isTxn(tape, value));
    }

    /** Returns whether the operation is one of another model than this one. */
    boolean isOfOther(int f) {
        return f != OpFields.ABSENT
                && (tape.isWord(f, ADD)
                        || tape.isWord(f, WRITE)
                        || tape.isWord(f, COMPARE_AND_SET)
                        || tape.isWord(f, TRANSFER));
    }

    private boolean writeKey(int f, int value) {
        if (value == OpFields.ABSENT) {
            throw reader.unexpected(f, "a value beside it");
        }
        boolean hasKey = keys.hasKey(value);
        reader.write(hasKey ? keyOf(value) : SINGLE_KEY, hasKey ? KeyForm.second(tape, value) : value);
        return true;
    }

    private boolean ofRegister(int f, int value) {
        return tape.isWord(f, COMPARE_AND_SET) ? compareAndSet(f, value) : tape.isWord(f, WRITE) && writeKey(f, value);
    }

    /** Reads a compare-and-set. One that succeeded read what it expected, and wrote. */
    private boolean compareAndSet(int f, int value) {
        if (value == OpFields.ABSENT) {
            throw reader.unexpected(f, "a value beside it");
        }
        boolean hasKey = KeyForm.isTwo(tape, value) && keys.hasKey(value);
        int values = hasKey ? KeyForm.second(tape, value) : value;
        if (!KeyForm.isTwo(tape, values)) {
            throw reader.unexpected(value, "what to find and what to write, e.g. [1 2], or with a key, [:x [1 2]]");
        }
        long key = hasKey ? keyOf(value) : SINGLE_KEY;
        int found = KeyForm.first(tape, values);
        reader.read(key, found, tape.kind(found) == Tape.NIL);
        reader.write(key, KeyForm.second(tape, values));
        return true;
    }

    private boolean readKey(int value) {
        boolean hasKey = keys.hasKey(value);
        int inner = hasKey ? KeyForm.second(tape, value) : value;
        reader.read(hasKey ? keyOf(value) : SINGLE_KEY, inner, tape.kind(inner) == Tape.NIL);
        return true;
    }

    private long keyOf(int pair) {
        return reader.key(KeyForm.first(tape, pair));
    }

    private boolean readBalances(int value) {
        if (tape.kind(value) != Tape.MAP) {
            throw reader.unexpected(value, "balances by account, e.g. {0 10, 1 20}");
        }
        for (int account = tape.first(value); account < tape.end(value); account = tape.next(tape.next(account))) {
            int balance = tape.next(account);
            reader.read(reader.memberKey(account), balance, tape.kind(balance) == Tape.NIL);
        }
        return true;
    }

    private boolean transfer(int f, int value) {
        if (value == OpFields.ABSENT || tape.kind(value) != Tape.MAP) {
            throw reader.unexpected(
                    value == OpFields.ABSENT ? f : value, "a transfer, e.g. {:from 0, :to 1, :amount 5}");
        }
        int from = member(value, FROM);
        int to = member(value, TO);
        long amount = reader.amount(member(value, AMOUNT));
        if (amount == Long.MIN_VALUE) {
            throw reader.unexpected(value, "an amount whose negative has 64 bits, too");
        }
        reader.increment(reader.memberKey(from), -amount);
        reader.increment(reader.memberKey(to), amount);
        return true;
    }

    private int member(int map, long name) {
        for (int key = tape.first(map); key < tape.end(map); key = tape.next(tape.next(key))) {
            if (tape.isWord(key, name)) {
                return tape.next(key);
            }
        }
        throw reader.unexpected(map, "a transfer, e.g. {:from 0, :to 1, :amount 5}");
    }
}
