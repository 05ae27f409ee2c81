package moirai.mockstore.sql.plan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/** A plan of a query; it can be executed any number of times. */
public interface QueryPlan {

    /** Returns the columns of its rows. */
    List<Output> outputs();

    /**
     * Begins an execution. The rows are computed on demand.
     *
     * @param outer the frame of the query around it, if there is one
     */
    Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer);

    /** Returns the types of its columns. */
    default List<SqlType> types() {
        return outputs().stream().map(output -> output.type().type()).toList();
    }

    /** Returns all rows of an execution. */
    default List<List<Object>> all(Execution execution, @Nullable PlanFrame outer) {
        var rows = new ArrayList<List<Object>>();
        open(execution, outer).forEachRemaining(rows::add);
        return rows;
    }
}
