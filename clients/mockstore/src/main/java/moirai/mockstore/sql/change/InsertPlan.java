package moirai.mockstore.sql.change;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import moirai.mockstore.StoreException;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.Conditions;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;

/**
 * The plan of an INSERT. The rows of a query are read before any row is added, up to the first that fails. Other rows
 * are computed one by one, each when the last one has been added. So errors come in PostgreSQL's order.
 */
record InsertPlan(ChangedTable target, Rows source, OnConflict onConflict, Returning returning) implements ChangePlan {

    /** The origin of the rows to insert. */
    sealed interface Rows {

        /**
         * Rows for which the statement has an expression for each column.
         *
         * @param haveQueries whether expressions read tables, which are as they were before the first row is added
         */
        record Written(List<List<SqlExpression>> rows, boolean haveQueries) implements Rows {

            public Written {
                rows = rows.stream().map(List::copyOf).toList();
            }
        }

        /**
         * Rows that a query returns.
         *
         * @param values for each column of the table, over the query's row as source 0
         */
        record Selected(QueryPlan plan, List<SqlExpression> values) implements Rows {

            public Selected {
                values = List.copyOf(values);
            }
        }
    }

    /**
     * The handling of a row that has the same key as another.
     *
     * @param arbiters the names of the keys that this applies to; a conflict with another key is an error
     * @param assignments to the existing row; the new row is source 1
     * @param where the condition for the assignments
     * @param nothing whether the new row is ignored
     */
    record OnConflict(
            Set<String> arbiters, Map<Integer, SqlExpression> assignments, Conditions where, boolean nothing) {

        static final OnConflict FAIL = new OnConflict(Set.of(), Map.of(), Conditions.NONE, false);

        OnConflict {
            arbiters = Set.copyOf(arbiters);
            assignments = Collections.unmodifiableMap(new TreeMap<>(assignments));
        }
    }

    @Override
    public String command() {
        return "INSERT";
    }

    @Override
    public String table() {
        return target.table().schema().name();
    }

    @Override
    public Changed execute(Execution execution) {
        return new Running(execution).run();
    }

    private final class Running {

        private final Execution execution;
        private final StatementRows rows;
        private final RowChanges changes;
        /** The frame of the existing row and the row that could not be added. */
        private final PlanFrame frame;

        private final List<List<Object>> returned = new ArrayList<>();
        /** The rows that this statement added or changed. */
        private final Set<RowKey> touched = new HashSet<>();

        Running(Execution execution) {
            this.execution = execution;
            this.rows = execution.rows().newest();
            this.changes = new RowChanges(execution);
            this.frame = new PlanFrame(execution, null, 2);
        }

        Changed run() {
            long count = putAll();
            changes.finish();
            return new Changed(count, returned);
        }

        /** Adds a row for each of these, and returns how many were added or changed. */
        private long putAll() {
            long count = 0;
            switch (source) {
                case Rows.Written(List<List<SqlExpression>> written, boolean haveQueries)
                when haveQueries -> {
                    var computed = new UntilFailure<List<Object>>(
                            written.stream().map(frame::evaluate).iterator());
                    for (List<Object> row : computed.elements()) {
                        count += putOne(row);
                    }
                    computed.fail();
                }
                case Rows.Written written -> {
                    for (List<SqlExpression> row : written.rows) {
                        count += putOne(frame.evaluate(row));
                    }
                }
                case Rows.Selected selected -> {
                    var found = new UntilFailure<>(selected.plan.open(execution, null));
                    for (List<Object> row : found.elements()) {
                        frame.move(0, new Row.OfValues(row));
                        count += putOne(frame.evaluate(selected.values));
                    }
                    found.fail();
                }
            }
            return count;
        }

        private int putOne(List<Object> row) {
            List<Object> whole = changes.complete(target, row);
            changes.validate(target, whole);
            Optional<RowKey> changed = put(whole);
            changed.ifPresent(key -> {
                frame.move(0, new Row.OfTable(rows, target.table(), key));
                returning.add(frame, returned);
            });
            return changed.isPresent() ? 1 : 0;
        }

        /**
         * Adds a row or changes the conflicting one; returns the row's key, or empty if no row was added or changed.
         */
        private Optional<RowKey> put(List<Object> row) {
            if (onConflict.arbiters.isEmpty()) {
                RowKey added = changes.insert(target, row);
                return Optional.of(added);
            }
            Optional<RowChanges.Conflict> conflict = changes.conflict(target, row, onConflict.arbiters::contains);
            if (conflict.isEmpty()) {
                // As in PostgreSQL, the keys are claimed in their order, and what was free may be taken by then.
                rows.unclaim();
                Optional<RowKey> added = changes.insertUnless(target, row, onConflict.arbiters::contains);
                added.ifPresent(touched::add);
                return added.isPresent() ? added : put(row);
            }
            rows.unclaim();
            if (onConflict.nothing) {
                rows.requireCurrent(target.table().rows(), conflict.get().row(), LockMode.UPDATE);
                return Optional.empty();
            }
            RowKey existing = conflict.get().row();
            return isLocked(conflict.get()) ? update(existing, row) : put(row);
        }

        /** Locks a row that has the key of a new one; returns false if it has that no more. */
        private boolean isLocked(RowChanges.Conflict conflict) {
            return !rows.isByStatement()
                    || (rows.lockNewest(
                                            target.table().rows(),
                                            conflict.row(),
                                            target.mode(target.withGenerated(onConflict.assignments.keySet()))
                                                    .unchanging())
                                    .equals(Optional.of(conflict.row()))
                            && changes.has(target, conflict));
        }

        private Optional<RowKey> update(RowKey existing, List<Object> row) {
            frame.move(0, new Row.OfTable(rows, target.table(), existing));
            frame.move(1, new Row.OfValues(row));
            if (touched.contains(existing)) {
                throw new StoreException(
                        "21000", "ON CONFLICT DO UPDATE command cannot affect row a second time: " + existing);
            }
            if (!onConflict.where.hold(frame)) {
                return Optional.empty();
            }
            if (rows.isByStatement()) {
                rows.lockToChange(
                        target.table().rows(),
                        existing,
                        target.mode(target.withGenerated(onConflict.assignments.keySet())));
            }
            var values = new TreeMap<Integer, Object>();
            onConflict.assignments.forEach((column, value) -> values.put(column, value.evaluate(frame)));
            RowKey changed = changes.update(target, existing, values);
            touched.add(changed);
            return Optional.of(changed);
        }
    }
}
