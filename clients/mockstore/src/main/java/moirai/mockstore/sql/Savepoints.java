package moirai.mockstore.sql;

import java.util.ArrayList;
import java.util.List;

/**
 * The states at the savepoints of a transaction. A savepoint hides an earlier one of the same name until it is
 * released.
 */
final class Savepoints<T> {

    private final List<Savepoint<T>> savepoints = new ArrayList<>();

    private record Savepoint<T>(String name, T state) {}

    /** Adds a savepoint. */
    void add(String name, T state) {
        savepoints.add(new Savepoint<>(name, state));
    }

    /** Returns the state at a savepoint that exists, and forgets it and those after it. */
    T release(String name) {
        T state = savepoints.get(last(name)).state;
        savepoints.subList(last(name), savepoints.size()).clear();
        return state;
    }

    /** Returns the state at a savepoint that exists, and forgets those after it. */
    T backTo(String name) {
        int last = last(name);
        savepoints.subList(last + 1, savepoints.size()).clear();
        return savepoints.get(last).state;
    }

    /** Forgets all savepoints. */
    void clear() {
        savepoints.clear();
    }

    private int last(String name) {
        int index = savepoints.size() - 1;
        while (index >= 0 && !savepoints.get(index).name.equals(name)) {
            index--;
        }
        if (index < 0) {
            throw new IllegalStateException("no savepoint " + name);
        }
        return index;
    }
}
