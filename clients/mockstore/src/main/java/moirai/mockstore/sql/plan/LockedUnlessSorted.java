package moirai.mockstore.sql.plan;

/**
 * FOR UPDATE in a query with ORDER BY. At a level of statements, as in PostgreSQL, rows are locked in the order of the
 * result, when they have been sorted; otherwise they are locked here, before.
 */
public record LockedUnlessSorted(LockRows locks) implements Step {

    @Override
    public Cursor open(PlanFrame frame) {
        return frame.execution().rows().isByStatement() ? locks.found().open(frame) : locks.open(frame);
    }
}
