package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import moirai.mockstore.StoreException;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.rows.KeyRange;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.rows.TableRows;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;
import org.jspecify.annotations.Nullable;

/**
 * Checks foreign keys, from both sides, for one statement. Conditions that must hold at the end of the statement are
 * noted and checked then; CASCADE and SET NULL act at once.
 */
final class References {

    private final RowChanges changes;
    private final StatementRows rows;
    private final List<Runnable> checks = new ArrayList<>();

    References(RowChanges changes, StatementRows rows) {
        this.changes = changes;
        this.rows = rows;
    }

    /** Checks the noted conditions, including those noted meanwhile. */
    void check() {
        for (int index = 0; index < checks.size(); index++) {
            checks.get(index).run();
        }
        checks.clear();
    }

    /**
     * Notes that at the end of the statement the row must refer to an existing row, if it still exists and refers to
     * any.
     */
    void requireParent(ChangedTable target, ChangedTable.Parent parent, RowKey row) {
        note(parent.foreignKey(), then -> then.checkParent(target, parent, row));
    }

    /** Notes a condition for the end of the statement, or of the transaction if its foreign key is deferred. */
    private void note(ForeignKeySchema key, Consumer<References> check) {
        boolean waits = key.isDeferred() && rows.defer(key.name(), last -> check.accept(new References(changes, last)));
        if (!waits) {
            checks.add(() -> check.accept(this));
        }
    }

    private void checkParent(ChangedTable target, ChangedTable.Parent parent, RowKey row) {
        if (!rows.contains(target.table().rows(), row)) {
            return;
        }
        Optional<RowKey> values = cells(target.table(), row, parent.foreignKey().columns());
        if (values.isPresent() && !exists(target, parent, values.get())) {
            throw Violations.noParent(
                    target.table().schema(), parent.foreignKey(), values.get().values());
        }
    }

    private Optional<RowKey> cells(Table table, RowKey row, List<Integer> columns) {
        var values = new ArrayList<>();
        for (int column : columns) {
            Object value = rows.cell(table, row, column);
            if (value == SqlNull.NULL) {
                return Optional.empty();
            }
            values.add(value);
        }
        return Optional.of(new RowKey(values));
    }

