package moirai.mockstore.sql.change;

import java.util.List;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;

/** A statement that changes rows, ready to be executed any number of times. */
public interface ChangePlan {

    /** What RETURNING returns; empty without it. */
    List<Output> outputs();

    /** As PostgreSQL's protocol names it: INSERT, UPDATE or DELETE. */
    String command();

    /**
     * Changes the rows.
     *
     * @throws moirai.mockstore.StoreException if a constraint does not hold (SQLSTATE 23502, 23503, 23505, 23514)
     */
    Changed execute(Execution execution);

    /**
     * What was changed.
     *
     * @param count of rows
     * @param rows that RETURNING returns
     */
    record Changed(long count, List<List<Object>> rows) {

        public Changed {
            rows = List.copyOf(rows);
        }
    }
}
