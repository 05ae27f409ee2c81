package moirai.mockstore.sql.plan;

import java.util.List;
import java.util.Objects;
import moirai.mockstore.StoreException;

/**
 * The conditions that are checked again on the newest versions of locked rows, as PostgreSQL's EvalPlanQual does.
 *
 * <p>PostgreSQL may execute EXISTS and IN as a join with the rows of the sub-query. Then it checks only the pair that
 * it had found again, and passes a row that had no partner under NOT EXISTS. Its planner decides that. So these
 * conditions are not checked: they hold as before where the columns that they depend on have not changed, and otherwise
 * the statement is refused.
 *
 * @param all the conditions
 * @param plain those of them that are evaluated again
 * @param joined the columns that the others depend on
 * @param refusal the reason why nothing can be checked again; empty if it can
 */
public record Recheck(Conditions all, Conditions plain, List<Column> joined, String refusal) {

    /** A column of a source, both by number. */
    public record Column(int source, int column) {

        Object value(List<Row> rows) {
            return rows.get(source).column(column);
        }
    }

    public Recheck {
        joined = List.copyOf(joined);
    }

    /**
     * Returns whether the conditions hold for the current rows.
     *
     * @param found the rows for which they held before
     * @throws StoreException if the answer of PostgreSQL is not certain (SQLSTATE 0A000)
     */
    boolean holds(PlanFrame frame, List<Row> found) {
        if (!refusal.isEmpty()) {
            throw new StoreException("0A000", refusal);
        }
        if (!plain.hold(frame)) {
            return false;
        }
        List<Row> newest = frame.save();
        if (!joined.stream().allMatch(column -> Objects.equals(column.value(found), column.value(newest)))) {
            throw new StoreException(
                    "0A000",
                    "EXISTS or IN with a sub-query that depends on a column which another transaction has changed"
                            + " meanwhile");
        }
        return true;
    }
}