    private boolean exists(ChangedTable target, ChangedTable.Parent parent, RowKey values) {
        ForeignKeySchema foreignKey = parent.foreignKey();
        Table to = parent.table();
        KeySchema key = to.schema().keys().stream()
                .filter(candidate ->
                        candidate.columns().size() == foreignKey.targetColumns().size()
                                && foreignKey.targetColumns().containsAll(candidate.columns()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no key for " + foreignKey));
        var sought = new ArrayList<>();
        for (int column : key.columns()) {
            int position = foreignKey.targetColumns().indexOf(column);
            Optional<Object> value = converted(
                    values.value(position),
                    target.table()
                            .schema()
                            .column(foreignKey.columns().get(position))
                            .type()
                            .type(),
                    to.schema().column(column).type().type());
            if (value.isEmpty()) {
                return false;
            }
            sought.add(value.get());
        }
        var entry = new RowKey(sought);
        StatementRows seen = rows.referable();
        Optional<RowKey> found = row(seen, to, key, entry);
        return found.isPresent()
                && (!rows.isByStatement() || isLocked(new Row.OfTable(seen, to, found.get()), key, entry));
    }

    /**
     * Locks a row that was found by its key, and returns whether it still has the key. As in PostgreSQL, a parent that
     * is not committed yet was not found, and one that is may be about to be deleted.
     */
    private boolean isLocked(Row.OfTable found, KeySchema key, RowKey values) {
        Table table = found.table();
        Optional<RowKey> locked = found.rows().lockNewest(table.rows(), found.key(), LockMode.KEY_SHARE);
        rows.requireSameKeys(locked.filter(found::hasSameKeys).isPresent());
        return locked.isPresent() && row(rows, table, key, values).equals(locked);
    }

    private static Optional<RowKey> row(StatementRows rows, Table table, KeySchema key, RowKey values) {
        return key.primary()
                ? Optional.of(values).filter(row -> rows.contains(table.rows(), row))
                : rows.unique(table.rows(), key.stored(), values);
    }

    private static Optional<Object> converted(
            Object value, moirai.mockstore.sql.types.SqlType from, moirai.mockstore.sql.types.SqlType to) {
        try {
            return Optional.of(Conversion.convert(value, from, to));
        } catch (StoreException noSuchValue) {
            return Optional.empty();
        }
    }

    /** The values of a row that is about to change to which rows of other tables may refer. */
    record Keys(ChangedTable target, Map<ForeignKeySchema, Referred> referred) {}

    /** The values of a foreign key's target columns in the old row. */
    record Referred(ChangedTable.Child child, RowKey values) {}

    /** Returns the referable values of a row that is about to be deleted. */
    Keys keysBefore(ChangedTable target, RowKey row) {
        return keysBefore(target, row, Map.of());
    }

    /**
     * Returns the referable values of a row of which some columns are about to change; of all columns if none is named.
     */
    Keys keysBefore(ChangedTable target, RowKey row, Map<Integer, Object> changed) {
        var referred = new HashMap<ForeignKeySchema, Referred>();
        if (target.isReferredTo()) {
            for (ChangedTable.Child child : target.children()) {
                List<Integer> columns = child.foreignKey().targetColumns();
                if (changed.isEmpty() || columns.stream().anyMatch(changed::containsKey)) {
                    cells(target.table(), row, columns)
                            .ifPresent(values -> referred.put(child.foreignKey(), new Referred(child, values)));
                }
            }
        }
        return new Keys(target, referred);
    }

    /** Applies the actions of foreign keys after a row was deleted. */
    void deleted(Keys old) {
        for (ChangedTable.Child child : old.target.children()) {
            Referred referred = old.referred.get(child.foreignKey());
            if (referred != null) {
                act(old.target, referred, child.foreignKey().onDelete(), Optional.empty());
            }
        }
    }

    /** Applies the actions of foreign keys after a row was changed. */
    void updated(Keys old, RowKey row) {
        if (old.referred.isEmpty()) {
            return;
        }
        for (ChangedTable.Child child : old.target.children()) {
            Referred referred = old.referred.get(child.foreignKey());
            if (referred != null) {
                Optional<RowKey> now =
                        cells(old.target.table(), row, child.foreignKey().targetColumns());
                if (!now.equals(Optional.of(referred.values))) {
                    act(old.target, referred, child.foreignKey().onUpdate(), now);
                }
            }
        }
    }

    /**
     * Applies the action of a foreign key to the referring rows.
     *
     * @param now the key of the changed row; empty if the row is gone
     */
    private void act(ChangedTable target, Referred referred, ForeignKeySchema.Action action, Optional<RowKey> now) {
        if (rows.isByStatement()) {
            // As in PostgreSQL, all foreign keys act at the end of the statement, in their order.
            checks.add(() -> actNow(target, referred, action, now));
        } else {
            actNow(target, referred, action, now);
        }
    }

    private void actNow(ChangedTable target, Referred referred, ForeignKeySchema.Action action, Optional<RowKey> now) {
        ForeignKeySchema key = referred.child.foreignKey();
        switch (action) {
            case NO_ACTION, RESTRICT -> {
                if (rows.isByStatement() && !key.isDeferred()) {
                    requireNoChildren(target, referred);
                } else if (action == ForeignKeySchema.Action.RESTRICT) {
                    checks.add(() -> requireNoChildren(target, referred));
                } else {
                    note(key, then -> then.requireNoChildren(target, referred));
                }
            }
            case SET_NULL ->
                lockedChildren(target, referred, referred.child.target().mode(Set.copyOf(key.columns())))
                        .forEach(child ->
                                changes.update(referred.child.target(), child, RowChanges.nulls(key.columns())));
            case CASCADE -> {
                LockMode mode = now.isEmpty()
                        ? LockMode.CHANGE
                        : referred.child.target().mode(Set.copyOf(key.columns()));
                for (RowKey child : lockedChildren(target, referred, mode)) {
                    if (now.isEmpty()) {
                        changes.delete(referred.child.target(), child);
                    } else {
                        var values = new HashMap<Integer, Object>();
                        for (int position = 0; position < key.columns().size(); position++) {
                            values.put(key.columns().get(position), now.get().value(position));
                        }
                        changes.update(referred.child.target(), child, values);
                    }
                }
            }
        }
    }

    private void requireNoChildren(ChangedTable target, Referred referred) {
        if (isBack(target, referred)) {
            return;
        }
        if (!lockedChildren(target, referred, LockMode.KEY_SHARE).isEmpty()) {
            throw Violations.hasChildren(
                    target.table().schema(),
                    referred.child.foreignKey(),
                    referred.child.target().table().schema(),
                    referred.values.values());
        }
    }

    /** Returns whether another row has the values that were referred to. */
    private boolean isBack(ChangedTable target, Referred referred) {
        Table table = target.table();
        List<Integer> columns = referred.child.foreignKey().targetColumns();
        for (KeySchema key : table.schema().keys()) {
            if (key.columns().equals(columns)) {
                return key.primary()
                        ? rows.contains(table.rows(), referred.values)
                        : rows.unique(table.rows(), key.stored(), referred.values)
                                .isPresent();
            }
        }
        return false;
    }

    /** Returns the rows that refer to a row; at a level of statements they are locked, and still refer to it then. */
    private List<RowKey> lockedChildren(ChangedTable target, Referred referred, LockMode mode) {
        List<RowKey> children = children(target, referred);
        if (!rows.isByStatement()) {
            return children;
        }
        Table child = referred.child.target().table();
        List<RowKey> locked = children.stream()
                .flatMap(row -> rows.lockNewest(child.rows(), row, mode).stream())
                .toList();
        return children(target, referred).stream().filter(locked::contains).toList();
    }

    /** Returns the rows that refer to a row. */
    private List<RowKey> children(ChangedTable target, Referred referred) {
        Table child = referred.child.target().table();
        Map<Integer, Object> wanted = wanted(target, referred);
        if (wanted.isEmpty()) {
            return List.of();
        }
        var prefix = new ArrayList<>();
        for (int column : child.schema().primaryKey()) {
            Object value = wanted.get(column);
            if (value == null) {
                break;
            }
            prefix.add(value);
        }
        List<Integer> columns = referred.child.foreignKey().columns();
        List<TableRows.Sought> sought = child.indexed(wanted.keySet(), prefix.size()).stream()
                .map(column ->
                        new TableRows.Sought(child.schema().column(column).stored(), List.of(wanted.get(column))))
                .toList();
        return rows.scan(child.rows(), new KeyRange(new RowKey(prefix)), sought).stream()
                .filter(row -> columns.stream()
                        .filter(column -> child.schema().keyPosition(column) >= 0)
                        .allMatch(column -> isEqual(row.value(child.schema().keyPosition(column)), wanted.get(column))))
                .filter(row -> rows.contains(child.rows(), row))
                .filter(row ->
                        columns.stream().allMatch(column -> isEqual(rows.cell(child, row, column), wanted.get(column))))
                .toList();
    }

    private static boolean isEqual(Object left, @Nullable Object right) {
        return left != SqlNull.NULL && right != null && SqlOrder.compare(left, right) == 0;
    }

    /** Returns the values that referring rows have in their columns; empty if there can be none. */
    private static Map<Integer, Object> wanted(ChangedTable target, Referred referred) {
        ForeignKeySchema key = referred.child.foreignKey();
        Table child = referred.child.target().table();
        var wanted = new HashMap<Integer, Object>();
        for (int position = 0; position < key.columns().size(); position++) {
            Optional<Object> value = converted(
                    referred.values.value(position),
                    target.table()
                            .schema()
                            .column(key.targetColumns().get(position))
                            .type()
                            .type(),
                    child.schema().column(key.columns().get(position)).type().type());
            if (value.isEmpty()) {
                return Map.of();
            }
            wanted.put(key.columns().get(position), value.get());
        }
        return wanted;
    }
}
