package moirai.mockstore.sql.plan;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.rows.RowKey;
import moirai.mockstore.sql.rows.StatementRows;
import moirai.mockstore.sql.rows.Table;

/**
 * The rows that a statement changes.
 *
 * @param found moves source 0 to these rows, and other sources to the rows joined with them
 * @param sources the number of sources
 * @param again the conditions that are checked again on the newest version of a row
 */
public record TargetRows(Step found, int sources, Recheck again) {

    /** Creates a frame for the sources. */
    public PlanFrame frame(Execution execution) {
        return new PlanFrame(execution, null, sources);
    }

    /**
     * Locks the newest version of the current row, moves source 0 to it, and checks the conditions again, as
     * PostgreSQL's EvalPlanQual does. Other sources stay where they are. A row that fails the check stays locked, but
     * not as one that changes. At other levels than those of statements, does nothing.
     *
     * @return the key of the row; empty if it is gone or satisfies the conditions no more
     */
    public Optional<RowKey> lock(PlanFrame frame, Table table, RowKey row, LockMode mode) {
        StatementRows rows = frame.execution().rows();
        if (!rows.isByStatement()) {
            return Optional.of(row);
        }
        Optional<RowKey> newest = rows.lockNewest(table.rows(), row, mode.unchanging());
        if (newest.isPresent() && rows.isCheckedAgain()) {
            List<Row> before = frame.save();
            frame.move(0, new Row.OfTable(rows.newest(), table, newest.get()));
            if (!again.holds(frame, before)) {
                return Optional.empty();
            }
        }
        newest.ifPresent(locked -> rows.lockToChange(table.rows(), locked, mode));
        return newest;
    }
}
