package moirai.exploration.search;

import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;

/** Reads and writes of one transaction, in program order. Steps are only added: who knows a count knows a prefix. */
public final class Steps {

    /** In {@link #source}: the key's value before all transactions. */
    public static final int INITIAL = -1;
    /** In {@link #source}: the step is a write. */
    public static final int WRITE = -2;
    /** In {@link #source}: the step reads what the transaction wrote itself, or has read under a lock. */
    public static final int OWN = -3;
    /**
     * In {@link #source}: writes are taken back; the value is the number of the step from which on they are. There is
     * no key.
     */
    public static final int TAKEN_BACK = -4;

    private static final int CAPACITY_MIN = 8;

    private static final boolean[] NONE = {};

    private int[] keys = new int[CAPACITY_MIN];
    private int[] sources = new int[CAPACITY_MIN];
    private Object[] values = new Object[CAPACITY_MIN];
    /** Which steps are reads under a lock, up to the last that is. */
    private boolean[] locking = NONE;

    /** Statements in order; several are of one step if all but the last make none. */
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

    /** The step, the last one, was a read under a lock. */
    void markLocking() {
        if (count > locking.length) {
            locking = Arrays.copyOf(locking, keys.length);
        }
        locking[count - 1] = true;
    }

    /** The next step begins a statement. */
    void note(String statement) {
        notes.add(new Note(count, statement));
    }

    /** The statement that the step begins; empty if it goes on with one, or there are none. O(statements). */
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

    /** How many statements begin with one of the first steps, or with the one after them. O(statements). */
    int noteCount(int stepCount) {
        int index = notes.size();
        while (index > 0 && notes.get(index - 1).step() > stepCount) {
            index--;
        }
        return index;
    }

    /** A statement, and the number of the step that comes next. */
    record Note(int step, String statement) {}

    public int count() {
        return count;
    }

    public int key(int step) {
        return keys[step];
    }

    /** The transaction that is read from, {@link #INITIAL}, {@link #WRITE} or {@link #OWN}. */
    public int source(int step) {
        return sources[step];
    }

    /** What was read or written. */
    public Object value(int step) {
        return values[step];
    }

    /** Whether the step reads from outside of the transaction. */
    public boolean isExternal(int step) {
        return sources[step] >= INITIAL;
    }

    /** Whether the step reads from outside of the transaction what nobody changes until the transaction ends. */
    public boolean isLocking(int step) {
        return step < locking.length && locking[step];
    }

    /** Whether any step is. */
    boolean hasLocks() {
        return locking.length > 0;
    }

    /** The last step that wrote the key and was not taken back; -1 if there is none. */
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

    /** Whether the key was read under a lock, or is written: what the transaction reads from now on is its own. */
    boolean isHeld(int key) {
        for (int step = 0; step < locking.length && step < count; step++) {
            if (locking[step] && keys[step] == key) {
                return true;
            }
        }
        return lastWrite(key) >= 0;
    }
}
