package moirai.mockstore.sql.plan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/** A query, ready to be executed any number of times. */
public interface QueryPlan {

    /** What its rows look like. */
    List<Output> outputs();

    /**
     * Begins an execution. The rows are found as they are asked for.
     *
     * @param outer the frame of the query around it, if there is one
     */
    Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer);

    /** Of its columns. */
    default List<SqlType> types() {
        return outputs().stream().map(output -> output.type().type()).toList();
    }

    /** All rows of an execution. */
    default List<List<Object>> all(Execution execution, @Nullable PlanFrame outer) {
        var rows = new ArrayList<List<Object>>();
        open(execution, outer).forEachRemaining(rows::add);
        return rows;
    }
}
