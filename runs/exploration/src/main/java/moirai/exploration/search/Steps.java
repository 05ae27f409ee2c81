package moirai.exploration.search;

import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;

/** Reads and writes of one transaction, in program order. Steps are only added: who knows a count knows a prefix. */
public final class Steps {

    /** In {@link #source}: the key's value before all transactions. */
    public static final int INITIAL = -1;
    /** In {@link #source}: the step is a write. */
    public static final int WRITE = -2;
    /** In {@link #source}: the step reads what the transaction wrote itself. */
    public static final int OWN = -3;

    private static final int CAPACITY_MIN = 8;

    private int[] keys = new int[CAPACITY_MIN];
    private int[] sources = new int[CAPACITY_MIN];
    private Object[] values = new Object[CAPACITY_MIN];
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

    /** The last step that wrote the key; -1 if there is none. */
    int lastWrite(int key) {
        for (int step = count - 1; step >= 0; step--) {
            if (keys[step] == key && sources[step] == WRITE) {
                return step;
            }
        }
        return -1;
    }
}
