package moirai.mockstore.rules;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/** The rules of a store without a level: any committed value may be read, and a commit never fails. */
public final class FreeRules implements LevelRules {

    private static final Versions UNWRITTEN = new Versions();

    private final Int2ObjectOpenHashMap<Versions> writers = new Int2ObjectOpenHashMap<>();
    private final IntArrayList committed = new IntArrayList();

    @Override
    public void begin(int txn, int session) {}

    @Override
    public IntList sources(int txn, int key) {
        return writers(key);
    }

    @Override
    public boolean allows(int txn, int key, int source) {
        return source == INITIAL || versions(key).writers().contains(source);
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
        keys.forEach(
                key -> writers.computeIfAbsent(key, unknown -> new Versions()).append(txn));
        committed.add(txn);
        return true;
    }

    @Override
    public void abort(int txn) {}

    @Override
    public IntList writers(int key) {
        return versions(key).latestFirst();
    }

    private Versions versions(int key) {
        return writers.getOrDefault(key, UNWRITTEN);
    }

    @Override
    public Optional<Objection> objection(int txn, int key, int source) {
        return Optional.empty();
    }

    @Override
    public int latest(int key) {
        return versions(key).latest();
    }

    @Override
    public IntList commitOrder() {
        return new IntArrayList(committed);
    }
}
