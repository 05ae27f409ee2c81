package moirai.mockstore.sql.change;

import java.util.List;
import moirai.mockstore.sql.plan.Execution;

/** A plan of a statement that changes rows; it can be executed any number of times. */
public interface ChangePlan {

    /** Returns the RETURNING clause. */
    Returning returning();

    /** Returns the command's name in PostgreSQL's protocol: INSERT, UPDATE or DELETE. */
    String command();

    /** Returns the name of the table, with its schema. */
    String table();

    /**
     * Changes the rows.
     *
     * @throws moirai.mockstore.StoreException if a constraint does not hold (SQLSTATE 23502, 23503, 23505, 23514)
     */
    Changed execute(Execution execution);

    /**
     * The effect of a change.
     *
     * @param count of changed rows
     * @param rows that RETURNING returns
     */
    record Changed(long count, List<List<Object>> rows) {

        public Changed {
            rows = List.copyOf(rows);
        }
    }
}
