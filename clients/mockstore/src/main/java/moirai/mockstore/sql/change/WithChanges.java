package moirai.mockstore.sql.change;

import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import org.jspecify.annotations.Nullable;

/** Statements with changes in WITH, which are executed first, whether or not anything is read of them. */
public final class WithChanges {

    private WithChanges() {}

    /** A query. */
    public record OfQuery(List<QueryPlan> changes, QueryPlan query) implements QueryPlan {

        public OfQuery {
            changes = List.copyOf(changes);
        }

        @Override
        public List<Output> outputs() {
            return query.outputs();
        }

        @Override
        public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
            changes.forEach(change -> change.open(execution, null));
            return query.open(execution, outer);
        }
    }

    private record OfChange(List<QueryPlan> changes, ChangePlan main) implements ChangePlan {

        @Override
        public Returning returning() {
            return main.returning();
        }

        @Override
        public String command() {
            return main.command();
        }

        /** Returns no name, as there are several. */
        @Override
        public String table() {
            return "";
        }

        @Override
        public Changed execute(Execution execution) {
            changes.forEach(change -> change.open(execution, null));
            return main.execute(execution);
        }
    }

    /** Returns a query after these changes. */
    public static QueryPlan after(List<QueryPlan> changes, QueryPlan query) {
        return changes.isEmpty() ? query : new OfQuery(changes, query);
    }

    /** Returns a change after these changes. */
    public static ChangePlan after(List<QueryPlan> changes, ChangePlan main) {
        return changes.isEmpty() ? main : new OfChange(changes, main);
    }
}
