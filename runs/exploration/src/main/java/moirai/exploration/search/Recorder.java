package moirai.exploration.search;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A recorder of the steps of a transaction, which may be a run of an earlier prefix with a new continuation. The first
 * steps must then be those of the earlier run, the next read has a given source, and a chooser decides the later reads.
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
    /** The first error, which is kept because the program may catch it. */
    private @Nullable NondeterminismError broken;

    private @Nullable RuntimeException problem;

    /** Creates a recorder of a transaction that runs for the first time. */
    Recorder(TxnPlace place, IntUnaryOperator chooser) {
        this(place, new Steps(), -1, Steps.INITIAL, chooser);
    }

    /**
     * Creates a recorder of a transaction that runs again.
     *
     * @param formerCount the number of earlier steps that are repeated; the step after them is a read
     * @param nextSource the source of that read
     * @param chooser a function from the key of a read to its source
     */
    Recorder(TxnPlace place, Steps former, int formerCount, int nextSource, IntUnaryOperator chooser) {
        this.place = place;
        this.former = former;
        this.formerCount = formerCount;
        this.formerNotes = former.noteCount(formerCount);
        this.nextSource = nextSource;
        this.chooser = chooser;
    }

    /** Returns a recorder of a transaction that runs again only to compare its steps. */
    public static Recorder repeating(TxnPlace place, Steps former) {
        return new Recorder(place, former, former.count(), Steps.INITIAL, key -> Steps.INITIAL);
    }

    /** Returns a hash of the transaction's place, its keys and the sources of its reads. */
    long hash() {
        long hash = place.id();
        for (int step = 0; step < steps.count(); step++) {
            hash = HashCommon.mix(31 * (31 * hash + steps.key(step)) + steps.source(step));
        }
        return hash;
    }

    /** Returns whether the transaction must not make any further step. */
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
     * Returns the source of a read of a key.
     *
     * @return a transaction, {@link Steps#INITIAL}, or {@link Steps#OWN}
     * @throws NondeterminismError if the transaction made another step before
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

    /** Returns whether the earlier run had a step with this number and key. */
    private boolean isFormer(int at, int key) {
        return at < former.count() && former.key(at) == key;
    }

    /** Asks the chooser, and keeps its exception: the program gets it, but it is not the program's failure. */
    private int choose(int key) {
        try {
            return chooser.applyAsInt(key);
        } catch (RuntimeException ours) {
            problem = ours;
            throw ours;
        }
    }

    /**
     * Records a read after {@link #source} returned its source.
     *
     * @throws NondeterminismError if the same read returned another value before
     */
    public void read(int key, int source, Object value) {
        requireSame(value, false);
        steps.add(key, source, value);
    }

    /**
     * Records an external read that locks the key until the transaction ends: it returns the latest version, and later
     * reads of the key return the same. A {@link #write} has to follow to keep others from locking the key.
     *
     * @throws NondeterminismError if the read did not lock the key before, or returned another value
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
     * Records that the transaction begins a statement.
     *
     * @param statement its text and parameters
     * @throws NondeterminismError if the statement was another one before
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

    /** Returns the value that the transaction itself wrote to the key last. */
    public Object ownValue(int key) {
        return steps.value(steps.lastWrite(key));
    }

    /**
     * Records a write.
     *
     * @throws NondeterminismError if the transaction made another step before
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
     * Records that the writes from a step on are undone. Reads of these steps stay, with their locks.
     *
     * @throws NondeterminismError if the transaction made another step before
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
     * Records the end of the transaction.
     *
     * @throws NondeterminismError if the transaction made more steps before
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
