package moirai.exploration.search;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what a transaction does, while it makes it do again what an earlier run did: its first steps must be the
 * same, its next read is from a given transaction, and of later reads someone decides.
 */
public final class Recorder {

    private static final int NO_KEY = -1;

    private final Steps steps = new Steps();
    private final Steps former;
    private final int formerCount;
    private final int formerNotes;
    private final int nextSource;
    private final TxnPlace place;
    private final IntUnaryOperator chooser;
    /** Kept, in case the program catches what it must not. */
    private @Nullable NondeterminismError broken;

    private @Nullable RuntimeException problem;

    /** A transaction that is run for the first time. */
    Recorder(TxnPlace place, IntUnaryOperator chooser) {
        this(place, new Steps(), -1, Steps.INITIAL, chooser);
    }

    /**
     * A transaction that is run again.
     *
     * @param formerCount how many of its former steps are repeated; the one after them is a read
     * @param nextSource from whom that one reads
     * @param chooser told a key, it says from whom the read is
     */
    Recorder(TxnPlace place, Steps former, int formerCount, int nextSource, IntUnaryOperator chooser) {
        this.place = place;
        this.former = former;
        this.formerCount = formerCount;
        this.formerNotes = former.noteCount(formerCount);
        this.nextSource = nextSource;
        this.chooser = chooser;
    }

    /** A transaction that is run again to see whether it does the same. */
    public static Recorder repeating(TxnPlace place, Steps former) {
        return new Recorder(place, former, former.count(), Steps.INITIAL, key -> Steps.INITIAL);
    }

    /** Of whose transaction it is, and what it has read from whom. */
    long hash() {
        long hash = place.id();
        for (int step = 0; step < steps.count(); step++) {
            hash = HashCommon.mix(31 * (31 * hash + steps.key(step)) + steps.source(step));
        }
        return hash;
    }

    /** Whether there is to be no other step. */
    private boolean isRepetition() {
        return formerCount == former.count();
    }

    private NondeterminismError broken(int step) {
        var error = new NondeterminismError(place, step);
        broken = broken == null ? error : broken;
        return error;
    }

    public TxnPlace place() {
        return place;
    }

    public Steps steps() {
        return steps;
    }

    /**
     * The transaction reads a key.
     *
     * @return whose value it gets: a transaction, {@link Steps#INITIAL}, or {@link Steps#OWN}
     * @throws NondeterminismError if it did something else before
     */
    public int source(int key) {
        int at = steps.count();
        if (steps.isHeld(key)) {
            if (at <= formerCount && !(isFormer(at, key) && former.source(at) == Steps.OWN)) {
                throw broken(at);
            }
            return Steps.OWN;
        }
        if (at > formerCount) {
            return choose(key);
        }
        if (!isFormer(at, key) || !former.isExternal(at)) {
            throw broken(at);
        }
        return at == formerCount ? nextSource : former.source(at);
    }

    /** Whether there was such a step, of this key. */
    private boolean isFormer(int at, int key) {
        return at < former.count() && former.key(at) == key;
    }

    /** What goes wrong in here is not the program's failure, although the program is what is told of it. */
    private int choose(int key) {
        try {
            return chooser.applyAsInt(key);
        } catch (RuntimeException ours) {
            problem = ours;
            throw ours;
        }
    }

    /**
     * The read that {@link #source} was asked for has returned a value.
     *
     * @throws NondeterminismError if it returned another one before, from the same transaction
     */
    public void read(int key, int source, Object value) {
        requireSame(value, false);
        steps.add(key, source, value);
    }

    /**
     * The same of a read, not of its own, that locks the key until the transaction ends: it has read the last value,
     * and reads no other from now on. It takes a {@link #write} to keep others from locking the key, too.
     *
     * @throws NondeterminismError if it did not lock the key before, or read another value
     */
    public void readLocking(int key, int source, Object value) {
        requireSame(value, true);
        steps.add(key, source, value);
        steps.markLocking();
    }

    private void requireSame(Object value, boolean isLocking) {
        int at = steps.count();
        boolean isKnown = at <= formerCount && at < former.count();
        boolean isOther = at < formerCount && !former.value(at).equals(value);
        if (isOther || (isKnown && former.isLocking(at) != isLocking)) {
            throw broken(at);
        }
    }

    /**
     * The transaction begins a statement.
     *
     * @param statement its text, with whatever it is told besides
     * @throws NondeterminismError if it was another one before
     */
    public void note(String statement) {
        int at = steps.count();
        int number = steps.noteCount();
        if (number < formerNotes) {
            Steps.Note note = former.note(number);
            if (note.step() != at || !note.statement().equals(statement)) {
                throw broken(at);
            }
        } else if (at <= formerCount) {
            throw broken(at);
        }
        steps.note(statement);
    }

    /** The value that the transaction itself wrote to the key last. */
    public Object ownValue(int key) {
        return steps.value(steps.lastWrite(key));
    }

    /**
     * The transaction writes a key.
     *
     * @throws NondeterminismError if it did something else before
     */
    public void write(int key, Object value) {
        int at = steps.count();
        if (at <= formerCount) {
            boolean isSame = at < formerCount
                    && isFormer(at, key)
                    && former.source(at) == Steps.WRITE
                    && former.value(at).equals(value);
            if (!isSame) {
                throw broken(at);
            }
        }
        steps.add(key, Steps.WRITE, value);
    }

    /**
     * The transaction takes back what it has written from a step on. What it has read remains read, and locked.
     *
     * @throws NondeterminismError if it did something else before
     */
    public void takeBack(int step) {
        int at = steps.count();
        if (at <= formerCount) {
            boolean isSame = at < formerCount
                    && former.source(at) == Steps.TAKEN_BACK
                    && former.value(at).equals(step);
            if (!isSame) {
                throw broken(at);
            }
        }
        steps.add(NO_KEY, Steps.TAKEN_BACK, step);
    }

    /**
     * The transaction has ended.
     *
     * @throws NondeterminismError if it did more before
     */
    public void ended() {
        if (problem != null) {
            throw problem;
        }
        if (broken != null) {
            throw broken;
        }
        boolean isShort = steps.count() < formerCount || (steps.count() == formerCount && !isRepetition());
        if (isShort || steps.noteCount() < formerNotes) {
            throw NondeterminismError.ended(place, steps.count());
        }
    }
}
