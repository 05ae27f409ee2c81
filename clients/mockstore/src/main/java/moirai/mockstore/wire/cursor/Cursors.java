package moirai.mockstore.wire.cursor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.catalog.BackendMessage;

/**
 * The cursors of a session that statements declare and fetch from. The rows of each are those that its query returns
 * when it is declared, as texts.
 */
public final class Cursors {

    private final Map<String, Cursor> cursors = new HashMap<>();
    /** The names of those whose transaction has committed. */
    private final Set<String> kept = new HashSet<>();

    private final List<Savepoint> savepoints = new ArrayList<>();
    private int declaredCount;

    /** A savepoint, and how many cursors had been declared before it. */
    private record Savepoint(String name, int declaredCount) {}

    /**
     * A cursor.
     *
     * @param sql of its declaration
     * @param number of cursors that were declared before it
     */
    public record Cursor(String sql, CursorSql.Declare declare, CursorRows rows, int number, Instant declared) {}

    /**
     * Adds a cursor with the answer to its query.
     *
     * @param sql of the declaration
     */
    public void declare(String sql, CursorSql.Declare declare, List<BackendMessage> answer) {
        if (cursors.containsKey(declare.name())) {
            throw alreadyExists(declare.name());
        }
        var rows = new CursorRows(answer, declare.isScrollable());
        cursors.put(declare.name(), new Cursor(sql, declare, rows, declaredCount++, Instant.now()));
    }

    /** Returns the error of a name that is one of a cursor or portal already. */
    public static StoreException alreadyExists(String name) {
        return new StoreException("42P03", "cursor \"" + name + "\" already exists");
    }

    /** Returns the cursor of this name; empty if there is none. */
    public Optional<Cursor> find(String name) {
        return Optional.ofNullable(cursors.get(name));
    }

    /**
     * Returns the cursor of this name.
     *
     * @throws StoreException if there is none (SQLSTATE 34000)
     */
    public Cursor require(String name) {
        return find(name).orElseThrow(() -> new StoreException("34000", "cursor \"" + name + "\" does not exist"));
    }

    /** Returns the queries of the cursors whose transaction is pending: those that are kept read no table any more. */
    public List<String> queries() {
        return cursors.values().stream()
                .filter(cursor -> !kept.contains(cursor.declare.name()))
                .map(cursor -> cursor.declare.query())
                .toList();
    }

    /** Returns all cursors, in the order in which they were declared. */
    public List<Cursor> all() {
        return cursors.values().stream()
                .sorted(Comparator.comparingInt(Cursor::number))
                .toList();
    }

    /** Closes a cursor that exists. */
    public void close(String name) {
        require(name);
        cursors.remove(name);
        kept.remove(name);
    }

    /** Closes all cursors. */
    public void closeAll() {
        cursors.clear();
        kept.clear();
    }

    /** Closes the cursors that end with their transaction: those with hold stay if it is committed. */
    public void endTransaction(boolean isCommitted) {
        cursors.values()
                .removeIf(cursor -> !kept.contains(cursor.declare.name()) && !(cursor.declare.isHeld() && isCommitted));
        kept.addAll(cursors.keySet());
        savepoints.clear();
    }

    /** Executes what SAVEPOINT, RELEASE or ROLLBACK TO, which has succeeded, means for cursors. */
    public void savepoint(String sql) {
        Words words = Words.of(sql);
        String verb = words.peek();
        String name = "";
        while (!words.isEmpty()) {
            name = Identifiers.of(words.take());
        }
        if (verb.equals("SAVEPOINT")) {
            savepoints.add(new Savepoint(name, declaredCount));
            return;
        }
        int index = savepoints.size() - 1;
        while (index >= 0 && !savepoints.get(index).name.equals(name)) {
            index--;
        }
        if (index < 0) {
            return;
        }
        Savepoint found = savepoints.get(index);
        savepoints.subList(index, savepoints.size()).clear();
        if (!verb.equals("RELEASE")) {
            savepoints.add(found);
            cursors.values().removeIf(cursor -> cursor.number >= found.declaredCount);
        }
    }
}
