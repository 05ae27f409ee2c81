package moirai.mockstore.sql.plan;

/** A part of a query's FROM and WHERE, which finds combinations of rows of some sources. */
public interface Step {

    /** Returns a cursor for the current rows of the frame's other sources. */
    Cursor open(PlanFrame frame);

    /** An iteration over the combinations of a step. */
    interface Cursor {

        /** Moves the frame's sources to the next combination; returns false if there is none. */
        boolean next();
    }
}
