package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/** The rules of a store without a level: any committed value may be read, and a commit never fails. */
public final class FreeRules implements LevelRules {

    private final Int2ObjectOpenHashMap<IntArrayList> writers = new Int2ObjectOpenHashMap<>();
    private final IntArrayList committed = new IntArrayList();

    @Override
    public void begin(int txn, int session) {}

    @Override
    public IntList sources(int txn, int key) {
        return writers(key);
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        return source == INITIAL || committedWriters(key).contains(source);
    }

    @Override
    public void read(int txn, int key, int source) {}

    @Override
    public boolean write(int txn, int key) {
        return true;
    }

    @Override
    public void takeBack(int txn, int key) {}

    @Override
    public boolean commit(int txn, IntList keys) {
        keys.forEach(key ->
                writers.computeIfAbsent(key, unknown -> new IntArrayList()).add(txn));
        committed.add(txn);
        return true;
    }

    @Override
    public void abort(int txn) {}

    @Override
    public IntList writers(int key) {
        IntArrayList known = committedWriters(key);
        return new LatestFirst(known, -1, known.size() - 1);
    }

    private IntArrayList committedWriters(int key) {
        return writers.getOrDefault(key, new IntArrayList(0));
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        return Optional.empty();
    }

    @Override
    public int latest(int key) {
        IntArrayList known = committedWriters(key);
        return known.isEmpty() ? INITIAL : known.topInt();
    }

    @Override
    public IntList commitOrder() {
        return new IntArrayList(committed);
    }
}
