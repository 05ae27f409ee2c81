package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

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

    final int session;
    final long begin;
    /** Of each step, the key. */
    final IntArrayList keys = new IntArrayList();
    /** Of each step, the transaction it reads from, the initial state, {@link #WRITE} or {@link #OWN}. */
    final IntArrayList sources = new IntArrayList();
    /** The last value written to each key. */
    Int2ObjectOpenHashMap<Object> written = new Int2ObjectOpenHashMap<>();

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
}
