package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.schema.CheckSchema;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.KeyForm;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;

/**
 * Applies the changes of one statement, row by row. Keys and CHECK constraints are checked at once, foreign keys at the
 * end of the statement, as in PostgreSQL, so that rows of one statement may refer to each other. All checks read only
 * what the transaction sees: below serializability, concurrent transactions may together violate a constraint that each
 * of them keeps. At a level of statements, however, checks read what is committed, and wait for who may change that.
 */
final class RowChanges {

    private final Execution execution;
    private final StatementRows rows;
    private final References references;

    /**
     * An existing row with the same key as a new one.
     *
     * @param values of the key
     */
    record Conflict(KeySchema key, RowKey values, RowKey row) {}

    RowChanges(Execution execution) {
        this.execution = execution;
        this.rows = execution.rows().newest();
        this.references = new References(this, rows);
    }

    /** Checks all that must hold at the end of the statement. */
    void finish() {
        references.check();
    }

    /**
     * Returns the row, if any, that has the primary key or unique values of a new row; considers only the keys whose
     * names satisfy the predicate.
     */
    Optional<Conflict> conflict(ChangedTable target, List<Object> values, Predicate<String> keys) {
        Table table = target.table();
        for (KeySchema key : table.schema().allKeys()) {
            Optional<RowKey> sought = of(key, values);
            if (sought.isPresent() && keys.test(key.name())) {
                Optional<RowKey> found = rows.isByStatement()
                        ? rows.claimed(table.rows(), key, sought.get())
                        : key.primary()
                                ? sought.filter(row -> rows.contains(table.rows(), row))
                                : rows.unique(table.rows(), key.stored(), sought.get());
                if (found.isPresent()) {
                    return Optional.of(new Conflict(key, sought.get(), found.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns whether a row still has the values of a key. */
    boolean has(ChangedTable target, Conflict conflict) {
        TableRows table = target.table().rows();
        return conflict.key.primary()
                ? rows.contains(table, conflict.row)
                : rows.unique(table, conflict.key.stored(), conflict.values).equals(Optional.of(conflict.row));
    }

    /** Returns the values that a key has for a row; empty if one of them is null, or it has none for the row. */
    private Optional<RowKey> of(KeySchema key, List<Object> values) {
        KeyForm form = key.form();
        if (form != null) {
            return of(form, new Row.OfValues(values));
        }
        List<Object> entry = key.columns().stream().map(values::get).toList();
        return entry.contains(SqlNull.NULL) ? Optional.empty() : Optional.of(new RowKey(entry));
    }

    private Optional<RowKey> of(KeyForm form, Row row) {
        var frame = new PlanFrame(execution, null, 1);
        frame.move(0, row);
        if (form.condition() != null && !Coercion.isTrue(form.condition().evaluate(frame))) {
            return Optional.empty();
        }
        List<Object> entry = frame.evaluate(form.values());
        return entry.contains(SqlNull.NULL) ? Optional.empty() : Optional.of(new RowKey(entry));
    }

    /** Returns a new row with the values of its generated columns. */
    List<Object> complete(ChangedTable target, List<Object> values) {
        if (target.generated().isEmpty()) {
            return values;
        }
        var whole = new ArrayList<>(values);
        target.generated().forEach((column, from) -> whole.set(column, computed(from, new Row.OfValues(values))));
        return whole;
    }

    /** Returns changes of a row with those of the columns that are generated from what changes. */
    Map<Integer, Object> complete(ChangedTable target, Row before, Map<Integer, Object> changes) {
        Set<Integer> changed = target.withGenerated(changes.keySet());
        if (changed.size() == changes.size()) {
            return changes;
        }
        var all = new TreeMap<>(changes);
        for (int column : changed) {
            ColumnDefault.OfColumns from = target.generated().get(column);
            if (from != null && !changes.containsKey(column)) {
                all.put(column, computed(from, new Row.Changed(before, changes)));
            }
        }
        return all;
    }

    private Object computed(ColumnDefault.OfColumns from, Row row) {
        var frame = new PlanFrame(execution, null, 1);
        frame.move(0, row);
        try {
            return from.expression().evaluate(frame);
        } catch (StoreException failure) {
            // PostgreSQL would find out when it reads the column.
            throw from.isVirtual()
                    ? Unsupported.refuse("a virtual column without a value, as " + failure.getMessage() + ",")
                    : failure;
        }
    }

    /** Checks the constraints that concern the row alone. */
    void validate(ChangedTable target, List<Object> values) {
        TableSchema schema = target.table().schema();
        for (int column = 0; column < values.size(); column++) {
            requireNotNull(schema, column, values.get(column), values);
        }
        for (CheckSchema check : schema.checks()) {
            require(schema, check, new Row.OfValues(values));
        }
    }

    private static void requireNotNull(TableSchema schema, int column, Object value, List<Object> row) {
        if (value == SqlNull.NULL && schema.column(column).notNull()) {
            throw Violations.notNull(schema, column, row);
        }
    }

    private void require(TableSchema schema, CheckSchema check, Row row) {
        var frame = new PlanFrame(execution, null, 1);
        frame.move(0, row);
        if (Boolean.FALSE.equals(check.condition().evaluate(frame))) {
            throw Violations.check(
                    schema, check.name(), row instanceof Row.OfValues whole ? whole.values() : List.of());
        }
    }

    /** Checks the constraints that concern the row alone, after a change of some columns. */
    void require(ChangedTable target, Row before, Map<Integer, Object> changes) {
        TableSchema schema = target.table().schema();
        changes.forEach((column, value) -> requireNotNull(schema, column, value, List.of()));
        for (CheckSchema check : schema.checks()) {
            if (check.columns().stream().anyMatch(changes::containsKey)) {
                require(schema, check, new Row.Changed(before, changes));
            }
        }
    }

    /** Adds a row that was validated; returns its key. */
    RowKey insert(ChangedTable target, List<Object> values) {
        return insertUnless(target, values, key -> false).orElseThrow();
    }

    /** Adds a row that was validated; returns its key, or empty if another row has one of the keys that are named. */
    Optional<RowKey> insertUnless(ChangedTable target, List<Object> values, Predicate<String> keys) {
        Optional<Conflict> found = conflict(target, values, key -> true);
        found.filter(conflict -> !keys.test(conflict.key().name())).ifPresent(conflict -> {
            throw Violations.unique(
                    target.table().schema(), conflict.key(), conflict.values().values());
        });
        if (found.isPresent()) {
            rows.unclaim();
            return Optional.empty();
        }
        return Optional.of(put(target, values));
    }

    private RowKey put(ChangedTable target, List<Object> values) {
        Table table = target.table();
        List<Integer> primary = table.schema().primaryKey();
        RowKey row = primary.isEmpty()
                ? rows.hiddenKey(table.rows())
                : new RowKey(primary.stream().map(values::get).toList());
        rows.insert(table, row, values);
        for (KeySchema key : target.uniques()) {
            of(key, values).ifPresent(entry -> rows.claim(table.rows(), key.stored(), entry, row));
        }
        target.parents().forEach(parent -> references.requireParent(target, parent, row));
        return row;
    }

    /**
     * Changes columns of a row; returns its key, which differs if a column of the primary key changed.
     *
     * @param given the new values, by column
     */
    RowKey update(ChangedTable target, RowKey row, Map<Integer, Object> given) {
        Table table = target.table();
        TableSchema schema = table.schema();
        var found = new Row.OfTable(rows, table, row);
        Map<Integer, Object> changes = complete(target, found, given);
        require(target, found, changes);
        boolean moves = changes.entrySet().stream()
                .anyMatch(change -> schema.primaryKey().contains(change.getKey())
                        && SqlOrder.compare(found.column(change.getKey()), change.getValue()) != 0);
        if (moves) {
            return move(target, row, changes);
        }
        Row before = rows.isByStatement() ? found.fixed() : found;
        updateUniques(target, row, changes);
        References.Keys old = references.keysBefore(target, row, changes);
        rows.touch(table.rows(), row);
        changes.forEach((column, value) -> {
            if (schema.keyPosition(column) < 0) {
                rows.set(table, row, column, value);
            }
        });
        for (ChangedTable.Parent parent : target.parents()) {
            if (parent.foreignKey().columns().stream().anyMatch(column -> refersAnew(column, before, changes))) {
                references.requireParent(target, parent, row);
            }
        }
        references.updated(old, row);
        return row;
    }

    /** Returns whether a row may refer to another one after a change; at a level of statements, whether it does. */
    private boolean refersAnew(int column, Row before, Map<Integer, Object> changes) {
        Object changed = changes.get(column);
        return changed != null && !(rows.isByStatement() && ChangedTable.isSame(before.column(column), changed));
    }

    private void updateUniques(ChangedTable target, RowKey row, Map<Integer, Object> changes) {
        Table table = target.table();
        for (KeySchema key : target.uniques()) {
            if (key.columns().stream().noneMatch(changes::containsKey)) {
                continue;
            }
            Optional<RowKey> old = entry(table, key, row, Map.of());
            Optional<RowKey> entry = entry(table, key, row, changes);
            if (!old.equals(entry)) {
                entry.flatMap(values -> rows.isByStatement()
                                ? rows.claimed(table.rows(), key, values)
                                : rows.unique(table.rows(), key.stored(), values))
                        .ifPresent(other -> {
                            throw Violations.unique(
                                    table.schema(), key, entry.orElseThrow().values());
                        });
                old.ifPresent(values -> rows.unclaim(table.rows(), key.stored(), values));
                entry.ifPresent(values -> rows.claim(table.rows(), key.stored(), values, row));
            }
        }
    }

    private Optional<RowKey> entry(Table table, KeySchema key, RowKey row, Map<Integer, Object> changes) {
        KeyForm form = key.form();
        if (form != null) {
            return of(form, new Row.Changed(new Row.OfTable(rows, table, row), changes));
        }
        var values = new ArrayList<>();
        for (int column : key.columns()) {
            Object changed = changes.get(column);
            Object value = changed == null ? rows.cell(table, row, column) : changed;
            if (value == SqlNull.NULL) {
                return Optional.empty();
            }
            values.add(value);
        }
        return Optional.of(new RowKey(values));
    }

    private RowKey move(ChangedTable target, RowKey row, Map<Integer, Object> changes) {
        TableSchema schema = target.table().schema();
        var values = new ArrayList<>();
        for (int column = 0; column < schema.columns().size(); column++) {
            Object changed = changes.get(column);
            values.add(changed == null ? rows.cell(target.table(), row, column) : changed);
        }
        References.Keys old = references.keysBefore(target, row, changes);
        Optional<Object> birth =
                rows.isByStatement() ? Optional.of(rows.birth(target.table().rows(), row)) : Optional.empty();
        remove(target, row);
        RowKey moved = insert(target, values);
        birth.ifPresent(same -> rows.moved(target.table().rows(), row, moved, same));
        references.updated(old, moved);
        return moved;
    }

    /** Removes a row. */
    void delete(ChangedTable target, RowKey row) {
        References.Keys old = references.keysBefore(target, row);
        remove(target, row);
        references.deleted(old);
    }

    private void remove(ChangedTable target, RowKey row) {
        Table table = target.table();
        for (KeySchema key : target.uniques()) {
            entry(table, key, row, Map.of()).ifPresent(values -> rows.unclaim(table.rows(), key.stored(), values));
        }
        rows.delete(table.rows(), row);
    }

    /** Returns changes that set columns of a row to null. */
    static Map<Integer, Object> nulls(List<Integer> columns) {
        var changes = new HashMap<Integer, Object>();
        columns.forEach(column -> changes.put(column, SqlNull.NULL));
        return changes;
    }
}
