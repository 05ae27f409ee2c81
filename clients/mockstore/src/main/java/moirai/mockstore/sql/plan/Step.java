package moirai.mockstore.sql.plan;

/** A part of a query's FROM and WHERE: finds combinations of rows of some sources. */
public interface Step {

    /** Begins to look, for the rows at which the frame's other sources stand. */
    Cursor open(PlanFrame frame);

    /** Finds one combination after the other. */
    interface Cursor {

        /** Moves the frame's sources to the next combination; false if there is none. */
        boolean next();
    }
}
