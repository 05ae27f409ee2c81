package moirai.formats.jepsen;

import static java.nio.charset.StandardCharsets.US_ASCII;

import moirai.formats.forms.Tape;
import moirai.history.DataModel;

/**
 * Reads operations that are no transactions: {@code :f} says what is done to one key, or to two accounts.
 *
 * <p>A value of two parts is a key and a value, as {@code jepsen.independent} writes them; any other value is that of a
 * single key, which is called 0. A read of two elements must therefore be a set, or stand behind its key. The two
 * values of {@code :cas}, expected and new, are a pair, which may stand behind its key, too.
 */
record Actions(Tape tape, OpModel model, StepReader reader) {

    static final byte[] ADD = "add".getBytes(US_ASCII);
    static final byte[] READ = "read".getBytes(US_ASCII);
    static final byte[] WRITE = "write".getBytes(US_ASCII);
    static final byte[] COMPARE_AND_SET = "cas".getBytes(US_ASCII);
    static final byte[] TRANSFER = "transfer".getBytes(US_ASCII);
    private static final byte[] FROM = "from".getBytes(US_ASCII);
    private static final byte[] TO = "to".getBytes(US_ASCII);
    private static final byte[] AMOUNT = "amount".getBytes(US_ASCII);
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
            if (model.dataModel() == DataModel.REGISTER) {
                reader.readInitial(SINGLE_KEY);
            }
            return true;
        }
        return switch (model) {
            case LIST_APPEND -> false;
            case RW_REGISTER, LONG_FORK -> isRead ? readKey(value) : ofRegister(f, value);
            case SET, SET_FULL -> isRead ? readSet(value) : tape.isWord(f, ADD) && writeKey(f, value);
            case COUNTER -> isRead ? readKey(value) : tape.isWord(f, ADD) && writeKey(f, value);
            case BANK -> isRead ? readBalances(value) : tape.isWord(f, TRANSFER) && transfer(f, value);
        };
    }

    private boolean writeKey(int f, int value) {
        if (value == OpFields.ABSENT) {
            throw reader.unexpected(f, "a value beside it");
        }
        int inner = split(value);
        reader.write(inner == value ? SINGLE_KEY : keyOf(value), inner);
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
        int values = isTwo(value) && isTwo(split(value)) ? split(value) : value;
        if (!isTwo(values)) {
            throw reader.unexpected(value, "what to find and what to write, e.g. [1 2], or with a key, [:x [1 2]]");
        }
        long key = values == value ? SINGLE_KEY : keyOf(value);
        int found = firstOf(values);
        reader.read(key, found, tape.kind(found) == Tape.NIL);
        reader.write(key, split(values));
        return true;
    }

    private boolean isTwo(int value) {
        return tape.isPair(value) || (tape.kind(value) == Tape.INTS && tape.intEnd(value) - tape.intStart(value) == 2);
    }

    private boolean readKey(int value) {
        int inner = split(value);
        reader.read(inner == value ? SINGLE_KEY : keyOf(value), inner, tape.kind(inner) == Tape.NIL);
        return true;
    }

    /** Reads a read of a set. A vector of two is a key with its elements only if these are a collection. */
    private boolean readSet(int value) {
        int inner = tape.kind(value) == Tape.VECTOR ? split(value) : value;
        boolean isTuple =
                inner != value && (tape.isSequence(inner) || tape.isSet(inner) || tape.kind(inner) == Tape.NIL);
        if (isTuple) {
            reader.read(keyOf(value), inner, tape.kind(inner) == Tape.NIL);
        } else {
            reader.read(SINGLE_KEY, value, false);
        }
        return true;
    }

    /** Returns the second of two parts, as a cell; the whole if there are not two. */
    private int split(int value) {
        if (!isTwo(value)) {
            return value;
        }
        return tape.kind(value) == Tape.INTS
                ? tape.add(Tape.NUMBER, tape.place(value), tape.ints()[tape.intStart(value) + 1])
                : tape.next(tape.first(value));
    }

    private long keyOf(int value) {
        return reader.key(firstOf(value));
    }

    /** Returns the first of two parts, as a cell. */
    private int firstOf(int value) {
        return tape.kind(value) == Tape.INTS
                ? tape.add(Tape.NUMBER, tape.place(value), tape.ints()[tape.intStart(value)])
                : tape.first(value);
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

    private int member(int map, byte[] name) {
        for (int key = tape.first(map); key < tape.end(map); key = tape.next(tape.next(key))) {
            if (tape.isWord(key, name)) {
                return tape.next(key);
            }
        }
        throw reader.unexpected(map, "a transfer, e.g. {:from 0, :to 1, :amount 5}");
    }
}
