package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.sql.schema.SearchPath;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a session's temporary tables. Nobody else sees them, so they are no part of the history of the store:
 * each read returns what the session wrote last. The end of a transaction keeps or takes back what it has written.
 * For one thread.
 */
public final class PrivateRows {

    /** The values by the label of their table. */
    private final Map<String, Map<StoreKey, Object>> values = new HashMap<>();

    private final List<Change> changes = new ArrayList<>();
    private final List<Integer> savepoints = new ArrayList<>();

    /** A change; the value before it is null if there was none. */
    private record Change(StoreKey key, @Nullable Object before) {}

    /** Returns whether a key is one of a temporary table. */
    static boolean has(Object key) {
        return key instanceof StoreKey of && SearchPath.isTemporary(of.table());
    }

    Optional<Object> read(StoreKey key) {
        return Optional.ofNullable(values.getOrDefault(key.table(), Map.of()).get(key));
    }

    void write(StoreKey key, Optional<Object> value) {
        changes.add(new Change(key, read(key).orElse(null)));
        put(key, value);
    }

    private void put(StoreKey key, Optional<Object> value) {
        Map<StoreKey, Object> table = values.computeIfAbsent(key.table(), label -> new HashMap<>());
        if (value.isPresent()) {
            table.put(key, value.get());
        } else {
            table.remove(key);
        }
    }

    /** Sets the next savepoint. */
    void savepoint() {
        savepoints.add(changes.size());
    }

    /** Takes back what was written since a savepoint, which stays. */
    void rollbackTo(int number) {
        undo(savepoints.get(number));
        savepoints.subList(number + 1, savepoints.size()).clear();
    }

    private void undo(int from) {
        for (int last = changes.size() - 1; last >= from; last--) {
            Change change = changes.remove(last);
            put(change.key, Optional.ofNullable(change.before));
        }
    }

    /** Keeps what the transaction has written. */
    void commit() {
        changes.clear();
        savepoints.clear();
    }

    /** Takes back what the transaction has written. */
    void rollback() {
        undo(0);
        savepoints.clear();
    }

    /** Removes all rows of a table, outside of transactions. */
    public void clear(TableRows table) {
        values.remove(table.label());
    }

    /** Forgets the rows of tables that are no longer there, outside of transactions. */
    public void keepOnly(Set<String> labels) {
        values.keySet().retainAll(labels);
    }
}
