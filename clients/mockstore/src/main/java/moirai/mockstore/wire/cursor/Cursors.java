package moirai.mockstore.wire.cursor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final List<Savepoint> savepoints = new ArrayList<>();
    private int declaredCount;

    /** A savepoint, and how many cursors had been declared before it. */
    private record Savepoint(String name, int declaredCount) {}

    /** A cursor: its columns, its rows, and the number of the row at which it stands; 0 is before the first one. */
    private static final class Cursor {

        private final BackendMessage columns;
        private final List<BackendMessage> rows;
        private final boolean isHeld;
        private final boolean isScrollable;
        private final int number;
        private int position;
        /** True if the transaction that declared the cursor has committed. */
        private boolean isKept;

        Cursor(List<BackendMessage> answer, CursorSql.Declare declare, int number) {
            this.columns = answer.getFirst();
            this.rows = answer.stream().filter(BackendMessage::isRow).toList();
            this.isHeld = declare.isHeld();
            this.isScrollable = declare.isScrollable();
            this.number = number;
        }

        /** Moves by some rows, back if they are negative, and returns those that it passes or reaches. */
        List<BackendMessage> move(long count) {
            int from = position;
            position = (int) Math.clamp(from + count, 0, rows.size() + 1L);
            if (count == 0) {
                return from >= 1 && from <= rows.size() ? rows.subList(from - 1, from) : List.of();
            }
            if (count > 0) {
                return rows.subList(Math.min(from, rows.size()), Math.min(position, rows.size()));
            }
            return rows.subList(Math.max(0, position - 1), Math.max(0, Math.min(from - 1, rows.size())))
                    .reversed();
        }
    }

    /** Adds a cursor with the answer to its query. */
    public void declare(CursorSql.Declare declare, List<BackendMessage> answer) {
        if (cursors.containsKey(declare.name())) {
            throw new StoreException("42P03", "cursor \"" + declare.name() + "\" already exists");
        }
        cursors.put(declare.name(), new Cursor(answer, declare, declaredCount++));
    }

    /** Returns whether there is a cursor of this name. */
    public boolean isOpen(String name) {
        return cursors.containsKey(name);
    }

    /** Returns the columns of a cursor. */
    public BackendMessage columns(String name) {
        return require(name).columns;
    }

    private Cursor require(String name) {
        Cursor cursor = cursors.get(name);
        if (cursor == null) {
            throw new StoreException("34000", "cursor \"" + name + "\" does not exist");
        }
        return cursor;
    }

    /** Moves a cursor and returns the rows. */
    public List<BackendMessage> move(CursorSql.Fetch fetch) {
        Cursor cursor = require(fetch.name());
        long by = switch (fetch.step()) {
            case BY -> fetch.count();
            case TO -> (fetch.count() < 0 ? cursor.rows.size() + 1 + fetch.count() : fetch.count()) - cursor.position;
        };
        if (by < 0 && !cursor.isScrollable) {
            throw new StoreException("55000", "cursor can only scan forward");
        }
        List<BackendMessage> passed = cursor.move(by);
        if (fetch.step() == CursorSql.Step.BY && !fetch.isSingle()) {
            return passed;
        }
        return cursor.position >= 1 && cursor.position <= cursor.rows.size()
                ? List.of(cursor.rows.get(cursor.position - 1))
                : List.of();
    }

    /** Closes a cursor. */
    public void close(String name) {
        require(name);
        cursors.remove(name);
    }

    /** Closes all cursors. */
    public void closeAll() {
        cursors.clear();
    }

    /** Closes the cursors that end with their transaction: those with hold stay if it is committed. */
    public void endTransaction(boolean isCommitted) {
        cursors.values().removeIf(cursor -> !cursor.isKept && !(cursor.isHeld && isCommitted));
        cursors.values().forEach(cursor -> cursor.isKept = true);
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
