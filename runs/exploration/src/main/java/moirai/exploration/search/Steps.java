package moirai.exploration.search;

import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;

/**
 * The reads and writes of one transaction, in program order. Steps are only ever added, so a count identifies a prefix.
 */
public final class Steps {

    /** The {@link #source} of a read of the initial state. */
    public static final int INITIAL = -1;
    /** The {@link #source} of a write. */
    public static final int WRITE = -2;
    /** The {@link #source} of a read of a value that the transaction has written itself, or has read under a lock. */
    public static final int OWN = -3;
    /**
     * The {@link #source} of a step that undoes writes. Its value is the number of the first step whose write is
     * undone; it has no key.
     */
    public static final int TAKEN_BACK = -4;

    private static final int CAPACITY_MIN = 8;

    private static final boolean[] NONE = {};

    private int[] keys = new int[CAPACITY_MIN];
    private int[] sources = new int[CAPACITY_MIN];
    private Object[] values = new Object[CAPACITY_MIN];
    /** For each step up to the last locking read, whether the step is a locking read. */
    private boolean[] locking = NONE;

    /** The statements in order. Several statements may have the same next step, if all but the last make no step. */
    private final ObjectArrayList<Note> notes = new ObjectArrayList<>(0);

    private int count;

    void add(int key, int source, Object value) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            sources = Arrays.copyOf(sources, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        keys[count] = key;
        sources[count] = source;
        values[count++] = value;
    }

    /** Marks the last step as a read under a lock. */
    void markLocking() {
        if (count > locking.length) {
            locking = Arrays.copyOf(locking, keys.length);
        }
        locking[count - 1] = true;
    }

    /** Records a statement that begins with the next step. */
    void note(String statement) {
        notes.add(new Note(count, statement));
    }

    /** Returns the statement that begins with the step; empty if none does. O(statements). */
    public String statement(int step) {
        int last = noteCount(step) - 1;
        return last >= 0 && notes.get(last).step() == step ? notes.get(last).statement() : "";
    }

    Note note(int index) {
        return notes.get(index);
    }

    int noteCount() {
        return notes.size();
    }

    /**
     * Returns the number of statements that begin with one of the first steps or the step after them. O(statements).
     */
    int noteCount(int stepCount) {
        int index = notes.size();
        while (index > 0 && notes.get(index - 1).step() > stepCount) {
            index--;
        }
        return index;
    }

    /** A statement, with the number of its first step. */
    record Note(int step, String statement) {}

    public int count() {
        return count;
    }

    public int key(int step) {
        return keys[step];
    }

    /**
     * Returns the transaction that is read from, {@link #INITIAL}, {@link #WRITE}, {@link #OWN} or {@link #TAKEN_BACK}.
     */
    public int source(int step) {
        return sources[step];
    }

    /** Returns the value that was read or written. */
    public Object value(int step) {
        return values[step];
    }

    /** Returns whether the step reads from outside its transaction. */
    public boolean isExternal(int step) {
        return sources[step] >= INITIAL;
    }

    /** Returns whether the step reads from outside its transaction, under a lock until the transaction ends. */
    public boolean isLocking(int step) {
        return step < locking.length && locking[step];
    }

    /** Returns whether any step is a read under a lock. */
    boolean hasLocks() {
        return locking.length > 0;
    }

    /** Returns the last step that wrote the key and was not undone; -1 if there is none. */
    int lastWrite(int key) {
        for (int step = count - 1; step >= 0; step--) {
            if (sources[step] == TAKEN_BACK) {
                step = (Integer) values[step];
            } else if (keys[step] == key && sources[step] == WRITE) {
                return step;
            }
        }
        return -1;
    }

    /**
     * Returns whether the key was written, or read under a lock, so that further reads of it are the transaction's own.
     */
    boolean isHeld(int key) {
        for (int step = 0; step < locking.length && step < count; step++) {
            if (locking[step] && keys[step] == key) {
                return true;
            }
        }
        return lastWrite(key) >= 0;
    }
}
