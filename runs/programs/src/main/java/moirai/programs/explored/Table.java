package moirai.programs.explored;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import moirai.exploration.program.Txn;
import moirai.programs.explored.Application.Stored;

/**
 * A table over keys and values (paper, section 7.2). Each method is one SQL statement: it reads the ids of all rows,
 * even if the transaction has read them before, and then reads or writes the rows that it concerns.
 *
 * <p>Weak levels let these two reads see different transactions, so an id may have no row. Statements then act as if
 * the id did not exist.
 */
record Table(String name) {

    private TableKey ids() {
        return new TableKey.OfIds(name);
    }

    private TableKey row(Id id) {
        return new TableKey.OfRow(name, id);
    }

    /** Executes a SELECT of all primary keys. */
    List<Id> ids(Txn txn) {
        return set(txn).sorted();
    }

    private Ids set(Txn txn) {
        return txn.read(ids(), Ids.class, Ids.NONE);
    }

    /** Executes a SELECT of the row with this primary key. */
    <R> Optional<R> row(Txn txn, Id id, Class<R> type) {
        return set(txn).has(id) ? txn.read(row(id)).map(type::cast) : Optional.empty();
    }

    /** Executes a SELECT of the row with this primary key; aborts the transaction if there is none. */
    <R> R rowOrAbort(Txn txn, Id id, Class<R> type) {
        Optional<R> found = row(txn, id, type);
        if (found.isEmpty()) {
            throw txn.abort();
        }
        return found.get();
    }

    /** Executes a SELECT of the rows whose primary key fulfils a condition. */
    <R> List<R> rows(Txn txn, Predicate<Id> where, Class<R> type) {
        return List.copyOf(entries(txn, where, type).values());
    }

    /**
     * Executes a SELECT of the rows whose primary key fulfils a condition; returns them by key, in the order of keys.
     */
    <R> Map<Id, R> entries(Txn txn, Predicate<Id> where, Class<R> type) {
        var found = new LinkedHashMap<Id, R>();
        for (Id id : ids(txn)) {
            if (where.test(id) && !found.containsKey(id)) {
                txn.read(row(id)).map(type::cast).ifPresent(row -> found.put(id, row));
            }
        }
        return found;
    }

    /** Executes an UPDATE of the row with this primary key to constants. */
    void update(Txn txn, Id id, Object to) {
        if (set(txn).has(id)) {
            txn.write(row(id), to);
        }
    }

    /**
     * Executes an UPDATE of the row with this primary key to new values that depend on the old ones; returns whether
     * the row exists.
     */
    <R> boolean change(Txn txn, Id id, Class<R> type, UnaryOperator<R> how) {
        Optional<R> changed = row(txn, id, type).map(how);
        changed.ifPresent(to -> txn.write(row(id), to));
        return changed.isPresent();
    }

    /** Executes an INSERT of a row, which replaces the columns of an existing row with the same primary key. */
    void insert(Txn txn, Id id, Object row) {
        insert(txn, id);
        txn.write(row(id), row);
    }

    /** Executes an INSERT into a table without columns beside its primary key. */
    void insert(Txn txn, Id id) {
        txn.write(ids(), set(txn).with(id));
    }

    /**
     * Executes a DELETE of the row with this primary key, which need not exist. The columns of the row remain in the
     * store.
     */
    void delete(Txn txn, Id id) {
        txn.write(ids(), set(txn).without(id));
    }

    /** Adds an empty table to an initial state. */
    void create(Map<Object, Object> initial) {
        initial.put(ids(), Ids.NONE);
    }

    /**
     * Returns the kind of call that adds a row to an initial state.
     *
     * @param arguments the names of the arguments; those of the primary key come first, and are whole numbers
     * @param keyCount the number of arguments of the primary key
     * @param columns a function that returns the other columns
     */
    CallKind<Stored> row(String arguments, int keyCount, Function<Call, Object> columns) {
        return new CallKind<>(
                name + "(" + arguments + ")", (initial, row) -> add(initial, row.key(keyCount), columns.apply(row)));
    }

    /** Adds a row to an initial state. */
    void add(Map<Object, Object> initial, Id id, Object row) {
        add(initial, id);
        initial.put(row(id), row);
    }

    /** Adds a row to the initial state of a table without columns beside its primary key. */
    void add(Map<Object, Object> initial, Id id) {
        initial.merge(ids(), Ids.NONE.with(id), (former, added) -> ((Ids) former).with(id));
    }
}
