package moirai.programs.explored;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import moirai.exploration.program.Txn;

/**
 * A table over keys and values (paper, section 7.2). Each method is a SQL statement: it reads the ids, whether the
 * transaction has read them before or not, and then reads or writes what it concerns. A row whose id is there may be
 * missing under levels that let the two reads see different transactions; statements then act as if the id were not
 * there.
 */
record Table(String name) {

    private TableKey ids() {
        return new TableKey.OfIds(name);
    }

    private TableKey row(Id id) {
        return new TableKey.OfRow(name, id);
    }

    /** SELECT of the primary keys. */
    List<Id> ids(Txn txn) {
        return set(txn).sorted();
    }

    private Ids set(Txn txn) {
        return txn.read(ids(), Ids.class, Ids.NONE);
    }

    /** SELECT ... WHERE of one primary key. */
    <R> Optional<R> row(Txn txn, Id id, Class<R> type) {
        return set(txn).has(id) ? txn.read(row(id)).map(type::cast) : Optional.empty();
    }

    /** SELECT ... WHERE of one primary key; the transaction aborts if there is no row. */
    <R> R rowOrAbort(Txn txn, Id id, Class<R> type) {
        Optional<R> found = row(txn, id, type);
        if (found.isEmpty()) {
            throw txn.abort();
        }
        return found.get();
    }

    /** SELECT ... WHERE of some primary keys. */
    <R> List<R> rows(Txn txn, Predicate<Id> where, Class<R> type) {
        return List.copyOf(entries(txn, where, type).values());
    }

    /** SELECT ... WHERE of some primary keys, which are among the columns; in their order. */
    <R> Map<Id, R> entries(Txn txn, Predicate<Id> where, Class<R> type) {
        var found = new LinkedHashMap<Id, R>();
        for (Id id : ids(txn)) {
            if (where.test(id) && !found.containsKey(id)) {
                txn.read(row(id)).map(type::cast).ifPresent(row -> found.put(id, row));
            }
        }
        return found;
    }

    /** UPDATE ... SET to constants WHERE of one primary key. */
    void update(Txn txn, Id id, Object to) {
        if (set(txn).has(id)) {
            txn.write(row(id), to);
        }
    }

    /** UPDATE ... SET to what depends on the row WHERE of one primary key; whether there is a row. */
    <R> boolean change(Txn txn, Id id, Class<R> type, UnaryOperator<R> how) {
        Optional<R> changed = row(txn, id, type).map(how);
        changed.ifPresent(to -> txn.write(row(id), to));
        return changed.isPresent();
    }

    /** INSERT of a row; if there is one with the same primary key, its columns are replaced. */
    void insert(Txn txn, Id id, Object row) {
        insert(txn, id);
        txn.write(row(id), row);
    }

    /** INSERT into a table that has no columns but its primary key. */
    void insert(Txn txn, Id id) {
        txn.write(ids(), set(txn).with(id));
    }

    /** DELETE ... WHERE of one primary key, which need not be there; its columns stay where they are. */
    void delete(Txn txn, Id id) {
        txn.write(ids(), set(txn).without(id));
    }

    /** Adds an empty table to an initial state. */
    void create(Map<Object, Object> initial) {
        initial.put(ids(), Ids.NONE);
    }

    /** Adds a row to an initial state. */
    void add(Map<Object, Object> initial, Id id, Object row) {
        add(initial, id);
        initial.put(row(id), row);
    }

    /** Adds a row to the initial state of a table that has no columns but its primary key. */
    void add(Map<Object, Object> initial, Id id) {
        initial.merge(ids(), Ids.NONE.with(id), (former, added) -> ((Ids) former).with(id));
    }
}
