package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntComparators;
import it.unimi.dsi.fastutil.ints.IntConsumer;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/** What the store knows of one transaction. */
final class TxnLog {

    enum State {
        PENDING,
        COMMITTED,
        ABORTED
    }

    /** In {@link #sources}: the step is a write. */
    static final int WRITE = -2;
    /** In {@link #sources}: the step reads what the transaction wrote itself. */
    static final int OWN = -3;

    /** Where a savepoint stands among the steps, and among what there is to undo. */
    private record Mark(int steps, int undos) {}

    /** What a key held in the transaction before a write; nothing of its own if there is no value. */
    private record Undo(int key, List<Object> value) {}

    final int session;
    final long begin;
    /** Of each step, the key. */
    final IntArrayList keys = new IntArrayList(4);
    /** Of each step, the transaction it reads from, the initial state, {@link #WRITE} or {@link #OWN}. */
    final IntArrayList sources = new IntArrayList(4);
    /** The last value written to each key. */
    final Int2ObjectOpenHashMap<Object> written = new Int2ObjectOpenHashMap<>(2);

    /** Of keys that nobody else writes until the end: what they hold; only if somebody drives the store. */
    private final Int2ObjectOpenHashMap<Object> held = new Int2ObjectOpenHashMap<>(0);

    private final List<Mark> marks = new ArrayList<>(0);
    /** Since the first savepoint. */
    private final List<Undo> undos = new ArrayList<>(0);

    State state = State.PENDING;
    long end;

    TxnLog(int session, long begin) {
        this.session = session;
        this.begin = begin;
    }

    void step(int key, int source) {
        keys.add(key);
        sources.add(source);
    }

    void write(int key, Object value) {
        Object former = written.put(key, value);
        if (!marks.isEmpty()) {
            undos.add(new Undo(key, former == null ? List.of() : List.of(former)));
        }
        step(key, WRITE);
    }

    /** From now on, the transaction reads this value of a key that it has not written. */
    void hold(int key, Object value) {
        held.put(key, value);
    }

    /** Whether what the transaction reads there is nobody else's concern. */
    boolean isOwn(int key) {
        return written.containsKey(key) || held.containsKey(key);
    }

    /** What it reads there. */
    Object own(int key) {
        return written.containsKey(key) ? written.get(key) : held.get(key);
    }

    /** In ascending order. */
    IntList writtenKeys() {
        var ascending = new IntArrayList(written.keySet());
        ascending.sort(IntComparators.NATURAL_COMPARATOR);
        return ascending;
    }

    /** Sets a savepoint; its number is how many there are before it. */
    int mark() {
        marks.add(new Mark(keys.size(), undos.size()));
        return marks.size() - 1;
    }

    int markCount() {
        return marks.size();
    }

    /**
     * Takes back what was written since a savepoint, which stays, and forgets the savepoints after it. Reads of what
     * was taken back are forgotten as well: they were of nobody else's concern.
     *
     * @param takenBack told of each key that holds nothing of this transaction's any more
     */
    void rollbackTo(int mark, IntConsumer takenBack) {
        Mark to = marks.get(mark);
        marks.subList(mark + 1, marks.size()).clear();
        while (undos.size() > to.undos()) {
            Undo undo = undos.removeLast();
            undo.value().forEach(former -> written.put(undo.key(), former));
            if (undo.value().isEmpty()) {
                written.remove(undo.key());
                takenBack.accept(undo.key());
            }
        }
        forgetWrites(to.steps());
    }

    private void forgetWrites(int since) {
        var forgotten = new IntOpenHashSet();
        int kept = since;
        for (int step = since; step < keys.size(); step++) {
            int key = keys.getInt(step);
            int source = sources.getInt(step);
            if (source == WRITE) {
                forgotten.add(key);
            } else if (source != OWN || !forgotten.contains(key)) {
                keys.set(kept, key);
                sources.set(kept++, source);
            }
        }
        keys.size(kept);
        sources.size(kept);
    }

    void end(State how, long when) {
        state = how;
        end = when;
        marks.clear();
        undos.clear();
        keys.trim();
        sources.trim();
        if (how == State.ABORTED) {
            written.clear();
        }
        written.trim();
        held.clear();
    }
}
